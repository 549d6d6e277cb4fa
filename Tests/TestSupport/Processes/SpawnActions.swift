#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The descriptors a program starts with: its three streams and no other.
final class SpawnActions {
    #if canImport(Glibc)
    var raw = posix_spawn_file_actions_t()
    #else
    var raw: posix_spawn_file_actions_t?
    #endif

    init(_ start: ProgramStart, terminal: String?) throws {
        let number = posix_spawn_file_actions_init(&raw)
        guard number == 0 else {
            throw TestEnvironmentError.call("posix_spawn_file_actions_init", number: number)
        }
        // A session leader that opens a terminal gets it as its controlling one.
        if let terminal { open(terminal, as: Self.spare) }
        for (descriptor, stream) in [start.input, start.output, start.errors].enumerated() {
            connect(Int32(descriptor), to: stream, terminal: terminal)
        }
        closeOthers()
    }

    /// A descriptor above those of the streams of any test.
    private static let spare: Int32 = 250

    private func connect(_ descriptor: Int32, to stream: StandardStream, terminal: String?) {
        switch stream {
        case .terminal: open(terminal ?? "/dev/null", as: descriptor)
        case .nowhere: open("/dev/null", as: descriptor)
        case .file(let path): open(path, as: descriptor, mode: O_RDONLY)
        case .descriptor(let ours): posix_spawn_file_actions_adddup2(&raw, ours, descriptor)
        }
    }

    private func open(_ path: String, as descriptor: Int32, mode: Int32 = O_RDWR) {
        posix_spawn_file_actions_addopen(&raw, descriptor, path, mode, 0)
    }

    /// Closes what the test runner may have left open; a number that is not open does no harm.
    private func closeOthers() {
        #if canImport(Glibc)
        for descriptor in 3...Self.spare { posix_spawn_file_actions_addclose(&raw, descriptor) }
        #endif
    }

    deinit { posix_spawn_file_actions_destroy(&raw) }
}
