import Foundation
import Imaging
import TestSupport
import Testing

/// The simulated terminals' treatment of pictures, each like its original.
@Suite struct TerminalPicturesTests {
    private func model(
        _ profile: SimulatedTerminal, after output: String
    ) -> (model: TerminalModel, answers: String) {
        var model = TerminalModel(
            profile,
            geometry: TerminalGeometry(columns: 10, rows: 4, cell: CellMetrics(width: 4, height: 6))
        )
        let answers = model.feed(Array(("\u{1B}[?1049h\u{1B}[H" + output).utf8))
        let text = String(decoding: answers.joined(), as: UTF8.self)
        return (model, text.replacing("\u{1B}_G", with: "").replacing("\u{1B}\\", with: " "))
    }

    /// A picture of 8x6 pixels, its left half red and its right half blue.
    private static func stored(_ image: Int, _ keys: String = "") -> String {
        let row =
            Array(repeating: [UInt8]([255, 0, 0]), count: 4)
            + Array(repeating: [0, 0, 255], count: 4)
        let bytes = Array(repeatElement(row.joined(), count: 6).joined())
        let text = Data(bytes).base64EncodedString()
        return "\u{1B}_Ga=t,i=\(image),f=24,s=8,v=6,q=1\(keys);\(text)\u{1B}\\"
    }

    private static func command(_ keys: String) -> String { "\u{1B}_G\(keys)\u{1B}\\" }

    /// Returns the first row's cells: r, b, or `.` without a picture.
    private func row(_ model: TerminalModel) -> String {
        let canvas = model.canvas
        return (0..<4).map { column in
            let place = (3 * canvas.size.width + column * 4 + 1) * 4
            let pixel = Array(canvas.pixels[place..<place + 4])
            return [[255, 0, 0, 255]: "r", [0, 0, 255, 255]: "b", [0, 0, 0, 0]: "."][pixel] ?? "?"
        }.joined()
    }

    private static let crop = "a=p,i=7,p=1,x=4,y=0,w=4,h=6,q=1"

    @Test(
        "stored pictures are placed, cut out, moved and deleted",
        arguments: [
            (SimulatedTerminal.kitty026, [stored(7), command("a=p,i=7,q=1")], "rb..", ""),
            (.kitty026, [stored(7), command(crop)], "b...", ""),
            (.wezTermWithoutCrop, [stored(7), command(crop)], "rb..", ""),
            (.xtermJSWithCrop, [stored(7), command(crop)], "b...", ""),
            (.xtermJSWithoutCrop, [stored(7), command(crop)], "rb..", ""),
            (
                .kitty026, [stored(7), command("a=p,i=7,p=1,q=1"), "\u{1B}[3G", command(crop)],
                "..b.", ""
            ),
            (
                .kitty026,
                // Without C=1 a placement moves the cursor to its end.
                [stored(7), command(crop), command("a=d,d=i,i=7,p=1,q=2"), command(crop)],
                ".b..", ""
            ),
            (
                .ghostty, [stored(7), command(crop), command("a=d,d=I,i=7,q=2"), command(crop)],
                "....", "i=7,p=1;ENOENT:no such picture "
            ),
            (.kitty026, [command("a=p,i=8,q=1")], "....", "i=8,p=0;ENOENT:no such picture "),
            (.kitty026, [command("a=p,i=8,q=2")], "....", ""),
            (.kitty026, [stored(7), command(crop), "\u{1B}[2J"], "....", ""),
            (.kitty026, [stored(7), command(crop), "\u{1B}[Hxxx\u{1B}[K"], "b...", ""),
            (
                .kitty026, [stored(7), command("a=p,i=7,x=6,w=4,q=1")], "....",
                "i=7,p=0;EINVAL:nothing to show "
            ),
            (.konsole2212, [stored(7, ",t=s")], "....", "i=7;ENOTSUPPORTED: "),
            (
                .xtermJSWithCrop, [stored(7, ",t=f")], "....",
                "i=7;EINVAL:unsupported transmission medium "
            ),
        ])
    func placing(terminal: SimulatedTerminal, output: [String], cells: String, answers: String) {
        let end = model(terminal, after: output.joined())
        #expect(row(end.model) == cells)
        #expect(end.answers == answers)
        #expect(end.model.faults == [])
    }

