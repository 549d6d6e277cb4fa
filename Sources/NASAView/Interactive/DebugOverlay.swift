internal import Decoding
internal import Imaging
internal import Localization
internal import PhotoPipeline
internal import Screens
internal import TerminalProtocols

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
        return decoder.isSandboxed ? line : line + strings.notSandboxed
    }
}
