import Foundation
import Imaging
import TerminalDevice
import TerminalProtocols
import Testing

/// Pages of text drawn by ncurses, several in one process.
struct CursesPageTests {
    @Test func aPageStaysAsItIsWhenOthersComeAndGo() throws {
        setenv("TERM", "xterm-256color", 1)
        let sizes = [(160, 42), (40, 12), (100, 30), (30, 6)].map {
            CellSize(columns: $0, rows: $1)
        }
        let pages = try sizes.map { try CursesPage(size: $0) }
        _ = try CursesPage(size: sizes[1])
        for (page, size) in zip(pages, sizes) {
            let profile = TerminalProfile(
                TerminalCapabilities(), TerminalEnvironment([:]),
                window: WindowSize(cells: size, pixels: nil),
                overrides: TerminalProfile.Overrides())
            var text = TextPage(size: size)
            text.put("last line", row: size.rows - 1, column: size.columns - 12)
            let rows = page.rows(
                for: text, colours: TextColours(profile, isColourless: true), afresh: true)
            let drawn = String(decoding: Array(rows.joined()), as: UTF8.self)
            #expect(drawn.contains("last line"), "\(rows.count) rows: \(drawn)")
        }
    }
}
