import Imaging
import TestSupport
import Testing

/// Pictures that scroll with the text of the simulated terminals.
@Suite struct PictureScrollingTests {
    /// 10x4 cells of 4x6 pixels, row by row red, green, blue and black, as four pictures.
    private func model(_ profile: SimulatedTerminal, after output: String) -> TerminalModel {
        var model = TerminalModel(
            profile,
            geometry: TerminalGeometry(
                columns: 10, rows: 5, cell: CellMetrics(width: 4, height: 6)))
        let rows = ["100;0;0", "0;100;0", "0;0;100"].enumerated().map { row, colour in
            "\u{1B}[\(row + 1);1H\u{1B}P7;1;q\"1;1;40;6#0;2;\(colour)!40~\u{1B}\\"
        }
        _ = model.feed(Array(("\u{1B}[?1049h" + rows.joined() + output).utf8))
        return model
    }

    /// Returns the colours of each row in its first, fourth and last cell: `.` without a picture.
    private func colours(_ model: TerminalModel) -> [String] {
        let canvas = model.canvas
        return (0..<5).map { row in
            [0, 3, 9].map { column in
                let place = ((row * 6 + 3) * 40 + column * 4 + 1) * 4
                let pixel = Array(canvas.pixels[place..<place + 4])
                return [[0, 0, 0, 0]: ".", [255, 0, 0, 255]: "r", [0, 255, 0, 255]: "g"][pixel]
                    ?? "b"
            }.joined()
        }
    }

    @Test(
        "xterm and mlterm move and clip pictures in a region",
        arguments: [
            ("\u{1B}[1;4r\u{1B}[S", ["ggg", "bbb", "...", "...", "..."]),
            ("\u{1B}[1;4r\u{1B}[T", ["...", "rrr", "ggg", "bbb", "..."]),
            ("\u{1B}[2;3r\u{1B}[S", ["rrr", "bbb", "...", "...", "..."]),
            ("\u{1B}[1;4r\u{1B}[2T\u{1B}[S", ["...", "rrr", "ggg", "...", "..."]),
            ("\u{1B}[2H\u{1B}[3P", ["rrr", "gg.", "bbb", "...", "..."]),
            ("\u{1B}[2H\u{1B}[@", ["rrr", ".gg", "bbb", "...", "..."]),
            ("\u{1B}[2;3H\u{1B}[9P", ["rrr", "g..", "bbb", "...", "..."]),
        ])
    func aRegion(output: String, rows: [String]) {
        for terminal in [SimulatedTerminal.vt340, .mlterm] {
            let model = model(terminal, after: output)
            #expect(colours(model) == rows)
            #expect(model.faults == [])
        }
    }

    @Test("foot and mlterm move pictures with the whole screen")
    func theScreen() {
        for terminal in [SimulatedTerminal.foot, .mlterm] {
            let model = model(terminal, after: "\u{1B}[?2026h\u{1B}[2T\u{1B}[S\u{1B}[?2026l")
            #expect(colours(model) == ["...", "rrr", "ggg", "bbb", "..."])
            #expect(model.faults.filter { !$0.contains("2026") } == [])
        }
    }

    @Test(
        "pictures that a terminal would leave behind are a fault",
        arguments: [
            (SimulatedTerminal.foot, "\u{1B}[1;4r\u{1B}[S", "a picture is scrolled"),
            (.foot, "\u{1B}[2P", "a picture is scrolled"),
            (.foot, "\u{1B}[S", "the whole screen is scrolled in view"),
            (.vt340, "\u{1B}[S", "a picture is scrolled"),
            (.konsole, "\u{1B}[1;4r\u{1B}[S", "a picture is scrolled"),
            (.konsole, "\u{1B}[H\u{1B}[2@", "a picture is scrolled"),
            (
                .vt340, "\u{1B}[1;4r\u{1B}[4H\u{1B}P7;1;q\"1;1;4;6#0;2;0;0;0!4~\u{1B}\\",
                "a picture on the last row scrolls the region: "
                    + "PixelRect(origin: Imaging.PixelPoint(x: 0, y: 18), "
                    + "size: Imaging.PixelSize(width: 4, height: 6))"
            ),
        ])
    func wrongly(terminal: SimulatedTerminal, output: String, fault: String) {
        var output = output
        if !output.contains("H") { output = "\u{1B}[H" + output }
        #expect(model(terminal, after: output).faults == [fault])
    }

    @Test func whatScrolledIsErasedByText() {
        let model = model(
            .vt340, after: "\u{1B}[1;4r\u{1B}[T\u{1B}[r\u{1B}[2;4Hx\u{1B}[3;4H\u{1B}[K")
        #expect(colours(model) == ["...", "r.r", "g..", "bbb", "..."])
    }

    @Test func textScrollsBetweenTheMargins() {
        let model = model(
            .silent, after: "\u{1B}[2J\u{1B}[H1\r\n2\r\n3\r\n4\r\n5\u{1B}[2;4r\u{1B}[S")
        #expect(PageText.text(model.grid) == "1\n3\n4\n\n5")
        #expect(model.leftovers.contains("the scrolling region is 2 to 4"))
    }
}
