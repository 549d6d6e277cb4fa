internal import Bounds
internal import CFiles
internal import Synchronization
package import TerminalProtocols

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Pictures shared with a terminal on this machine, readable by this user alone.
///
/// kitty removes each picture after reading it; this class removes the others.
package final class SharedPictures: Sendable {
    private struct State {
        /// The pictures that this class must delete unless the terminal does so first, the oldest
        /// first.
        var waiting: [KittyTransport] = []
        /// Pictures left to the terminal, which may not have read them yet.
        var handedOver: [KittyTransport] = []
        var isClosed = false
    }

    private let state = Mutex(State())

    package init() {}
    deinit { close() }

    /// Creates a shared object of `byteCount` bytes, which `fill` writes.
    ///
    /// - Precondition: `byteCount` is at least 1.
    package func create(
        _ medium: KittyMedium, byteCount: Int, fill: (UnsafeMutableRawBufferPointer) -> Void
    ) throws(SharedPictureFailure) -> KittyTransport {
        precondition(byteCount > 0, "a picture has bytes")
        // Test pictures are created in media that are not used.
        if byteCount > KittyMediumProbe.sampleBytes { Self.sweepOnce(medium) }
        let object = try state.withLock { state throws(SharedPictureFailure) in
            try Self.object(medium, in: &state)
        }
        // The object is filled without the lock, because that takes milliseconds, during which the
        // program may crash or end.
        do throws(SharedPictureFailure) {
            try object.fill(byteCount, by: fill)
        } catch {
            remove(object.share)
            throw error
        }
        return object.share
    }

    /// Removes an object that was not sent to the terminal.
    package func remove(_ share: KittyTransport) {
        state.withLock { state in
            guard let index = state.waiting.firstIndex(of: share) else { return }
            Self.remove(state.waiting.remove(at: index))
        }
    }

    /// Removes objects that the terminal has not read; only `reopen()` permits new objects.
    package func close() {
        state.withLock { state in
            state.isClosed = true
            for share in state.waiting { Self.remove(share) }
            state.waiting = []
        }
    }

    /// Leaves the objects in place: the terminal or `StaleSharedMemory` removes them later.
    ///
    /// A printed picture is needed for longer than this program runs.
    package func handOver() {
        state.withLock { state in
            for share in state.waiting { CrashCleanup.forget(StaleSharedMemory.path(share)) }
            state.handedOver += state.waiting
            state.waiting = []
        }
    }

    package func reopen() { state.withLock { $0.isClosed = false } }

    // The maximum number of printed pictures that the terminal has not read. Each takes some
    // megabytes, and a stopped terminal reads none.
    private static let unreadLimit = 16

    // A terminal reads a picture in much less than a second, and pictures are sent one at a time;
    // once three others have followed, a picture is no longer needed.
    private static let waitingLimit = 3

    /// The media whose old pictures were removed, which happens when the first picture is created.
    private static let swept = Mutex<Set<KittyMedium>>([])

    private static func sweepOnce(_ medium: KittyMedium) {
        guard swept.withLock({ $0.insert(medium).inserted }) else { return }
        StaleSharedMemory.sweep(medium)
    }

    private static func object(
        _ medium: KittyMedium, in state: inout State
    ) throws(SharedPictureFailure) -> SharedPictureObject {
        guard !state.isClosed else { throw .closed }
        state.handedOver.removeAll { access(StaleSharedMemory.path($0), F_OK) != 0 }
        guard state.handedOver.count < unreadLimit else { throw .unread }
        if state.waiting.count == waitingLimit { remove(state.waiting.removeFirst()) }
        let object = try SharedPictureObject(medium)
        state.waiting.append(object.share)
        return object
    }

    private static func remove(_ share: KittyTransport) {
        let path = StaleSharedMemory.path(share)
        cfiles_remove_shared(path)
        CrashCleanup.forget(path)
    }
}

/// A reason why a picture cannot be shared; `errorNumber` is the system's error number.
package enum SharedPictureFailure: Error, Hashable, Sendable {
    case cannotCreate(errorNumber: Int32)
    /// Usually, there is not enough space; the shared memory of a container often has 64 MB.
    case cannotFill(errorNumber: Int32)
    case closed
    /// Too many pictures wait to be read by the terminal.
    case unread
    /// The medium is `direct`, which uses no shared object.
    case unsupported
}

/// A shared memory object or temporary file that is being filled.
final class SharedPictureObject {
    let share: KittyTransport
    private let descriptor: Int32

    /// Creates a new object; never opens an existing one, which another user could have created.
    init(_ medium: KittyMedium) throws(SharedPictureFailure) {
        let name = SharedPictureName()
        switch medium {
        case .sharedMemory: share = .sharedMemory(name: "/" + name.object)
        case .file: share = .file(path: "\(StaleSharedMemory.folder)/\(name.text)")
        case .direct: throw .unsupported
        }
        descriptor = try Self.open(share)
    }

