internal import Foundation

/// A started program, which ends at the latest when this object is released.
package final class ChildProcess {
    package let identifier: Int32
    private var ended: ExitStatus?
    /// Processor time including that of its own children; zero before it has ended.
    private(set) var processorSeconds = 0.0

    /// Starts a program as the leader of a new session.
    ///
    /// - Parameters:
    ///   - start: the program, and its streams.
    ///   - terminal: the path of the terminal that becomes its controlling one, if any.
    /// - Throws: `TestEnvironmentError`.
    package init(_ start: ProgramStart, terminal: String? = nil) throws {
        let attributes = try SpawnAttributes()
        let actions = try SpawnActions(start, terminal: terminal)
        let words = CStrings([start.path] + start.arguments)
        let variables = CStrings(start.environment.map { "\($0.key)=\($0.value)" })
        var identifier: pid_t = 0
        let number = posix_spawn(
            &identifier, start.path, &actions.raw, &attributes.raw, words.pointers,
            variables.pointers)
        guard number == 0 else { throw TestEnvironmentError.call("posix_spawn", number: number) }
        self.identifier = identifier
    }

    /// The exit status, or nil while it runs.
    package var status: ExitStatus? {
        if let ended { return ended }
        var word: Int32 = 0
        var usage = rusage()
        guard wait4(identifier, &word, WNOHANG, &usage) == identifier else { return nil }
        ended = ExitStatus(waitStatus: word)
        processorSeconds = [usage.ru_utime, usage.ru_stime].reduce(0) {
            $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
        }
        return ended
    }

    /// True if it was stopped since the last query.
    var hasStopped: Bool {
        var word: Int32 = 0
        // 0x7f in place of the signal means stopped (wait(2), the W… macros).
        return waitpid(identifier, &word, WNOHANG | WUNTRACED) == identifier && word & 0xff == 0x7f
    }

    package func send(_ signal: Int32) {
        if status == nil { kill(identifier, signal) }
    }

    /// Ends it and its whole group, and waits for that.
    package func end() {
        guard status == nil else { return }
        // The program leads its session, so its group has its number.
        kill(-identifier, SIGKILL)
        kill(identifier, SIGKILL)
        var word: Int32 = 0
        if waitpid(identifier, &word, 0) == identifier { ended = ExitStatus(waitStatus: word) }
    }

    deinit { end() }
}

/// The start parameters of a program.
package struct ProgramStart: Sendable {
    package var path: String
    package var arguments: [String]
    /// The whole environment: nothing is inherited.
    package var environment: [String: String]
    package var input: StandardStream
    package var output: StandardStream
    package var errors: StandardStream

    package init(
        _ path: String, _ arguments: [String] = [],
        environment: [String: String] = CleanEnvironment.variables
    ) {
        self.path = path
        self.arguments = arguments
        self.environment = environment
        input = .terminal
        output = .terminal
        errors = .terminal
    }
}

/// A program's standard input, output or error.
package enum StandardStream: Hashable, Sendable {
    /// The terminal it is started in.
    case terminal
    /// Nothing: reads end at once, writes vanish.
    case nowhere
    /// One of our descriptors, which we still must close.
    case descriptor(Int32)
    /// A file to read from.
    case file(String)
}

/// The end of a program.
package enum ExitStatus: Hashable, Sendable {
    case code(Int32)
    case signal(Int32)

    /// Parses the status word of `waitpid`.
    init(waitStatus word: Int32) {
        // The low 7 bits name the signal, the next byte holds the code (wait(2), the W… macros).
        let signal = word & 0x7f
        self = signal == 0 ? .code((word >> 8) & 0xff) : .signal(signal)
    }
}

/// The descriptors of a started program: only its three streams.
final class SpawnActions {
    #if os(Linux)
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

    /// Closes descriptors that the test runner may have left open; closing an unused number is
    /// harmless.
    private func closeOthers() {
        #if os(Linux)
        for descriptor in 3...Self.spare { posix_spawn_file_actions_addclose(&raw, descriptor) }
        #endif
    }

    deinit { posix_spawn_file_actions_destroy(&raw) }
}

/// The attributes of a started program: a new session, with a shell's signals.
final class SpawnAttributes {
    #if os(Linux)
    var raw = posix_spawnattr_t()
    private static let newSession: Int32 = 0x80
    private static let closeOthers: Int32 = 0
    #else
    var raw: posix_spawnattr_t?
    private static let newSession: Int32 = 0x0400
    private static let closeOthers: Int32 = 0x4000
    #endif

    init() throws {
        var number = posix_spawnattr_init(&raw)
        guard number == 0 else {
            throw TestEnvironmentError.call("posix_spawnattr_init", number: number)
        }
        let flags =
            Self.newSession | Self.closeOthers | Int32(POSIX_SPAWN_SETSIGDEF)
            | Int32(POSIX_SPAWN_SETSIGMASK)
        number = posix_spawnattr_setflags(&raw, Int16(flags))
        guard number == 0 else {
            throw TestEnvironmentError.call("posix_spawnattr_setflags", number: number)
        }
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigdefault(&raw, &all)
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&raw, &none)
    }

    deinit { posix_spawnattr_destroy(&raw) }
}

/// Strings in the form of `execve`: pointers, and a null at the end.
final class CStrings {
    let pointers: [UnsafeMutablePointer<CChar>?]

    init(_ strings: [String]) { pointers = strings.map { strdup($0) } + [nil] }

    deinit { for pointer in pointers { free(pointer) } }
}

/// A pipe of which programs inherit only the given end.
package final class OwnPipe: Sendable {
    package let reading: Int32
    package let writing: Int32

    package init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw TestEnvironmentError.call("pipe", number: errno) }
        (reading, writing) = (ends[0], ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }

    deinit {
        close(reading)
        close(writing)
    }
}
