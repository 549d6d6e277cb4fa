internal import Decoding
internal import FoundationEssentials
internal import Imaging
internal import PhotoPipeline
internal import Screens
internal import TerminalProtocols

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// What the last picture cost, kept whether it is shown or not.
struct DebugOverlay {
    let strings: Strings
    /// What decodes the photos: whether it could do more than that is said as well.
    let decoder: SandboxedDecoder
    var isShown = false
    private var picture: (name: SafeText, cost: PictureCost)?
    private var sentAt: Clock.Milliseconds?
    private var writing: Int?

    init(_ strings: Strings, _ decoder: SandboxedDecoder) {
        self.strings = strings
        self.decoder = decoder
    }

    var figures: DecodeStatistics? { picture?.cost.figures }

    /// A picture is on its way; `name` is its protocol and size.
    mutating func sent(_ name: SafeText, _ cost: PictureCost, at now: Clock.Milliseconds) {
        picture = (name, cost)
        sentAt = now
        writing = nil
        let log = FrameLog.found
        log.note(at: now, "made\(strings.text(name, cost, writing: nil).string)")
        log.note(at: now, "sent \(cost.byteCount) bytes")
    }

    mutating func arrived(at now: Clock.Milliseconds) {
        guard let sentAt, writing == nil else { return }
        writing = now - sentAt
        FrameLog.found.note(at: now, "drawn: \(now - sentAt) ms after it was sent")
    }

    /// The line that stands for the status line while the overlay is shown.
    var text: SafeText? {
        guard isShown, let picture else { return nil }
        let line = strings.text(picture.name, picture.cost, writing: writing)
        return decoder.isFenced ? line : line + strings.unfenced
    }
}

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
