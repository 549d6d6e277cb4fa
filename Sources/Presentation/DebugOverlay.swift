package import Imaging
package import Localization
internal import PhotoPipeline
internal import Screens
internal import TerminalProtocols

/// The cost of the last picture, recorded and logged even while the overlay is hidden.
package struct DebugOverlay {
    /// A photo that was sent or placed, and its cost.
    struct Picture {
        let graphics: GraphicsProtocol
        let size: PixelSize
        /// The request of the frame that was sent; `nil` for a placement.
        private(set) var request: ImageRequest?
        var cost: PictureCost

        init(_ graphics: GraphicsProtocol, _ size: PixelSize, _ cost: PictureCost) {
            (self.graphics, self.size, self.cost) = (graphics, size, cost)
        }

        /// Creates a frame of one picture or two; `nil` without pictures.
        init?(_ images: [RenderedImage]) {
            guard let request = images.first?.request else { return nil }
            let cost = PictureCost(of: images.map(\.cost))
            self.init(request.options.graphics, request.size, cost)
            self.request = request
        }

        func name(in strings: Strings) -> SafeText {
            request.map(strings.text(of:)) ?? strings.text(of: graphics, size)
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

    /// The statistics of decoding the last picture; `nil` without a picture, or if the photo was
    /// decoded in one piece.
    package var statistics: DecodeStatistics? { picture?.cost.statistics }

    func asked(_ request: ImageRequest, at now: Clock.Milliseconds) {
        log.note(at: now, "ask \(Strings().text(of: request).string)")
    }

    /// Records a frame that was sent; a frame without a photo is only logged.
    mutating func sent(_ new: Picture?, byteCount: Int, at now: Clock.Milliseconds) {
        sentAt = now
        writing = nil
        if var new {
            new.cost.byteCount = byteCount
            picture = new
            log.note(at: now, Self.words(of: new))
        }
        log.note(at: now, "sent \(byteCount) bytes")
    }

    private static func words(of picture: Picture) -> String {
        let english = Strings()
        let line = english.text(picture.name(in: english), picture.cost, writing: nil)
        return "made\(line.string)"
    }

    mutating func arrived(at now: Clock.Milliseconds) {
        guard let sentAt, writing == nil else { return }
        writing = now - sentAt
        log.note(at: now, "drawn: \(now - sentAt) ms after it was sent")
    }

    /// Returns the line, of at most `columns` columns, that replaces the status line; `nil` before
    /// the first picture.
    func text(columns: Int) -> SafeText? {
        guard let picture else { return nil }
        let warning = isSandboxed() ? "" : strings.notSandboxed
        let line = strings.text(
            picture.name(in: strings), picture.cost, writing: writing,
            columns: columns - warning.width)
        return line + warning
    }
}