    @Test("xterm.js frees a picture whose placement is deleted, and shows gray")
    func removalFrees() {
        let end = model(
            .xtermJSWithCrop,
            after: Self.stored(7) + Self.command(Self.crop) + Self.command("a=d,d=i,i=7,p=1,q=2"))
        #expect(end.model.cellPictures.grayCount == 1)
        #expect(row(end.model) == "?...")
    }

    @Test("beyond the size of a store the oldest picture is dropped")
    func eviction() {
        var small = SimulatedTerminal.kitty026
        small.kittyRules.storeBytes = 2 * 8 * 6 * 4
        let pictures = [7, 8, 9].map { Self.stored($0) }.joined()
        let placed = [7, 8, 9].map { Self.command("a=p,i=\($0),q=1") }.joined()
        let end = model(small, after: pictures + placed)
        #expect(end.answers == "i=7,p=0;ENOENT:no such picture ")
        #expect(end.model.kittyPictures.placements.map(\.image) == [8, 9])
    }

    @Test("without C=1 the cursor goes on to the right, by the part that was placed")
    func cursor() {
        for (terminal, column) in [(SimulatedTerminal.wezTerm, 1), (.wezTermWithoutCrop, 2)] {
            let end = model(
                terminal, after: "\u{1B}[2H" + Self.stored(7) + Self.command("a=p,i=7,w=1,h=1,q=1"))
            #expect(end.model.grid.cursor == GridPosition(row: 1, column: column))
            #expect(end.model.usedProtocols.isEmpty == (column == 1))
        }
    }

    @Test("pictures left in the store of the alternate screen are counted")
    func abandoned() {
        let output = Self.stored(7) + Self.stored(8) + Self.command("a=d,d=I,i=7")
        let end = model(.kitty026, after: output + "\u{1B}[?1049l")
        #expect(end.model.abandonedPictureCount == 1)
    }

    private static let sixel = "\u{1B}P7;1;q\"1;1;8;6#0;2;100;0;0#0!8~\u{1B}\\"

    @Test(
        "text takes away pixels, or whole pictures in tmux",
        arguments: [(SimulatedTerminal.foot, "r..."), (.tmux38, "....")])
    func textOverPictures(terminal: SimulatedTerminal, cells: String) {
        #expect(row(model(terminal, after: Self.sixel + "\u{1B}[1;2Hx").model) == cells)
    }

    @Test func tmuxForgetsTheOldestOfMoreThanTwentyPictures() {
        let pictures = (0..<21).map { "\u{1B}[\(1 + $0 / 10);\(1 + $0 % 10)H" + Self.one }
        let end = model(.tmux38, after: pictures.joined())
        #expect(end.model.pictures.pictures.count == 20)
        #expect(row(end.model) == ".rrr")
    }

    private static let one = "\u{1B}P7;1;q\"1;1;4;6#0;2;100;0;0#0!4~\u{1B}\\"

    @Test("a register beyond the terminal's number wraps around")
    func registers() {
        let output = "\u{1B}P7;1;q\"1;1;4;6#0;2;100;0;0#256;2;0;0;100#0!4~\u{1B}\\"
        #expect(row(model(.foot, after: output).model) == "r...")
        #expect(row(model(.windowsTerminal, after: output).model) == "b...")
    }

    @Test("inline pictures are drawn in their size, and erased by text")
    func inlinePictures() {
        let raster = Raster(PixelSize(width: 8, height: 6)) { _, _ in (255, 0, 0) }
        let file = Data(PlainPNG.bytes(of: raster)).base64EncodedString()
        let keys = "inline=1;width=8px;height=6px;doNotMoveCursor=1"
        let output = "\u{1B}]1337;File=\(keys):\(file)\u{7}"
        let end = model(.iTerm2, after: output + "\u{1B}[1;2Hx")
        #expect(row(end.model) == "r...")
        #expect(end.model.faults == [] && end.model.usedProtocols.count == 1)
        let other = output.replacing("width=8px", with: "width=9px")
        #expect(model(.iTerm2, after: other).model.faults.count == 1)
        #expect(model(.foot, after: output).model.faults.count == 1)
    }

    @Test func tmuxThatLosesPassthroughShowsNothingOfIt() {
        let wrapped = "\u{1B}Ptmux;" + Self.sixel.replacing("\u{1B}", with: "\u{1B}\u{1B}")
        let end = model(.tmux37, after: wrapped + "\u{1B}\\")
        #expect(end.model.pictureCount == 0)
    }
}