    deinit { close(descriptor) }

    func fill(
        _ byteCount: Int, by fill: (UnsafeMutableRawBufferPointer) -> Void
    ) throws(SharedPictureFailure) {
        try reserve(byteCount)
        let memory = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
        guard let memory, memory != MAP_FAILED else { throw .cannotFill(errorNumber: errno) }
        defer { munmap(memory, byteCount) }
        fill(UnsafeMutableRawBufferPointer(start: memory, count: byteCount))
    }

    private static func open(_ share: KittyTransport) throws(SharedPictureFailure) -> Int32 {
        let path = StaleSharedMemory.path(share)
        let made = CrashCleanup.remember(path) { () -> (descriptor: Int32, error: Int32) in
            (create(share), errno)
        }
        guard let made else { throw .closed }
        guard made.descriptor >= 0 else {
            CrashCleanup.forget(path)
            throw .cannotCreate(errorNumber: made.error)
        }
        return made.descriptor
    }

    private static func create(_ share: KittyTransport) -> Int32 {
        switch share {
        case .file(let path):
            systemOpen(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        case .sharedMemory(let name): cfiles_create_shared(name)
        }
    }

    /// Allocates the space, because writing to a mapping without space is a fatal signal.
    private func reserve(_ byteCount: Int) throws(SharedPictureFailure) {
        guard ftruncate(descriptor, off_t(byteCount)) == 0 else {
            throw .cannotFill(errorNumber: errno)
        }
        #if canImport(Glibc)
        var result = EINTR
        while result == EINTR { result = posix_fallocate(descriptor, 0, off_t(byteCount)) }
        guard result == 0 else { throw .cannotFill(errorNumber: result) }
        #endif
    }
}

// This wrapper is needed because `SharedPictureObject` has a method named `open`.
private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
    open(path, flags, mode)
}

/// A shared picture's name: `nasa-view-PID-RANDOM-tty-graphics-protocol`.
///
/// kitty requires the suffix for files; the other components identify the pictures of killed
/// programs.
struct SharedPictureName {
    static let start = "nasa-view-"

    let text: String
    let maker: pid_t
    /// The name of a shared memory object: `text` on Linux; otherwise 23 bytes, because Darwin
    /// allows 31 (PSHMNAMLEN) with the slash.
    let object: String

    init() { self.init(getpid(), UInt64.random(in: 0...(.max))) }

    /// Parses a name; `nil` unless it is exactly in this program's format.
    init?(_ text: String) {
        let parts = text.split(separator: "-")
        guard parts.count > 3,
            let maker = (1...Int(pid_t.max)).number(in: parts[2]),
            let random = UInt64(parts[3], radix: 36)  // Bounded: a name, which is compared only.
        else { return nil }
        self.init(pid_t(maker), random)
        guard self.text == text else { return nil }
    }

    private init(_ maker: pid_t, _ random: UInt64) {
        let digits = String(random, radix: 36)
        // 13 digits represent any 64 bits.
        let zeros = String(repeating: "0", count: 13 - digits.count)
        text = "\(Self.start)\(maker)-\(zeros)\(digits)-tty-graphics-protocol"
        self.maker = maker
        #if canImport(Glibc)
        object = text
        #else
        object = "\(Self.start)\(zeros)\(digits)"
        #endif
    }
}

/// The removal of shared pictures left by killed instances of this program.
package enum StaleSharedMemory {
    /// The folder in which Linux keeps shared memory objects; on Darwin they are in no folder.
    #if canImport(Glibc)
    static let sharedMemory = "/dev/shm"
    #else
    static let sharedMemory = ""
    #endif
    /// The minimum age of a picture to remove.
    ///
    /// A process in another container may share the folder and be invisible here, but its pictures
    /// are read within a second.
    private static let leastAgeSeconds = 60

    static func path(_ share: KittyTransport) -> String {
        switch share {
        case .sharedMemory(let name): sharedMemory + name
        case .file(let path): path
        }
    }

    static var folder: String {
        guard let folder = getenv("TMPDIR"), folder[0] == 0x2F else { return "/tmp" }
        return String(cString: folder)
    }

    /// The devices and inodes of the folders with shared pictures, which differ in a container.
    package static var folders: String {
        [sharedMemory, folder].map { folder in
            var status = stat()
            return stat(folder, &status) == 0 ? "\(status.st_dev):\(status.st_ino)" : "-"
        }.joined(separator: " ")
    }

    package static func sweep(_ medium: KittyMedium) {
        let folder = medium == .sharedMemory ? sharedMemory : folder
        for name in names(in: folder) where isLeft(name, in: folder) {
            unlink("\(folder)/\(name.text)")
        }
    }

    /// Returns the names of shared pictures in a folder.
    // The beginnings are compared as C strings: to create a string for each of the 12,000 names in
    // a folder for temporary files took 9 ms.
    private static func names(in folder: String) -> [SharedPictureName] {
        guard let listing = opendir(folder) else { return [] }
        defer { closedir(listing) }
        let start = SharedPictureName.start
        var names: [SharedPictureName] = []
        while let item = readdir(listing) {
            let name = withUnsafePointer(to: &item.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { name in
                    strncmp(name, start, start.utf8.count) == 0
                        ? SharedPictureName(String(cString: name)) : nil
                }
            }
            if let name { names.append(name) }
        }
        return names
    }

    private static func isLeft(_ name: SharedPictureName, in folder: String) -> Bool {
        guard kill(name.maker, 0) != 0, errno == ESRCH else { return false }
        var status = stat()
        guard lstat("\(folder)/\(name.text)", &status) == 0, status.st_uid == geteuid(),
            status.st_mode & S_IFMT == S_IFREG
        else { return false }
        return time(nil) - status.modified > leastAgeSeconds
    }
}

