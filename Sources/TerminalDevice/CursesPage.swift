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
/// ncurses writes to an unlinked file, never to the terminal: its bytes pass through `FrameWriter`
/// like all others, so no key waits for a slow line, and answers to our questions are never taken
/// by its getch. It still sends only what changed since the last page.
package final class CursesPage {
    private let screen: OpaquePointer
    private let output: UnsafeMutablePointer<FILE>
    private let input: UnsafeMutablePointer<FILE>
    private var size: CellSize

    /// - Throws: `TTYFailure.noTerminal` where TERM names no terminal that ncurses knows.
    package init(size: CellSize) throws(TTYFailure) {
        // The locale makes ncurses write UTF-8; C.UTF-8 where the user's is not set.
        if setlocale(LC_CTYPE, "") == nil || String(cString: nl_langinfo(Int32(CODESET))) != "UTF-8"
        {
            setlocale(LC_CTYPE, "C.UTF-8")
        }
        guard let output = tmpfile() else { throw .noTerminal }
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

    private func prepare() {
        set_term(screen)
        resizeterm(Int32(size.rows), Int32(size.columns))
        curs_set(0)
        idlok(nv_stdscr(), false)
        scrollok(nv_stdscr(), false)
        _ = takeBytes()
    }

    deinit {
        delscreen(screen)
        fclose(output)
        fclose(input)
    }

    /// The bytes that turn what the page before left into this page; all of it when `afresh`,
    /// because something else was drawn since or the screen was cleared.
    package func bytes(for page: TextPage, afresh: Bool) -> [UInt8] {
        if page.size != size {
            size = page.size
            resizeterm(Int32(size.rows), Int32(size.columns))
        }
        erase()
        for run in page.runs {
            nv_attrset(Self.attributes(of: run.style))
            _ = nv_move_add(Int32(run.position.row), Int32(run.position.column), run.text.string)
        }
        nv_attrset(nv_plain())
        if afresh { nv_repaint_all() }
        refresh()
        return takeBytes()
    }

    private static func attributes(of style: TextPage.Style) -> attr_t {
        switch style {
        case .plain: nv_plain()
        case .strong: nv_bold()
        case .faint: nv_dim()
        case .reversed: nv_reverse()
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
