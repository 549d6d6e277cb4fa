internal import Files
internal import FoundationEssentials
internal import SystemPackage
internal import TerminalProtocols

/// The log file that NASA_VIEW_LOG names, with a line for each step from a key to its bytes.
///
///     1042 key z
///     1042 view
///     1042 ask sixel 800x480 moving
///     1051 made sixel 800x480  moving  decode 3.1  scale 2.0 … ms  137,012 bytes
///     1051 sent 137012 bytes
///     1069 drawn: 18 ms after it was sent
///
/// The first column is the time in milliseconds of a monotonic clock. Search words are not logged.
package struct FrameLog: Sendable {
    /// The log named in the environment.
    package static let found = FrameLog(path: path)

    package static let path = ProcessInfo.processInfo.environment["NASA_VIEW_LOG"].flatMap {
        $0.isEmpty ? nil : $0
    }

    private let file: Descriptor?

    init(path: String?) {
        file = path.flatMap {
            // A link is not followed: in a folder that others can write to, the link could lead to
            // any file.
            try? Descriptor(
                opening: $0, .writeOnly, options: [.create, .append, .noFollow],
                permissions: .ownerReadWrite)
        }
    }

    package var isKept: Bool { file != nil }

    /// Appends a line; `words` are evaluated only if there is a log.
    package func note(at now: Clock.Milliseconds, _ words: @autoclosure () -> String) {
        guard let file else { return }
        // A log that cannot be written must not disturb the session.
        try? file.append(Array("\(now) \(SafeText(words()).string)\n".utf8))
    }
}