extension stat {
    fileprivate var modified: time_t {
        #if canImport(Glibc)
        st_mtim.tv_sec
        #else
        st_mtimespec.tv_sec
        #endif
    }
}

/// The files that a crash must remove: their paths, in memory that a signal handler may read.
///
/// A path stays recorded from before its file is created until the file is deleted or handed over.
/// The path's first byte is written last, so a crash meanwhile finds an empty or a complete path.
enum CrashCleanup {
    /// The maximum number of paths; a session needs three, and tests need a few more.
    private static let limit = 32
    private static let pathBytes = 1024

    /// Creates a file whose path is recorded beforehand; returns `nil`, without a file, if there is
    /// no space for the path or the program is crashing.
    static func remember<Made>(_ path: String, whileMaking make: () -> Made) -> Made? {
        makers.add(1, ordering: .sequentiallyConsistent)
        defer { makers.subtract(1, ordering: .sequentiallyConsistent) }
        guard !isOver.load(ordering: .sequentiallyConsistent), keep(path) else { return nil }
        return make()
    }

    static func forget(_ path: String) {
        writing.withLock { _ in
            guard let memory = rememberedPaths else { return }
            for slot in 0..<limit where strcmp(memory + slot * pathBytes, path) == 0 {
                memory[slot * pathBytes] = 0
            }
        }
    }

    /// Removes the files, including one that another thread is creating.
    ///
    /// The function is async-signal-safe: it calls only `unlink`, `shm_unlink` (on Darwin) and
    /// `poll`, and uses only atomics that have been used before.
    static func removeAll() {
        guard let memory = rememberedPaths else { return }
        isOver.store(true, ordering: .sequentiallyConsistent)
        for _ in 0..<waitLimitMilliseconds where makers.load(ordering: .sequentiallyConsistent) > 0
        {
            poll(nil, 0, 1)
        }
        for slot in 0..<limit where memory[slot * pathBytes] != 0 {
            cfiles_remove_shared(memory + slot * pathBytes)
        }
    }

    private static let writing = Mutex<Void>(())
    /// The time limit for the creation of a file, which takes microseconds unless its thread has
    /// crashed.
    private static let waitLimitMilliseconds = 20

    private static func keep(_ path: String) -> Bool {
        writing.withLock { _ in
            let memory = rememberedPaths ?? allocate()
            let free = (0..<limit).map { memory + $0 * pathBytes }.first { $0[0] == 0 }
            return free.map { write(path, to: $0) } ?? false
        }
    }

    /// Allocates memory that is never freed, because the handler may run at any time.
    private static func allocate() -> UnsafeMutablePointer<CChar> {
        let memory = UnsafeMutablePointer<CChar>.allocate(capacity: limit * pathBytes)
        memory.initialize(repeating: 0, count: limit * pathBytes)
        rememberedPaths = memory
        return memory
    }

    private static func write(_ path: String, to memory: UnsafeMutablePointer<CChar>) -> Bool {
        let bytes = Array(path.utf8)
        guard let first = bytes.first, bytes.count < pathBytes else { return false }
        for (index, byte) in bytes.enumerated().dropFirst() {
            memory[index] = CChar(bitPattern: byte)
        }
        memory[bytes.count] = 0
        memory[0] = CChar(bitPattern: first)
        return true
    }
}

/// The number of threads that are creating a file.
private let makers = Atomic<Int>(0)
/// True while the program is crashing, when no file may be created.
private let isOver = Atomic<Bool>(false)

// The memory is allocated once; only its contents change. The handler reads it.
nonisolated(unsafe) private var rememberedPaths: UnsafeMutablePointer<CChar>?
