internal import TerminalProtocols

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// One shared memory object or temporary file while it is being filled.
final class SharedPictureObject {
    let share: KittyTransport
    private let descriptor: Int32

    /// A new one: never one that exists, so that nobody can lay one of his own in the way.
    init(_ medium: KittyMedium) throws(SharedPictureFailure) {
        let name = SharedPictureName().text
        switch medium {
        case .sharedMemory where Self.hasSharedMemory: share = .sharedMemory(name: "/" + name)
        case .file: share = .file(path: "\(StaleSharedMemory.folder)/\(name)")
        case .direct, .sharedMemory: throw .unsupported
        }
        descriptor = try Self.open(share)
    }

    deinit { close(descriptor) }

    /// Gives it its size and contents.
    func fill(
        _ byteCount: Int, by fill: (UnsafeMutableRawBufferPointer) -> Void
    ) throws(SharedPictureFailure) {
        try reserve(byteCount)
        let memory = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
        guard let memory, memory != MAP_FAILED else { throw .cannotFill(errorNumber: errno) }
        defer { munmap(memory, byteCount) }
        fill(UnsafeMutableRawBufferPointer(start: memory, count: byteCount))
    }

    private static let flags = O_RDWR | O_CREAT | O_EXCL

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
        case .file(let path): systemOpen(path, flags | O_CLOEXEC | O_NOFOLLOW, 0o600)
        case .sharedMemory(let name): openSharedMemory(name)
        }
    }

    #if canImport(Glibc)
    private static let hasSharedMemory = true

    private static func openSharedMemory(_ name: String) -> Int32 { shm_open(name, flags, 0o600) }
    #else
    // Darwin declares shm_open with variable arguments, which Swift cannot call.
    private static let hasSharedMemory = false

    private static func openSharedMemory(_: String) -> Int32 { -1 }
    #endif

    /// Takes the room now: writing to a mapping that the system has no room for is a fatal signal.
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

// The class has a verb of the same name.
private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
    open(path, flags, mode)
}
