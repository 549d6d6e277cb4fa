internal import CNcursesW
package import Imaging
import Synchronization
package import TerminalProtocols

/// Pages of text, which ncursesw draws as bytes.
///
/// ncurses writes to a file in memory, never to the terminal. `FrameWriter` sends the bytes of this
/// file like all other output, so no key waits for a slow line, and getch never reads a reply to
/// the program's queries. ncurses still writes only the cells that have changed since the last
/// page.
package final class CursesPage {
    private let screen: OpaquePointer
    private let output: UnsafeMutablePointer<FILE>
    private let input: UnsafeMutablePointer<FILE>
    private var size: CellSize
    private var colours: TextColours?
    /// True if ncurses has lost a part of the screen's content.
    private var wasCut = false
    /// The hyperlinks on the screen, by row.
    private var links: [Int: [TextPage.Run]] = [:]
    /// True if the rows returned last scroll the screen, which would move pictures along.
    package private(set) var hasScrolled = false

    /// Creates an empty page.
    ///
    /// - Throws: `TTYFailure.noTerminal` if the system provides no files or memory for a page, or
    ///   if ncurses knows no terminal at all.
    package init(size: CellSize) throws(TTYFailure) {
        guard let output = CursesLibrary.openOutput() else { throw .noTerminal }
        guard let input = fopen("/dev/null", "r") else {
            fclose(output)
            throw .noTerminal
        }
        // initscr is avoided, because it ends the process if it does not know TERM.
        guard let screen = Self.open(size, output, input) else {
            fclose(output)
            fclose(input)
            throw .noTerminal
        }
        self.screen = screen
        self.output = output
        self.input = input
        self.size = size
        onScreen { forgetModes() }
    }

    private static func open(
        _ size: CellSize, _ output: UnsafeMutablePointer<FILE>, _ input: UnsafeMutablePointer<FILE>
    ) -> OpaquePointer? {
        nonisolated(unsafe) var screen: OpaquePointer?
        CursesLibrary.screens.withLock { screens in
            CursesLibrary.prepare()
            // `xterm` and `screen` specify only 8 colours, although the terminals have more; the
            // program sends `TextColours` of the terminal's actual depth.
            let name = getenv("TERM").map { String(cString: $0) } ?? ""
            // A name that is not in this machine's terminfo (foot, xterm-ghostty, over ssh) belongs
            // to a terminal that can still draw.
            screen =
                newterm(name + "-256color", output, input) ?? newterm(nil, output, input)
                ?? newterm("xterm-256color", output, input)
                // There may be no terminfo database.
                ?? FallbackTerminal.open(output, input)
            guard screen != nil else { return }
            screens.used += 1
            resizeterm(Int32(size.rows), Int32(size.columns))
            curs_set(0)
            // Inserting characters would move the pictures in the line.
            idcok(nv_stdscr(), false)
            idlok(nv_stdscr(), false)
            scrollok(nv_stdscr(), false)
            // The cursor is hidden, so its position is arbitrary. /dev/null contains no keys.
            leaveok(nv_stdscr(), true)
            typeahead(-1)
            start_color()
            use_default_colors()
        }
        return screen
    }

    /// Draws on this screen.
    ///
    /// When the size of one screen is set, ncurses truncates the windows of all screens of the
    /// process to that size. A page whose windows were truncated is redrawn completely.
    private func onScreen<Result: Sendable>(_ draw: () -> Result) -> Result {
        CursesLibrary.screens.withLock { _ in
            set_term(screen)
            if nv_restore_size(Int32(size.rows), Int32(size.columns)) != 0 { wasCut = true }
            return draw()
        }
    }

    /// Discards the output of the first update: modes according to TERM (`smcup`, `civis`), which
    /// `TerminalModes` does not reset.
    ///
    /// For `xterm-mono`, the modes include mode 47; for `linux`, a cursor without a shape.
    private func forgetModes() {
        wnoutrefresh(nv_stdscr())
        doupdate()
        _ = drainOutput()
    }

    deinit {
        let screen = CursesLibrary.Screen(pointer: screen, files: [output, input])
        CursesLibrary.screens.withLock { screens in
            screens.used -= 1
            screens.left.append(screen)
            guard screens.used == 0 else { return }
            for screen in screens.left {
                set_term(screen.pointer)
                delscreen(screen.pointer)
                for file in screen.files { fclose(file) }
            }
            screens.left = []
        }
    }

    /// Returns the bytes that change the previous page to this one, row by row.
    ///
    /// With `afresh`, the result is the complete page, because the screen was cleared or drawn on.
    /// The cells of `pictures` stay unchanged, because pictures are or will be drawn over them. All
    /// bytes of a very large page are in the first row.
    package func rows(
        for page: TextPage, under pictures: [CellRect] = [], colours: TextColours, afresh: Bool
    ) -> [[UInt8]] {
        onScreen { changedRows(for: page, under: pictures, colours, afresh: afresh) }
    }

    private func changedRows(
        for page: TextPage, under pictures: [CellRect], _ colours: TextColours, afresh: Bool
    ) -> [[UInt8]] {
        let afresh = afresh || wasCut
        wasCut = false
        if page.size != size {
            size = page.size
            resizeterm(Int32(size.rows), Int32(size.columns))
        }
        let colours = colours.limited(to: Int(nv_colours()))
        define(colours)
        let old = replaceLinks(by: page)
        erase()
        for run in page.runs {
            let (attributes, pair) = attributes(of: run, colours)
            nv_attrset(attributes, pair)
            _ = nv_move_add(
                nv_stdscr(), Int32(run.position.row), Int32(run.position.column), run.text.string)
        }
        nv_attrset(nv_plain(), 0)
        for picture in pictures { shield(picture, in: nv_stdscr()) }
        if afresh { nv_repaint_all() }
        let isByRows = size.rows <= updateLimit
        var rows = isByRows ? updateByRows() : updateByStripes(afresh: afresh)
        hasScrolled = rows.contains(where: Self.scrolls)
        // If `afresh`, ncurses writes the complete last page with the first row, and other rows may
        // be empty.
        let isMixed = afresh || !isByRows
        for (row, runs) in links where isMixed || !rows[row].isEmpty || old[row] != runs {
            for run in runs { rows[row] += linked(run, colours) }
        }
        return rows
    }

    /// Returns the bytes that move the cursor to a cell, and informs ncurses of the new position.
    package func moveCursor(to cell: CellPosition) -> [UInt8] {
        onScreen {
            leaveok(nv_stdscr(), false)
            defer { leaveok(nv_stdscr(), true) }
            wmove(nv_stdscr(), Int32(cell.row), Int32(cell.column))
            wnoutrefresh(nv_stdscr())
            doupdate()
            return drainOutput()
        }
    }

    /// The cells of hyperlinks, which remain links until other text is written there.
    package var linkedCells: [CellRect] { links.values.joined().map(\.cells) }

    /// Replaces the links, and forces the text of removed links to be rewritten.
    ///
    /// - Returns: the previous links.
    private func replaceLinks(by page: TextPage) -> [Int: [TextPage.Run]] {
        let old = links
        let linked = page.runs.filter { $0.link != nil && !$0.text.isEmpty }
        links = Dictionary(grouping: linked, by: \.position.row)
        for (row, runs) in old where links[row] != runs { shield(runs.map(\.cells)) }
        return old
    }

    /// Returns the bytes that write a hyperlink over its text, because ncurses cannot write
    /// hyperlinks.
    ///
    /// The cursor returns to the position where ncurses left it.
    private func linked(_ run: TextPage.Run, _ colours: TextColours) -> [UInt8] {
        guard let link = run.link else { return [] }
        var output = ControlSequence.bytes(.saveCursor, .moveCursor(run.position))
        output += ControlSequence.bytes(.plain) + style(of: run, colours)
        output += ControlSequence.bytes(.openLink(link))
        run.text.append(to: &output)
        return output + ControlSequence.bytes(.closeLink, .restoreCursor)
    }

    /// Returns the bytes of the style that ncurses sets by `attributes(of:_:)`.
    private func style(of run: TextPage.Run, _ colours: TextColours) -> [UInt8] {
        let (attributes, pair) = attributes(of: run, colours)
        let (text, ground) = Self.colours(ofPair: Int(pair), colours)
        let emphasis: [(attr_t, ControlSequence)] = [
            (nv_bold(), .bold), (nv_dim(), .faint), (nv_underline(), .underlined),
            (nv_reverse(), .reverse),
        ]
        var output = emphasis.filter { attributes & $0.0 != 0 }.flatMap {
            ControlSequence.bytes($0.1)
        }
        if let text { output += ControlSequence.bytes(.foreground(text)) }
        if let ground { output += ControlSequence.bytes(.background(ground)) }
        return output
    }

    /// Updates row by row, because otherwise ncurses 6.4 scrolls regions of three rows or more,
    /// with the pictures in them, despite idlok.
    private func updateByRows() -> [[UInt8]] {
        (0..<Int32(size.rows)).map { row in
            untouchwin(nv_stdscr())
            wtouchln(nv_stdscr(), row, 1, 1)
            wnoutrefresh(nv_stdscr())
            doupdate()
            return drainOutput()
        }
    }

    /// The maximum number of updates for a page; each examines all cells, at some 10 ns per cell.
    private var updateLimit: Int {
        max(Self.fewestStripes, Self.updatedCells / max(1, size.columns * size.rows))
    }

    /// The number of cells that are examined in 40 ms; a page of 65,000 cells is updated by rows if
    /// it has at most 61 rows.
    private static let updatedCells = 4_000_000
    private static let fewestStripes = 2
    /// The maximum number of stripes: a prime, because otherwise a scrolled list with entries of
    /// equal height could move a row to another row of the same stripe.
    private static let mostStripes = 7

    /// Updates the page in stripes, each of every seventh row; a huge page has fewer stripes, but
    /// at least two.
    ///
    /// Row by row, a page of 4096 rows took a minute. ncurses scrolls only if adjacent rows move
    /// together, which is not the case while rows between them stay; if it does scroll,
    /// `hasScrolled` is true. A page written `afresh` is a single stripe and is never scrolled.
    ///
    /// - Returns: all bytes in the first row; the other rows are empty.
    private func updateByStripes(afresh: Bool) -> [[UInt8]] {
        let stripes = afresh ? 1 : min(Self.mostStripes, updateLimit)
        let bytes = (0..<stripes).flatMap { stripe in
            untouchwin(nv_stdscr())
            for row in stride(from: stripe, to: size.rows, by: stripes) {
                wtouchln(nv_stdscr(), Int32(row), 1, 1)
            }
            wnoutrefresh(nv_stdscr())
            doupdate()
            return drainOutput()
        }
        return [bytes] + [[UInt8]](repeating: [], count: size.rows - 1)
    }

    /// Records that these cells were erased without ncurses.
    package func erased(_ areas: [CellRect]) {
        onScreen {
            for area in areas {
                fill(area, with: " ", in: nv_curscr())
                fill(area, with: " ", in: nv_newscr())
            }
        }
    }

    /// Returns true if a row contains a sequence that ncurses 6.4 uses to scroll: the margins of a
    /// region, SU, SD, IL or DL.
    private static func scrolls(_ row: [UInt8]) -> Bool {
        var rest = row[...]
        while let start = rest.firstIndex(of: 0x1b) {
            rest = rest[(start + 1)...]
            guard rest.popFirst() == UInt8(ascii: "[") else { continue }
            let final = rest.first { (0x40...0x7e).contains($0) }
            if let final, "rSTLM".utf8.contains(final) { return true }
        }
        return false
    }

    /// Records that pictures were drawn over these cells, so that text of a later page is written
    /// there again.
    package func drawnOver(_ pictures: [CellRect]) {
        onScreen { shield(pictures) }
    }

    /// Shields cells in both windows of ncurses: its copy of the screen, and the next page.
    private func shield(_ areas: [CellRect]) {
        for area in areas {
            shield(area, in: nv_curscr())
            shield(area, in: nv_newscr())
        }
    }

    /// Fills cells with U+00A0.
    ///
    /// ncurses does not treat this character as a blank, which would be cleared together with the
    /// rest of the line. No text contains this character.
    private func shield(_ area: CellRect, in window: UnsafeMutablePointer<WINDOW>?) {
        fill(area, with: "\u{A0}", in: window)
    }

    private func fill(
        _ area: CellRect, with character: Character, in window: UnsafeMutablePointer<WINDOW>?
    ) {
        let columns = max(0, min(area.size.columns, size.columns - area.origin.column))
        let text = String(repeating: character, count: columns)
        for row in area.origin.row..<area.origin.row + area.size.rows
        where (0..<size.rows).contains(row) {
            _ = nv_move_add(window, Int32(row), Int32(area.origin.column), text)
        }
    }

    private func define(_ colours: TextColours) {
        guard colours != self.colours else { return }
        self.colours = colours
        let number = { (colour: Int?) in colour.map { Int16($0) } ?? -1 }
        for pair in 1..<Self.emphases.count * TextPage.Background.allCases.count {
            let (text, ground) = Self.colours(ofPair: pair, colours)
            init_pair(Int16(pair), number(text), number(ground))
        }
    }

    /// The styles that differ in colour.
    private static let emphases: [TextPage.Style] = [.plain, .accent, .good, .bad, .faint]

    /// Returns the colours of a pair.
    ///
    /// There is a pair for each emphasis on each background; pair 0 is plain text on the terminal's
    /// own background.
    private static func colours(
        ofPair pair: Int, _ colours: TextColours
    ) -> (text: Int?, ground: Int?) {
        colours.pair(
            emphases[pair % emphases.count],
            on: TextPage.Background.allCases[pair / emphases.count])
    }

    private func attributes(
        of run: TextPage.Run, _ colours: TextColours
    ) -> (attributes: attr_t, pair: Int16) {
        let (attributes, emphasis) = emphasis(of: run.style, colours)
        let ground = TextPage.Background.allCases.firstIndex(of: run.ground) ?? 0
        // Without colours, the accent is reversed, and strong text indicates a selection.
        let isReversed =
            run.ground == .accent && colours.accent == nil
            || run.ground == .selection && run.style == .strong && colours.selection == nil
        return (
            isReversed ? attributes | nv_reverse() : attributes,
            Int16(ground * Self.emphases.count + emphasis)
        )
    }

    private func emphasis(
        of style: TextPage.Style, _ colours: TextColours
    ) -> (attributes: attr_t, colour: Int) {
        switch style {
        case .plain: (nv_plain(), 0)
        case .strong: (nv_bold(), 0)
        case .faint: (colours.faint == nil ? nv_dim() : nv_plain(), 4)
        case .link: (nv_underline(), 0)
        case .reversed: (nv_reverse(), 0)
        // Without colours, emphasis is bold.
        case .accent: (colours.accent == nil ? nv_bold() : nv_plain(), 1)
        case .good: (colours.good == nil ? nv_bold() : nv_plain(), 2)
        case .bad: (colours.bad == nil ? nv_bold() : nv_plain(), 3)
        }
    }

    private func drainOutput() -> [UInt8] {
        fflush(output)
        let descriptor = fileno(output)
        let count = Int(lseek(descriptor, 0, SEEK_CUR))
        guard count > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: count)
        let got = pread(descriptor, &bytes, count, 0)
        ftruncate(descriptor, 0)
        lseek(descriptor, 0, SEEK_SET)
        return Array(bytes.prefix(max(0, got)))
    }
}
