internal import CNcursesW
package import Imaging
package import TerminalProtocols

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Pages of text, drawn by ncursesw into bytes.
///
/// ncurses writes to a file without a name, never to the terminal: its bytes pass through `FrameWriter`
/// like all others, so no key waits for a slow line, and answers to our questions are never taken
/// by its getch. It still sends only what changed since the last page.
package final class CursesPage {
    private let screen: OpaquePointer
    private let output: UnsafeMutablePointer<FILE>
    private let input: UnsafeMutablePointer<FILE>
    private var size: CellSize
    private var colours: TextColours?
    /// Whether the rows given last move what is on the screen: pictures would move along.
    package private(set) var hasScrolled = false

    /// - Throws: `TTYFailure.noTerminal` where TERM names no terminal that ncurses knows.
    package init(size: CellSize) throws(TTYFailure) {
        // The locale makes ncurses write UTF-8; C.UTF-8 where the user's is not set.
        if setlocale(LC_CTYPE, "") == nil || String(cString: nl_langinfo(Int32(CODESET))) != "UTF-8"
        {
            setlocale(LC_CTYPE, "C.UTF-8")
        }
        // Our sizes are the window's own, but ncurses first makes room for as many cells as LINES and
        // COLUMNS say: with 30000 in both nothing was drawn.
        // Terms that name no size (linux, cygwin) get the usual one only with it.
        use_env(Self.isEnvironmentSane)
        guard let output = Self.openOutput() else { throw .noTerminal }
        guard let input = fopen("/dev/null", "r") else {
            fclose(output)
            throw .noTerminal
        }
        // newterm and not initscr: that one ends the process when it does not know TERM.
        guard let screen = newterm(nil, output, input) else {
            fclose(output)
            fclose(input)
            throw .noTerminal
        }
        self.screen = screen
        self.output = output
        self.input = input
        self.size = size
        prepare()
    }

    private static var isEnvironmentSane: Bool {
        ["LINES", "COLUMNS"].allSatisfy { (name: String) in
            getenv(name).map { (1...500).contains(atoi($0)) } ?? true
        }
    }

    /// What ncurses writes to, in memory: a full /tmp took pages away without a word.
    // A pipe would stop ncurses where a page has more than 64 kB, in the thread that empties it.
    private static func openOutput() -> UnsafeMutablePointer<FILE>? {
        let descriptor = nv_open_memory("nasa-view-page")
        if descriptor >= 0, let file = fdopen(descriptor, "w+") { return file }
        if descriptor >= 0 { close(descriptor) }
        // Kernels before 3.17, and systems that have no such files.
        return tmpfile()
    }

    private func prepare() {
        set_term(screen)
        resizeterm(Int32(size.rows), Int32(size.columns))
        curs_set(0)
        // What is inserted would move the pictures of its line.
        idcok(nv_stdscr(), false)
        idlok(nv_stdscr(), false)
        scrollok(nv_stdscr(), false)
        // The cursor is hidden: nobody needs it anywhere. No key is waiting in /dev/null.
        leaveok(nv_stdscr(), true)
        typeahead(-1)
        start_color()
        use_default_colors()
        forgetModes()
    }

    /// Has ncurses write its beginning, and drops it: it sets modes by TERM's word (`smcup`, `civis`),
    /// and `TerminalModes` would not know how to take them back.
    ///
    /// Only the first update writes that: of `xterm-mono` mode 47, of `linux` a cursor without a shape.
    private func forgetModes() {
        wnoutrefresh(nv_stdscr())
        doupdate()
        _ = takeBytes()
    }

    deinit {
        delscreen(screen)
        fclose(output)
        fclose(input)
    }

    /// The bytes that turn what the page before left into this page, row by row; all of it when `afresh`,
    /// because something else was drawn since or the screen was cleared.
    ///
    /// The cells of `pictures` are left alone: they are, or at once will be, drawn over.
    package func rows(
        for page: TextPage, under pictures: [CellRect] = [], colours: TextColours, afresh: Bool
    ) -> [[UInt8]] {
        set_term(screen)
        if page.size != size {
            size = page.size
            resizeterm(Int32(size.rows), Int32(size.columns))
        }
        define(colours)
        erase()
        for run in page.runs {
            let look = look(of: run.style, colours)
            nv_attrset(look.attributes, look.pair)
            _ = nv_move_add(
                nv_stdscr(), Int32(run.position.row), Int32(run.position.column), run.text.string)
        }
        nv_attrset(nv_plain(), 0)
        for picture in pictures { shield(picture, in: nv_stdscr()) }
        if afresh { nv_repaint_all() }
        let rows = updateByRows()
        hasScrolled = rows.contains(where: Self.scrolls)
        return rows
    }

    /// Rows one by one: where several move together ncurses scrolls a region, and their pictures with
    /// it; that it does in spite of idlok, but for no fewer than three rows (ncurses 6.4).
    private func updateByRows() -> [[UInt8]] {
        (0..<Int32(size.rows)).map { row in
            untouchwin(nv_stdscr())
            wtouchln(nv_stdscr(), row, 1, 1)
            wnoutrefresh(nv_stdscr())
            doupdate()
            return takeBytes()
        }
    }

    /// Cells were erased by other means: what ncurses has written there is gone.
    package func erased(_ areas: [CellRect]) {
        set_term(screen)
        for area in areas {
            fill(area, with: " ", in: nv_curscr())
            fill(area, with: " ", in: nv_newscr())
        }
    }

    /// What ncurses 6.4 does in spite of idlok where three rows or more look like others: a region's
    /// margins, SU, SD, IL and DL.
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

    /// Pictures were drawn over the page: their cells hold nothing that ncurses has written.
    ///
    /// Whatever a later page has there is written again.
    package func drawnOver(_ pictures: [CellRect]) {
        set_term(screen)
        for picture in pictures {
            // What ncurses believes is there, and what it believes should be.
            shield(picture, in: nv_curscr())
            shield(picture, in: nv_newscr())
        }
    }

    /// Fills cells with U+00A0, which is no blank to ncurses: it never clears it with the rest of a
    /// line, and no text has it (facts/terminals.md §6).
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
        for (pair, colour) in [colours.accent, colours.good, colours.bad].enumerated() {
            // -1 is the terminal's own colour, as use_default_colors has it.
            let code = colour.map { $0 < Int(nv_colours()) ? $0 : $0 % 8 } ?? -1
            init_pair(Int16(pair + 1), Int16(code), -1)
        }
    }

    private func look(
        of style: TextPage.Style, _ colours: TextColours
    ) -> (attributes: attr_t, pair: Int16) {
        switch style {
        case .plain: (nv_plain(), 0)
        case .strong: (nv_bold(), 0)
        case .faint: (nv_dim(), 0)
        case .reversed: (nv_reverse(), 0)
        // Without colours all that stands out is bold.
        case .accent: (colours.accent == nil ? nv_bold() : nv_plain(), 1)
        case .good: (colours.good == nil ? nv_bold() : nv_plain(), 2)
        case .bad: (colours.bad == nil ? nv_bold() : nv_plain(), 3)
        }
    }

    /// What ncurses wrote since the last call.
    private func takeBytes() -> [UInt8] {
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
