internal import Decoding
internal import Imaging
internal import Localization
internal import PhotoPipeline
internal import Screens
internal import TerminalProtocols

/// The cost of the last picture, kept whether it is shown or not, and logged.
struct DebugOverlay {
    /// What was sent.
    enum Subject {
        case frame(ImageRequest)
        case placement(GraphicsProtocol, PixelSize)
    }

    var isShown = false
    private let strings: Strings
    private let decoder: SandboxedDecoder
    private let log = FrameLog.found
    private var picture: (subject: Subject, cost: PictureCost)?
    private var sentAt: Clock.Milliseconds?
    private var writing: Int?

    init(_ strings: Strings, _ decoder: SandboxedDecoder) {
        self.strings = strings
        self.decoder = decoder
    }

    /// The statistics of its photo; `nil` if that is decoded in one piece.
    var figures: DecodeStatistics? { picture?.cost.figures }

    func asked(_ request: ImageRequest, at now: Clock.Milliseconds) {
        log.note(at: now, "ask \(strings.text(of: request).string)")
    }

    /// A picture is on its way, in so many bytes.
    mutating func sent(
        _ subject: Subject, _ cost: PictureCost, byteCount: Int, at now: Clock.Milliseconds
    ) {
        var cost = cost
        cost.byteCount = byteCount
        picture = (subject, cost)
        sentAt = now
        writing = nil
        log.note(at: now, "made\(strings.text(name(of: subject), cost, writing: nil).string)")
        log.note(at: now, "sent \(byteCount) bytes")
    }

    mutating func arrived(at now: Clock.Milliseconds) {
        guard let sentAt, writing == nil else { return }
        writing = now - sentAt
        log.note(at: now, "drawn: \(now - sentAt) ms after it was sent")
    }

    /// The line that replaces the status line, in so many columns.
    func text(columns: Int) -> SafeText? {
        guard let picture else { return nil }
        let warning = decoder.isSandboxed ? "" : strings.notSandboxed
        let line = strings.text(
            name(of: picture.subject), picture.cost, writing: writing,
            columns: columns - warning.width)
        return line + warning
    }

    private func name(of subject: Subject) -> SafeText {
        switch subject {
        case .frame(let request): strings.text(of: request)
        case .placement(let graphics, let size): strings.text(of: graphics, size)
        }
    }
}
