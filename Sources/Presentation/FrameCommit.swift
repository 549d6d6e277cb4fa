internal import Imaging
internal import PhotoPipeline
internal import Screens
internal import TerminalProtocols

/// A frame for the terminal: pictures or a page, and the text that is written with them.
struct FrameCommit {
    /// The bytes that take the terminal some time: pictures, or a page.
    let content: [UInt8]
    /// Whether to ask the terminal for an acknowledgement; a few words are not worth one.
    let isBusy: Bool
    var before: [UInt8] = []
    var after: [UInt8] = []
    /// Whether to send it as a synchronized update, if the terminal has these.
    var isSynchronized = true
    /// Whether this is the first frame of the photo.
    var isNew = false
    /// Whether the terminal scrolls most of the picture itself.
    var isScrolled = false
    /// The photo that it shows, and what that has cost; `nil` for a page.
    var picture: DebugOverlay.Picture?
    /// The bar below a photo; `nil` for a page.
    private(set) var bar: PhotoBar?

    init(_ content: [UInt8], isBusy: Bool) {
        self.content = content
        self.isBusy = isBusy
    }

    /// A photo, and the bar below it.
    init(
        _ photo: [UInt8], _ bar: PhotoBar, clearing: ClearStrategy, on look: TerminalLook
    ) {
        self.init(photo, isBusy: !photo.isEmpty)
        before = clearing.bytes(on: look.profile)
        // mlterm is said to show the cursor again after a sixel.
        after = PhotoBarWriter(look).bytes(of: bar) + ControlSequence.bytes(.hideCursor)
        self.bar = bar
    }

    /// Another bar below a photo that stays.
    init(_ bar: PhotoBar, on look: TerminalLook) {
        self.init([], isBusy: false)
        after = PhotoBarWriter(look).bytes(of: bar)
        isSynchronized = false
        self.bar = bar
    }

    /// Placements of pictures that the terminal stores, and what changes in the bar.
    ///
    /// Under 100 bytes while panning: too little for a synchronized update, unless text places them.
    init(placing photo: [UInt8], _ bar: PhotoBar, over old: PhotoBar, on look: TerminalLook) {
        self.init(photo, isBusy: !photo.isEmpty)
        after = PhotoBarWriter(look).changes(to: bar, from: old)
        isSynchronized = isBusy && look.profile.placeholders != nil
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

    /// Asks the terminal that draws the pictures to acknowledge them; never through tmux.
    private static func acknowledgement(on profile: TerminalProfile) -> [UInt8] {
        guard let passage = profile.passthrough else { return CapabilityQuery.acknowledgement }
        return passage.repliesReachUs
            ? passage.multiplexer.wrap(CapabilityQuery.acknowledgement) : []
    }
}

extension Display {
    /// Sends a frame: the only way to the terminal for anything that keeps it busy.
    ///
    /// A terminal that has not answered the probe is not asked after every frame either.
    mutating func commit(_ frame: FrameCommit, on look: TerminalLook) {
        let isAwaited =
            frame.isBusy && look.isAnswering && flow.acknowledgement.isWorthAsking
        write(frame.bytes(on: look.profile, isAwaited: isAwaited))
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
                isScrolled: frame.isScrolled, assuming: look.assumedBytesPerSecond)
        }
        overlay.sent(frame.picture, byteCount: frame.content.count, at: flow.now)
    }
}

/// How the screen is cleared for a photo, in the same write.
enum ClearStrategy {
    /// The previous photo is drawn over.
    ///
    /// Clearing it first showed an empty screen in 14 to 20 of 20 redraws in four terminals
    /// (facts/terminals.md §4.7).
    case nothing
    /// A page of text is drawn over: only what lies outside these cells is erased, and its links,
    /// which would lead somewhere from under the photo.
    case surroundings(CellRect, links: [CellRect])
    /// It is not known what is there.
    case everything

    func bytes(on profile: TerminalProfile) -> [UInt8] {
        switch self {
        case .nothing: []
        case .everything: Self.everything(on: profile)
        case .surroundings(let cells, let links):
            Self.surroundings(of: cells, in: profile.window.cells) + Self.erasure(of: links)
        }
    }

    /// ED 2 deletes the pictures in kitty's store, ED 0 leaves them and their placements alone.
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

    /// Everything except the cells that the photo covers wholly, and the status line.
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
    private let look: TerminalLook

    init(_ look: TerminalLook) { self.look = look }

    private var colours: TextColours { look.colours }

    /// The bar: all of the last line of the screen, which is empty without one.
    func bytes(of bar: PhotoBar) -> [UInt8] {
        guard !bar.isHidden else {
            return ControlSequence.bytes(.moveCursor(lastLine(from: 0)), .plain, .eraseLine)
        }
        return bytes(of: bar.runs, on: bar.ground)
    }

    /// The bytes that turn one bar into another.
    func changes(to bar: PhotoBar, from old: PhotoBar) -> [UInt8] {
        if bar == old { return [] }
        return bar.isHidden ? bytes(of: bar) : bytes(of: bar.changes(from: old), on: bar.ground)
    }

    private func lastLine(from column: Int) -> CellPosition {
        CellPosition(row: look.profile.window.cells.rows - 1, column: column)
    }

    /// Pieces of the bar, in their colours; what lies between two of them stays.
    private func bytes(of runs: [PhotoBar.Run], on ground: PhotoBar.Ground) -> [UInt8] {
        var output: [UInt8] = []
        var column: Int?
        for run in runs {
            if column != run.columns.lowerBound {
                ControlSequence.moveCursor(lastLine(from: run.column)).append(to: &output)
            }
            column = run.columns.upperBound
            output += attributes(run.style, on: ground)
            look.ordered(run.text).append(to: &output)
        }
        return output + ControlSequence.bytes(.plain)
    }

    private func attributes(_ style: TextPage.Style, on ground: PhotoBar.Ground) -> [UInt8] {
        var output = ControlSequence.bytes(.plain)
        if case .plain(let strength) = ground {
            if style == .strong { ControlSequence.bold.append(to: &output) }
            foreground(colours.fade.prefix(max(0, strength)).last, in: &output)
            return output
        }
        // Without a quiet ground the bar is reversed; faint and coloured text is hard to read there.
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
