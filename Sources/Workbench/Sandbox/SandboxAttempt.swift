internal import ArgumentParser
internal import Files
internal import Foundation
internal import Imaging
internal import PhotoCodec
internal import Sandbox

/// An operation that code controlled by a hostile photo might attempt.
struct SandboxAttempt: ExpressibleByArgument, Sendable {
    let name: String
    /// Attempts the operation in a worker and returns the outcome; some attempts do not return.
    let outcome: @Sendable () throws(DecodingFailure) -> String

    static let all = [
        SandboxAttempt(name: "read-file") { word(open("/etc/passwd", O_RDONLY)) },
        SandboxAttempt(name: "write-file") {
            word(open("/tmp/sandbox-check", O_WRONLY | O_CREAT, 0o600))
        },
        SandboxAttempt(name: "remove-file") { word(unlink("/tmp/sandbox-check")) },
        SandboxAttempt(name: "make-folder") { word(mkdir("/tmp/sandbox-check", 0o700)) },
        SandboxAttempt(name: "status-of-file") { word(access("/etc/passwd", F_OK)) },
        SandboxAttempt(name: "network") { word(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)) },
        SandboxAttempt(name: "local-socket") {
            word(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
        },
        SandboxAttempt(name: "program") { word(execve("/bin/true", [nil], [nil])) },
        SandboxAttempt(name: "process") { process() },
        SandboxAttempt(name: "signal-parent") { word(kill(getppid(), 0)) },
        SandboxAttempt(name: "signal-anyone") { word(kill(-1, 0)) },
        SandboxAttempt(name: "terminal") { word(ioctl(STDIN_FILENO, UInt(TIOCGWINSZ), 0)) },
        SandboxAttempt(name: "code") { code() },
        SandboxAttempt(name: "shared-memory") { memory(MAP_SHARED) },
        SandboxAttempt(name: "growing-memory") { memory(MAP_PRIVATE | MAP_GROWSDOWN) },
        SandboxAttempt(name: "limits") { limits() },
        SandboxAttempt(name: "descriptors") { descriptors() },
        SandboxAttempt(name: "more-descriptors") { files() },
        SandboxAttempt(name: "memory") { () throws(DecodingFailure) in try memory() },
        SandboxAttempt(name: "array") { array() },
        SandboxAttempt(name: "fault") { fault() },
        SandboxAttempt(name: "abort") { abort() },
        SandboxAttempt(name: "spin") { spin() },
        SandboxAttempt(name: "sleep") { sleepForEver() },
        SandboxAttempt(name: "say-alive") { sayAlive() },
        SandboxAttempt(name: "huge-figures") { claimFigures() },
        SandboxAttempt(name: "two-descriptors") { handTwo() },
    ]

    static var allValueStrings: [String] { all.map(\.name) }
}

extension SandboxAttempt {
    /// Finds the attempt with a name; `nil` if no attempt has this name.
    init?(argument name: String) {
        guard let attempt = Self.all.first(where: { $0.name == name }) else { return nil }
        self = attempt
    }

