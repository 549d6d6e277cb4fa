internal import Imaging
internal import PhotoPipeline
internal import Screens
internal import TerminalProtocols

/// A frame for the terminal: pictures or a page, and the text written with them.
struct FrameCommit {
    /// The bytes that keep the terminal busy: pictures, or a page.
    let content: [UInt8]
    /// True if the terminal should acknowledge it; a few words are not worth one.
    let isBusy: Bool
    var before: [UInt8] = []
    var after: [UInt8] = []
    /// True to send it as a synchronized update, if the terminal supports these.
    var isSynchronized = true
    /// True if this is the first frame of the photo.
    var isNew = false
    /// True if the terminal scrolls most of the picture.
    var isScrolled = false
    /// The photo that it shows, and its cost; `nil` for a page.
    var picture: DebugOverlay.Picture?
    /// The bar below a photo; `nil` for a page.
    private(set) var bar: PhotoBar?

    init(_ content: [UInt8], isBusy: Bool) {
        self.content = content
        self.isBusy = isBusy
    }

    /// Creates a frame of a photo and the bar below it.
    init(
        _ photo: [UInt8], _ bar: PhotoBar, clearing: ClearStrategy, on context: RenderContext
    ) {
        self.init(photo, isBusy: !photo.isEmpty)
        before = clearing.bytes(on: context.profile)
        after = context.bytes(of: bar) + context.cursor
        self.bar = bar
    }

    /// Creates a frame of placements of stored pictures, and the changes of the bar; without
    /// placements only of another bar.
    init(
        placing photo: [UInt8] = [], _ bar: PhotoBar, over old: PhotoBar? = nil,
        on context: RenderContext
    ) {
        self.init(photo, isBusy: !photo.isEmpty)
        after = context.bytes(of: bar, over: old)
        if context.profile.showsCursor { after += context.cursor }
        isSynchronized = false
        self.bar = bar
    }

    fileprivate func bytes(on profile: TerminalProfile, isAwaited: Bool) -> [UInt8] {
        let isSynchronized = isSynchronized && profile.hasSynchronizedUpdates
        return Array(joining: [
            isSynchronized ? ControlSequence.bytes(.beginUpdate) : [], before, content, after,
            isSynchronized ? ControlSequence.bytes(.endUpdate) : [],
            isAwaited ? Self.acknowledgement(on: profile) : [],
        ])
    }

    /// Asks the terminal that draws the pictures for an acknowledgement; never through tmux.
    private static func acknowledgement(on profile: TerminalProfile) -> [UInt8] {
        guard let passage = profile.passthrough else { return CapabilityQuery.acknowledgement }
        return passage.repliesReachUs
            ? passage.multiplexer.wrap(CapabilityQuery.acknowledgement) : []
    }
}

extension Display {
    /// Sends a frame: the only way to the terminal for anything that keeps it busy.
    ///
    /// A terminal that has not answered the probe is not asked after frames either.
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

/// A way to clear the screen for a photo, in the same write.
enum ClearStrategy {
    /// Draws over the previous photo.
    ///
    /// Clearing it first showed an empty screen in 14 to 20 of 20 redraws in four terminals
    /// (facts/terminals.md §4.7).
    case nothing
    /// Draws over a page of text: erases only the text outside these cells, and the page's links,
    /// which would stay active under the photo.
    case surroundings(CellRect, links: [CellRect])
    /// Erases everything, because the displayed content is unknown.
    case everything

    func bytes(on profile: TerminalProfile) -> [UInt8] {
        switch self {
        case .nothing: []
        case .everything: profile.screenClearing
        case .surroundings(let cells, let links):
            Self.surroundings(of: cells, in: profile.window.cells) + Self.erasure(of: links)
        }
    }

    private static func erasure(of links: [CellRect]) -> [UInt8] {
        links.flatMap {
            ControlSequence.bytes(.moveCursor($0.origin), .erase(columns: $0.size.columns))
        }
    }

    /// Clears everything except the cells that the photo covers completely, and the status line.
    private static func surroundings(of cells: CellRect, in window: CellSize) -> [UInt8] {
        var output = ControlSequence.bytes(.plain, .resetMargins)
        for row in 0..<window.rows - 1 {
            let isCovered = row < cells.size.rows
            if isCovered, cells.origin.column > 0 {
                ControlSequence.moveCursor(CellPosition(row: row, column: 0)).append(to: &output)
                ControlSequence.erase(columns: cells.origin.column).append(to: &output)
            }
            let column = isCovered ? cells.origin.column + cells.size.columns : 0
            guard column < window.columns else { continue }
            ControlSequence.moveCursor(CellPosition(row: row, column: column)).append(to: &output)
            ControlSequence.eraseLine.append(to: &output)
        }
        return output
    }
}

// The bar below a photo.
extension RenderContext {
    /// Returns the bar, which takes the whole last line of the screen, an empty line if it is
    /// hidden; or only what differs from another one.
    func bytes(of bar: PhotoBar, over old: PhotoBar? = nil) -> [UInt8] {
        if bar == old { return [] }
        guard bar.isHidden else {
            return bytes(of: old.map { bar.changes(from: $0) } ?? bar.runs, on: bar.ground)
        }
        return ControlSequence.bytes(.moveCursor(lastLine(from: 0)), .plain, .eraseLine)
    }

    /// Shows the cursor at the start of the bar, or hides it: mlterm is said to show it after a sixel.
    var cursor: [UInt8] {
        profile.showsCursor
            ? ControlSequence.bytes(.moveCursor(lastLine(from: 0)), .showCursor)
            : ControlSequence.bytes(.hideCursor)
    }

    private func lastLine(from column: Int) -> CellPosition {
        CellPosition(row: profile.window.cells.rows - 1, column: column)
    }

    /// Returns runs of the bar in their colours; the cells between them stay unchanged.
    private func bytes(of runs: [PhotoBar.Run], on ground: PhotoBar.Background) -> [UInt8] {
        var output: [UInt8] = []
        var column: Int?
        for run in runs {
            if column != run.columns.lowerBound {
                ControlSequence.moveCursor(lastLine(from: run.column)).append(to: &output)
            }
            column = run.columns.upperBound
            for sequence in attributes(run.style, on: ground) { sequence.append(to: &output) }
            ordered(run.text).append(to: &output)
        }
        return output + ControlSequence.bytes(.plain)
    }

    private func attributes(
        _ style: TextPage.Style, on ground: PhotoBar.Background
    ) -> [ControlSequence] {
        let text, selection: Int?
        var sequences = [ControlSequence.plain]
        switch ground {
        case .plain(let strength):
            (text, selection) = (colours.fade.prefix(max(0, strength)).last, nil)
        case .bar:
            let pair = colours.pair(style, on: .selection)
            // Without a quiet background the bar is reversed; faint and coloured text is hard to
            // read there.
            if (style == .reversed) == (pair.ground != nil) { sequences.append(.reverse) }
            (text, selection) = (pair.ground == nil ? nil : pair.text, pair.ground)
        }
        if style == .strong { sequences.append(.bold) }
        if let text { sequences.append(.foreground(text)) }
        if let selection { sequences.append(.background(selection)) }
        return sequences
    }
}
