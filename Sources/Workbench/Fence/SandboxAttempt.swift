internal import ArgumentParser
internal import Files
internal import Imaging
internal import PhotoCodec
internal import Sandbox

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Something that code in a hostile photo's hands might try.
enum SandboxAttempt: String, CaseIterable, ExpressibleByArgument {
    case readFile = "read-file"
    case writeFile = "write-file"
    case removeFile = "remove-file"
    case makeFolder = "make-folder"
    case statusOfFile = "status-of-file"
    case network
    case localSocket = "local-socket"
    case program
    case process
    case signalParent = "signal-parent"
    case signalAnyone = "signal-anyone"
    case terminal
    case code
    case sharedMemory = "shared-memory"
    case growingMemory = "growing-memory"
    case limits
    case descriptors
    case files = "more-descriptors"
    case memory
    case array
    case fault
    case failedCheck = "abort"
    case spin
    case rest = "sleep"
    case alive = "say-alive"
    case figures = "huge-figures"
    case handing = "two-descriptors"

    /// What the worker was handed for a photo.
    static func name(in photo: WorkerInput) throws(DecodingFailure) -> String {
        guard let bytes = photo.file.readAll() else {
            throw .damaged(reason: "the file cannot be read")
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// What a worker tells of it, or what is told of the worker.
    func result(by zygote: Zygote) -> String {
        let services = HostServices(
            spill: { .failure(.noRoom(byteCount: $1)) }, loadIndex: { nil }, storeIndex: { _ in })
        guard let file = OpenFile(Array(rawValue.utf8)) else { return "no memory to hand it over" }
        let photo = WorkerInput(file, services: services)
        do throws(DecodingFailure) {
            return try PhotoWorker.start(for: photo, by: zygote)?.open() == nil
                ? "no worker" : "done"
        } catch .damaged(let reason) {
            return reason
        } catch {
            return "\(error)"
        }
    }

    /// What comes of it; some do not come back.
    func outcome() throws(DecodingFailure) -> String {
        switch self {
        case .readFile: Self.word(open("/etc/passwd", O_RDONLY))
        case .writeFile: Self.word(open("/tmp/fence", O_WRONLY | O_CREAT, 0o600))
        case .removeFile: Self.word(unlink("/tmp/fence"))
        case .makeFolder: Self.word(mkdir("/tmp/fence", 0o700))
        case .statusOfFile: Self.word(access("/etc/passwd", F_OK))
        case .network: Self.word(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
        case .localSocket: Self.word(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
        case .program: Self.word(execve("/bin/true", [nil], [nil]))
        case .process: Self.process()
        case .signalParent: Self.word(kill(getppid(), 0))
        case .signalAnyone: Self.word(kill(-1, 0))
        case .terminal: Self.word(ioctl(STDIN_FILENO, UInt(TIOCGWINSZ), 0))
        case .code: Self.code()
        case .sharedMemory: Self.memory(MAP_SHARED)
        case .growingMemory: Self.memory(MAP_PRIVATE | MAP_GROWSDOWN)
        case .limits: Self.limits()
        case .descriptors: Self.descriptors()
        case .files: Self.files()
        case .memory: try Self.memory()
        case .array: Self.array()
        case .fault: Self.fault()
        case .failedCheck: abort()
        case .spin: Self.spin()
        case .rest: Self.sleepForEver()
        case .alive: Self.sayAlive()
        case .figures: Self.claimFigures()
        case .handing: Self.handTwo()
        }
    }

    private static func word(_ result: Int32) -> String {
        guard result < 0 else { return "done" }
        return errno == EPERM ? "EPERM" : String(cString: strerror(errno))
    }
}
