internal import FoundationEssentials
internal import TerminalProtocols

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// What NASA_VIEW_LOG names: a file with a line for each step from a key to its bytes.
///
///     1042 key z
///     1042 ask sixel 800x480 moving
///     1051 made sixel 800x480  moving  decode 3.1  scale 2.0 … ms  137,012 bytes
///     1051 sent 137012 bytes
///     1069 drawn: 18 ms after it was sent
///
/// The first column is milliseconds of a clock that only goes forward. Nothing is logged of what a
/// person types into a search.
struct FrameLog: Sendable {
    /// The one that the environment asks for; it takes lines and keeps none where nobody asks.
    static let found = FrameLog(path: path)

    /// Where it is, if anybody asks for one.
    static let path = ProcessInfo.processInfo.environment["NASA_VIEW_LOG"].flatMap {
        $0.isEmpty ? nil : $0
    }

    private let descriptor: Int32

    init(path: String?) {
        guard let path else {
            descriptor = -1
            return
        }
        // O_NOFOLLOW: in a folder of everybody's a link could lead to any file of the person's.
        descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
    }

    /// Adds a line; the words are not even made where nobody reads them.
    func note(at now: Clock.Milliseconds, _ words: @autoclosure () -> String) {
        guard descriptor >= 0 else { return }
        let line = Array("\(now) \(SafeText(words()).string)\n".utf8)
        // A log that cannot be written is no reason to disturb anybody.
        _ = line.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    }
}
