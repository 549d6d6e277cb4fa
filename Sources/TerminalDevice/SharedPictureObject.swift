internal import TerminalProtocols

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// One shared memory object or temporary file while it is being filled.
final class SharedPictureObject {
    let share: KittyShare
    private let descriptor: Int32

    /// A new one: never one that exists, so that nobody can lay one of his own in the way.
    init(_ medium: KittyMedium) throws(SharedPictureFailure) {
        let name = SharedPictureName().text
        switch medium {
        case .sharedMemory:
            share = .sharedMemory(name: "/" + name)
            descriptor = try Self.openSharedMemory("/" + name)
        case .file:
            let path = "\(SharedLeftovers.folder)/\(name)"
            share = .file(path: path)
            descriptor = open(path, Self.flags | O_CLOEXEC | O_NOFOLLOW, 0o600)
        case .direct: throw .unsupported
        }
        guard descriptor >= 0 else { throw .cannotCreate(errorNumber: errno) }
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

    private static func openSharedMemory(_ name: String) throws(SharedPictureFailure) -> Int32 {
        #if canImport(Glibc)
        return shm_open(name, flags, 0o600)
        #else
        // Darwin declares shm_open with variable arguments, which Swift cannot call.
        throw .unsupported
        #endif
    }

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
