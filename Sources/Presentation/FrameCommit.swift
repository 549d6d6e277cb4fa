internal import Imaging
internal import PhotoPipeline
internal import Screens
internal import TerminalProtocols

/// A frame for the terminal: pictures or a page, and the text written with them.
struct FrameCommit {
    /// The bytes that keep the terminal busy: pictures, or a page.
    let content: [UInt8]
    /// True if the terminal should acknowledge the frame; a few words need no acknowledgement.
    let isBusy: Bool
    var before: [UInt8] = []
    var after: [UInt8] = []
    /// True if the frame is a synchronized update on terminals that support such updates.
    var isSynchronized = true
    /// True if this is the first frame of the photo.
    var isNew = false
    /// True if the terminal scrolls most of the picture.
    var isScrolled = false
    /// The displayed photo, and its cost; `nil` for a page.
    var picture: DebugOverlay.Picture?
    /// The bar below a photo; `nil` for a page.
    private(set) var bar: PhotoBar?

    init(_ content: [UInt8], isBusy: Bool) {
        self.content = content
        self.isBusy = isBusy
    }

    /// Creates a frame of a photo and the bar below it; `erasure` is written before the photo.
    init(_ photo: [UInt8], _ bar: PhotoBar, after erasure: [UInt8], on context: RenderContext) {
        self.init(photo, isBusy: !photo.isEmpty)
        before = erasure
        after = context.bytes(of: bar) + context.cursor(isDrawnOver: true)
        self.bar = bar
    }

    /// Creates a frame from placements of stored pictures and changes of the bar; without
    /// placements, only the bar changes.
    init(
        placing photo: [UInt8] = [], _ bar: PhotoBar, over old: PhotoBar? = nil,
        on context: RenderContext
    ) {
        self.init(photo, isBusy: !photo.isEmpty)
        after = context.bytes(of: bar, over: old) + context.cursor(isDrawnOver: false)
        isSynchronized = false
        self.bar = bar
    }

    fileprivate func bytes(on profile: TerminalProfile, isAwaited: Bool) -> [UInt8] {
        let (begin, end) = isSynchronized ? profile.updateMarks : ([], [])
        return Array(
            joining: [begin, before, content, after, end, isAwaited ? profile.acknowledgement : []])
    }
}

extension Display {
    /// Sends a frame; only this function sends output that keeps the terminal busy.
    ///
    /// Frames request no acknowledgement from a terminal that has not replied to the probe.
    mutating func commit(_ frame: FrameCommit) {
        let isAwaited =
            frame.isBusy && context.isAnswering && flow.acknowledgement.isWorthAsking
        write(frame.bytes(on: context.profile, isAwaited: isAwaited))
        if let bar = frame.bar {
            content = .photo(bar)
            page.forget()
        }
        guard frame.isBusy else { return }
        if isAwaited {
            let request = frame.picture?.request
            flow.send(
                frame.content.count, request?.quality ?? .atRest,
                movingQuality: request?.qualityOfMoving, isNew: frame.isNew,
                isScrolled: frame.isScrolled, assuming: context.assumedBytesPerSecond)
        }
        overlay.sent(frame.picture, byteCount: frame.content.count, at: flow.now)
    }
}

extension RenderContext {
    /// Returns the bytes that erase only the text around a photo that is drawn over a page, and the
    /// page's links.
    ///
    /// The links would stay active below the photo. Clearing the screen first showed an empty
    /// screen in 14 to 20 of 20 redraws in four terminals.
    func erasure(besidePhotoAnd links: [CellRect]) -> [UInt8] {
        var output = ControlSequence.bytes(.plain, .resetMargins)
        for row in 0..<profile.window.cells.rows - 1 { erase(row, into: &output) }
        for link in links { erase(link.origin, columns: link.size.columns, into: &output) }
        return output
    }

    /// Erases a row except the cells that the photo covers completely.
    private func erase(_ row: Int, into output: inout [UInt8]) {
        let (first, count) = (coveredCells.origin.column, coveredCells.size.columns)
        let isCovered = row < coveredCells.size.rows
        if isCovered, first > 0 {
            erase(CellPosition(row: row, column: 0), columns: first, into: &output)
        }
        let column = isCovered ? first + count : 0
        guard column < profile.window.cells.columns else { return }
        ControlSequence.moveCursor(CellPosition(row: row, column: column)).append(to: &output)
        ControlSequence.eraseLine.append(to: &output)
    }

    private func erase(_ start: CellPosition, columns: Int, into output: inout [UInt8]) {
        ControlSequence.moveCursor(start).append(to: &output)
        ControlSequence.erase(columns: columns).append(to: &output)
    }
}
