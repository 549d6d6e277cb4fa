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
        let writer = PhotoBarWriter(context)
        after = writer.bytes(of: bar) + writer.cursor
        self.bar = bar
    }

    /// Creates a frame of another bar below an unchanged photo.
    init(_ bar: PhotoBar, on context: RenderContext) {
        self.init([], isBusy: false)
        let writer = PhotoBarWriter(context)
        after = writer.bytes(of: bar) + (context.profile.showsCursor ? writer.cursor : [])
        isSynchronized = false
        self.bar = bar
    }

    /// Creates a frame of placements of stored pictures, and the changes of the bar.
    ///
    /// Under 100 bytes while panning: too little for a synchronized update, unless text places them.
    init(placing photo: [UInt8], _ bar: PhotoBar, over old: PhotoBar, on context: RenderContext) {
        self.init(photo, isBusy: !photo.isEmpty)
        let writer = PhotoBarWriter(context)
        after =
            writer.changes(to: bar, from: old) + (context.profile.showsCursor ? writer.cursor : [])
        isSynchronized = isBusy && context.profile.placeholders != nil
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
    mutating func commit(_ frame: FrameCommit, on context: RenderContext) {
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
        case .everything: Self.everything(on: profile)
        case .surroundings(let cells, let links):
            Self.surroundings(of: cells, in: profile.window.cells) + Self.erasure(of: links)
        }
    }

    /// Clears the screen; ED 2 deletes the pictures in kitty's store, ED 0 keeps them and their
    /// placements.
    static func everything(on profile: TerminalProfile) -> [UInt8] {
        guard profile.picturesLieApart else {
            return ControlSequence.bytes(.plain, .resetMargins, .clearScreen)
        }
        let home = CellPosition(row: 0, column: 0)
        return ControlSequence.bytes(.plain, .resetMargins, .moveCursor(home), .eraseBelow)
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

/// Writes the bar below a photo.
struct PhotoBarWriter {
    private let context: RenderContext

    init(_ context: RenderContext) { self.context = context }

    private var colours: TextColours { context.colours }

    /// Returns the bar, which takes the whole last line of the screen; an empty line if it is
    /// hidden.
    func bytes(of bar: PhotoBar) -> [UInt8] {
        guard !bar.isHidden else {
            return ControlSequence.bytes(.moveCursor(lastLine(from: 0)), .plain, .eraseLine)
        }
        return bytes(of: bar.runs, on: bar.ground)
    }

    /// Returns the bytes that turn one bar into another.
    func changes(to bar: PhotoBar, from old: PhotoBar) -> [UInt8] {
        if bar == old { return [] }
        return bar.isHidden ? bytes(of: bar) : bytes(of: bar.changes(from: old), on: bar.ground)
    }

    /// Shows the cursor at the start of the bar, or hides it: mlterm is said to show it after a sixel.
    var cursor: [UInt8] {
        guard context.profile.showsCursor else { return ControlSequence.bytes(.hideCursor) }
        return ControlSequence.bytes(.moveCursor(lastLine(from: 0)), .showCursor)
    }

    private func lastLine(from column: Int) -> CellPosition {
        CellPosition(row: context.profile.window.cells.rows - 1, column: column)
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
            output += attributes(run.style, on: ground)
            context.ordered(run.text).append(to: &output)
        }
        return output + ControlSequence.bytes(.plain)
    }

    private func attributes(_ style: TextPage.Style, on ground: PhotoBar.Background) -> [UInt8] {
        var output = ControlSequence.bytes(.plain)
        if case .plain(let strength) = ground {
            if style == .strong { ControlSequence.bold.append(to: &output) }
            foreground(colours.fade.prefix(max(0, strength)).last, in: &output)
            return output
        }
        // Without a quiet background the bar is reversed; faint and coloured text is hard to read
        // there.
        let pair = colours.pair(style, on: .selection)
        guard let selection = pair.ground else {
            if style != .reversed { ControlSequence.reverse.append(to: &output) }
            if style == .strong { ControlSequence.bold.append(to: &output) }
            return output
        }
        if style == .strong { ControlSequence.bold.append(to: &output) }
        if style == .reversed { ControlSequence.reverse.append(to: &output) }
        foreground(pair.text, in: &output)
        ControlSequence.background(selection).append(to: &output)
        return output
    }

    private func foreground(_ colour: Int?, in output: inout [UInt8]) {
        if let colour { ControlSequence.foreground(colour).append(to: &output) }
    }
}