    /// Returns the name of an attempt; the worker receives the name as the photo's bytes.
    static func name(in photo: WorkerInput) throws(DecodingFailure) -> String {
        guard let bytes = photo.file.readAll() else {
            throw .damaged(.unreadable)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the outcome that a worker reports, or the worker's failure.
    func result(by zygote: Zygote) -> String {
        let services = HostServices(
            spill: { .failure(.noRoom(byteCount: $1)) }, loadIndex: { nil }, storeIndex: { _ in })
        guard let file = OpenFile(Array(name.utf8)) else { return "no memory to hand it over" }
        let photo = WorkerInput(file, services: services)
        do throws(DecodingFailure) {
            return try PhotoWorker.start(for: photo, by: zygote)?.open() == nil
                ? "no worker" : "done"
        } catch .damaged(.library(let outcome)) {
            return outcome
        } catch {
            return "\(error)"
        }
    }

    private static func word(_ result: Int32) -> String {
        guard result < 0 else { return "done" }
        return errno == EPERM ? "EPERM" : String(cString: strerror(errno))
    }
}

/// Attempts that take more than one call.
extension SandboxAttempt {
    static func process() -> String {
        var child: pid_t = 0
        let number = posix_spawn(&child, "/bin/true", nil, nil, [nil], [nil])
        return number == EPERM ? "EPERM" : number == 0 ? "done" : String(cString: strerror(number))
    }

    /// Attempts to map memory that is both writable and executable.
    static func code() -> String {
        let flags = MAP_PRIVATE | MAP_ANONYMOUS
        let memory = mmap(nil, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, flags, -1, 0)
        return memory == MAP_FAILED && errno == EPERM ? "EPERM" : "done"
    }

    /// Attempts to map shared or growing memory, which the memory limit does not count.
    static func memory(_ kind: Int32) -> String {
        let flags = kind | MAP_ANONYMOUS
        let memory = mmap(nil, 4 << 30, PROT_READ | PROT_WRITE, flags, -1, 0)
        return memory == MAP_FAILED && errno == EPERM ? "EPERM" : "done"
    }

    /// Attempts to raise the memory limit.
    static func limits() -> String {
        #if os(Linux)
        var limit = rlimit(rlim_cur: rlim_t.max, rlim_max: rlim_t.max)
        let result = setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit)
        return result < 0 && errno == EPERM ? "EPERM" : "done"
        #else
        return "not on this system"
        #endif
    }

    /// Returns the number of open descriptors: those of the null streams, the channel and the
    /// photo.
    static func descriptors() -> String {
        let open = (0..<256 as Range<Int32>).filter { number in
            let copy = fcntl(number, F_DUPFD_CLOEXEC, 0)
            if copy >= 0 { close(copy) }
            return copy >= 0
        }
        return "\(open.count)"
    }

    /// Opens further descriptors, as many as the system allows.
    static func files() -> String {
        var count = 0
        while count < 1000, fcntl(0, F_DUPFD_CLOEXEC, 0) >= 0 { count += 1 }
        return count < 64 ? "\(String(cString: strerror(errno)))" : "done"
    }

    /// Performs the decoders' memory check for a picture that is too large.
    static func memory() throws(DecodingFailure) -> String {
        let size = PixelSize(width: 16_384, height: 16_384)
        try MemoryCheck.canHold(size, of: size)
        return "done"
    }

    /// Allocates much memory without a check.
    static func array() -> String {
        let bytes = [UInt8](repeating: 1, count: 1 << 30)
        return "done, \(bytes.count)"
    }

    static func fault() -> String {
        let nowhere = UnsafeMutablePointer<Int>(bitPattern: 8)
        nowhere?.pointee = 1
        return "done"
    }

    static func spin() -> String {
        var steps = 0
        while steps >= 0 { steps = (steps &+ 1) & 0xFFFF }
        return "done"
    }

    static func sleepForEver() -> String {
        while true { sleep(3600) }
    }
}

/// Messages to the session that regular workers never send.
extension SandboxAttempt {
    /// The descriptor of a worker's channel, the first one after the standard streams.
    private static let channel: Int32 = 3

    private static func post(_ message: Message) {
        let bytes = message.bytes
        write(channel, bytes, bytes.count)
    }

    /// Reports activity repeatedly, without a result.
    static func sayAlive() -> String {
        for _ in 0..<200 {
            post(Message(kind: .alive, call: 0))
            usleep(100_000)
        }
        return "done"
    }

    /// Claims that a photo is open, with statistics whose sum would overflow.
    static func claimFigures() -> String {
        let figures = [0, 1, 1, .max, .max, .max, 0, 1_000_000]
        post(Message(kind: .opened, call: 1, numbers: [64, 64] + figures))
        return "done"
    }

    /// Sends a message with two descriptors; a session that accepted them would run out of
    /// descriptors.
    static func handTwo() -> String {
        let bytes = Message(kind: .alive, call: 0).bytes
        // The header of cmsg(3): its length, SOL_SOCKET and SCM_RIGHTS; then two of this process's
        // streams.
        let control: [UInt64] = [24, 1 << 32 | 1, 1 << 32]
        let isSent = bytes.withUnsafeBytes { bytes in
            control.withUnsafeBytes { control in send(bytes, control) }
        }
        return isSent ? "done" : "not sent"
    }

    private static func send(
        _ bytes: UnsafeRawBufferPointer, _ control: UnsafeRawBufferPointer
    ) -> Bool {
        var part = iovec(
            iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress), iov_len: bytes.count)
        return withUnsafeMutablePointer(to: &part) { part in
            var message = msghdr()
            message.msg_iov = part
            message.msg_iovlen = 1
            message.msg_control = UnsafeMutableRawPointer(mutating: control.baseAddress)
            message.msg_controllen = .init(control.count)
            return sendmsg(channel, &message, 0) == bytes.count
        }
    }
}
