package import Imaging
package import Localization
internal import PhotoPipeline
internal import Screens
internal import TerminalProtocols

/// The cost of the last picture, kept whether it is shown or not, and logged.
package struct DebugOverlay {
    /// A photo that was sent or placed, and its cost.
    struct Picture {
        enum Subject {
            case frame(ImageRequest)
            case placement(GraphicsProtocol, PixelSize)
        }

        let subject: Subject
        var cost: PictureCost

        init(_ graphics: GraphicsProtocol, _ size: PixelSize, _ cost: PictureCost) {
            subject = .placement(graphics, size)
            self.cost = cost
        }

        /// A frame of one picture, or of two; `nil` without pictures.
        init?(_ images: [RenderedImage]) {
            guard let request = images.first?.request else { return nil }
            subject = .frame(request)
            cost = PictureCost(of: images.map(\.cost))
        }

        /// `nil` for a placement.
        var request: ImageRequest? {
            if case .frame(let request) = subject { request } else { nil }
        }
    }

    package var isShown = false
    private let strings: Strings
    private let isSandboxed: @Sendable () -> Bool
    private let log = FrameLog.found
    private var picture: Picture?
    private var sentAt: Clock.Milliseconds?
    private var writing: Int?

    package init(_ strings: Strings, isSandboxed: @escaping @Sendable () -> Bool) {
        self.strings = strings
        self.isSandboxed = isSandboxed
    }

    /// The statistics of its photo; `nil` if it is decoded in one piece.
    package var statistics: DecodeStatistics? { picture?.cost.statistics }

    func asked(_ request: ImageRequest, at now: Clock.Milliseconds) {
        log.note(at: now, "ask \(Strings().text(of: request).string)")
    }

    /// Records a frame that was sent; one without a photo is only logged.
    mutating func sent(_ new: Picture?, byteCount: Int, at now: Clock.Milliseconds) {
        sentAt = now
        writing = nil
        if var new {
            new.cost.byteCount = byteCount
            picture = new
            let line = Strings().text(
                Self.name(of: new.subject, Strings()), new.cost, writing: nil)
            log.note(at: now, "made\(line.string)")
        }
        log.note(at: now, "sent \(byteCount) bytes")
    }

    mutating func arrived(at now: Clock.Milliseconds) {
        guard let sentAt, writing == nil else { return }
        writing = now - sentAt
        log.note(at: now, "drawn: \(now - sentAt) ms after it was sent")
    }

    /// The line that replaces the status line, at most this wide.
    func text(columns: Int) -> SafeText? {
        guard let picture else { return nil }
        let warning = isSandboxed() ? "" : strings.notSandboxed
        let line = strings.text(
            Self.name(of: picture.subject, strings), picture.cost, writing: writing,
            columns: columns - warning.width)
        return line + warning
    }

    private static func name(of subject: Picture.Subject, _ strings: Strings) -> SafeText {
        switch subject {
        case .frame(let request): strings.text(of: request)
        case .placement(let graphics, let size): strings.text(of: graphics, size)
        }
    }
}
