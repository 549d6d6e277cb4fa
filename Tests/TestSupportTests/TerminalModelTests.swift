import Foundation
import Imaging
import TestSupport
import Testing

@Suite struct TerminalModelTests {
    private func model(
        _ profile: SimulatedTerminal = .vt340, after output: String = ""
    ) -> TerminalModel {
        var model = TerminalModel(
            profile,
            geometry: TerminalGeometry(
                columns: 10, rows: 4, cell: CellMetrics(width: 4, height: 6)))
        _ = model.feed(Array(output.utf8))
        return model
    }

    @Test(arguments: [
        ("abc", "abc"),
        ("abcdefghijkl", "abcdefghij\nkl"),
        ("ab\r\ncd\u{1B}[1;2HX", "aX\ncd"),
        ("abcdef\u{1B}[3G\u{1B}[K", "ab"),
        ("abc\r\ndef\u{1B}[2J", ""),
        ("e\u{301}宇x", "e\u{301}宇x"),
        ("main\u{1B}[?1049h\u{1B}[Hother\u{1B}[?1049l", "main"),
        ("1\r\n2\r\n3\r\n4\r\n5", "2\n3\n4\n5"),
    ])
    func showsTheText(output: String, page: String) {
        #expect(PageText.text(model(after: output).grid) == page)
    }

    @Test(arguments: [
        (SimulatedTerminal.vt340, "\u{1B}[c", "\u{1B}[?63;1;2;4;6;9;15;16;22;28c"),
        (.vt340, "\u{1B}[0c", "\u{1B}[?63;1;2;4;6;9;15;16;22;28c"),
        (.vt340, "\u{1B}[?2;1;0S", "\u{1B}[?2;0;40;24S"),
        (.vt340, "\u{1B}[16t", ""),
        (.vt340, "\u{1B}[?2026$p", "\u{1B}[?2026;0$y"),
        (.foot, "\u{1B}[16t", "\u{1B}[6;6;4t"),
        (.foot, "\u{1B}[?2026$p", "\u{1B}[?2026;2$y"),
        (.foot, "\u{1B}[?1016h\u{1B}[?1016$p", "\u{1B}[?1016;1$y"),
        (.kitty, "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\", "\u{1B}_Gi=31;OK\u{1B}\\"),
        (.konsole, "\u{1B}_Gi=3,a=q,t=s;AAAA\u{1B}\\", "\u{1B}_Gi=3;ENOTSUPPORTED:\u{1B}\\"),
        (.konsole, "\u{1B}[?2026$p", ""),
        (.vt340, "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\", ""),
        (.vt340, "\u{1B}[2;3H\u{1B}[6n", "\u{1B}[2;3R"),
        (.vt340, "\u{1B}]11;?\u{1B}\\", "\u{1B}]11;rgb:0000/0000/0000\u{1B}\\"),
        (.silent, "\u{1B}[c\u{1B}[>q\u{1B}[6n", ""),
    ])
    func answersAsTheTerminalDoes(profile: SimulatedTerminal, question: String, answer: String) {
        var model = model(profile)
        let answers = model.feed(Array(question.utf8))
        #expect(String(decoding: answers.joined(), as: UTF8.self) == answer)
        #expect(model.faults == [])
    }

    @Test func outputInFlightWhenTheSizeChangesIsNoFault() {
        let scrolling = "\r\n\r\n\r\n"
        let fault = "a line feed scrolls the screen"
        for (output, faults) in [
            (scrolling + "\u{1B}[2J", []),
            (scrolling + "\u{1B}[H\u{1B}[J" + scrolling, [fault, fault]),
        ] {
            var model = model(after: "\u{1B}[?1049h")
            model.resize(
                to: TerminalGeometry(columns: 10, rows: 2, cell: CellMetrics(width: 4, height: 6)))
            _ = model.feed(Array(output.utf8))
            model.settle()
            #expect(model.faults == faults)
            _ = model.feed(Array(("\u{1B}[H" + scrolling).utf8))
            #expect(model.faults == faults + [fault, fault], "the size has settled")
        }
    }

    @Test(arguments: [
        ("\u{1B}[?1049h\r\n\r\n\r\n\r\n", "a line feed scrolls the screen"),
        ("\u{1B}[5Z", "CSI Z [[Optional(5)]]"),
        ("\u{1B}[?9999h", "the mode 9999"),
        ("\u{1B}_Ga=T;AAAA\u{1B}\\", "a kitty picture for a terminal without them"),
        ("\u{1B}P7;1;q~\u{1B}\\", "a sixel picture without raster attributes"),
        (
            "\u{1B}[?1049h\u{1B}[3;1H\u{1B}P7;1;q\"1;1;4;7#0;2;0;0;0~-@\u{1B}\\",
            "a picture on the last row scrolls the screen: "
                + "PixelRect(origin: Imaging.PixelPoint(x: 0, y: 12), "
                + "size: Imaging.PixelSize(width: 4, height: 7))"
        ),
    ])
    func whatWouldLookWrongIsAFault(output: String, fault: String) {
        #expect(model(after: output).faults == [fault])
    }

    @Test(arguments: [
        ("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?25h\u{1B}[?1049l", []),
        ("\u{1B}[?25l", ["mode 25 is off"]),
        ("\u{1B}[?1002h\u{1B}[?2004h", ["mode 1002 is on", "mode 2004 is on"]),
        ("\u{1B}[>1u", ["kitty's keyboard protocol is on"]),
        ("\u{1B}[>1u\u{1B}[<u", []),
        ("\u{1B}[2;3r", ["the scrolling region is 2 to 3"]),
        ("\u{1B}Pq", ["the output ends within a sequence"]),
    ])
    func tellsWhatIsLeft(output: String, leftovers: [String]) {
        #expect(model(after: output).leftovers == leftovers)
    }

    @Test func paintsSixelsWhereTheCursorIs() {
        let picture = "\u{1B}P7;1;q\"1;1;2;6#0;2;100;0;0#1;2;0;0;100#0~#1~\u{1B}\\"
        let model = model(after: "\u{1B}[2;2H" + picture)
        #expect(model.faults == [])
        #expect(model.pictureCount == 1)
        #expect(model.canvas.mean(PixelRect(x: 4, y: 6, width: 1, height: 6)) == (255, 0, 0))
        #expect(model.canvas.mean(PixelRect(x: 5, y: 6, width: 1, height: 6)) == (0, 0, 255))
        #expect(model.canvas.pixels[(5 * 40 + 4) * 4 + 3] == 0)
    }

    @Test func textErasesThePixelsUnderIt() {
        let picture = "\u{1B}[H\u{1B}P7;1;q\"1;1;8;6#0;2;100;0;0!8~\u{1B}\\"
        let model = model(after: picture + "\u{1B}[1;2Hx")
        #expect(model.canvas.mean(PixelRect(x: 0, y: 0, width: 4, height: 6)) == (255, 0, 0))
        #expect(model.canvas.pixels[4 * 4 + 3] == 0)
    }

    @Test func halfBlocksAreTwoPixels() {
        let output = "\u{1B}[38;2;9;8;7;48;5;196m▀\u{1B}[38:2::1:2:3m▄\u{1B}[m x"
        let blocks = model(after: output).blocks
        #expect(blocks.size == PixelSize(width: 10, height: 6))
        let colours = [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (3, 0)].map { x, y in
            Array(blocks.pixels[(y * 10 + x) * 4..<(y * 10 + x) * 4 + 4])
        }
        #expect(
            colours == [
                [9, 8, 7, 255], [255, 0, 0, 255], [255, 0, 0, 255], [1, 2, 3, 255],
                [0, 0, 0, 255], [0, 0, 0, 0],
            ])
    }

    @Test(arguments: [
        ("7;1;q\"1;1;1;6#0;2;0;0;0~", []),
        ("q#0;2;0;0;0~", ["no raster attributes"]),
        ("q\"1;1;1;6#0~", ["register 0 is not defined"]),
        ("q\"1;1;2;6#0;2;0;0;0~#0;2;9;9;9~", ["register 0 redefined"]),
        ("q\"2;1;1;6#0;2;0;0;0~", ["raster attributes [2, 1, 1, 6]"]),
        ("q\"1;1;1;6#1;2;0;0;0~", ["registers are not 0 to 0"]),
        ("q\"1;1;1;6#0;2;101;0;0#0;2;0;0;0~", ["colour [0, 2, 101, 0, 0]"]),
    ])
    func readsSixelStrictly(sixel: String, problems: [String]) {
        #expect(SixelDrawing(Array(sixel.utf8)).problems == problems)
    }
}

@Suite struct OutputParserTests {
    private static let escape = "\u{1B}"

    @Test(arguments: [
        ("\u{9B}1m", "the C1 control 155"),
        ("\u{1B}[1\u{07}", "0x7 in a control function"),
        ("\u{1B}Pq~\u{18}", "a string is cut off by 0x18"),
        ("\u{1B}P1$\u{1B}[m", "ESC 0x5b in a string"),
        ("\u{1B}]0;a\u{01}b\u{1B}\\", "0x1 in a string"),
    ])
    func whatIsOutsideOfTheGrammarIsAFault(output: String, fault: String) {
        var parser = OutputParser()
        #expect(parser.feed(Array(output.utf8)).contains(.fault(fault)))
    }

    @Test func bytesThatAreNoCharacterAreAFault() {
        var parser = OutputParser()
        #expect(parser.feed([0xff]) == [.fault("the byte 0xff outside of UTF-8")])
        #expect(parser.feed([0xc3, 0x28]) == [.fault("invalid UTF-8: [\"0xc3\", \"0x28\"]")])
    }

    @Test func everyCutOfTheOutputGivesTheSameEvents() {
        let output = Array("a’\u{1B}[1;31mb\u{1B}]0;t\u{07}\u{1B}Pq#0~\u{1B}\\\u{1B}(B\r\n".utf8)
        var whole = OutputParser()
        let expected = whole.feed(output)
        for cut in 0...output.count {
            var parser = OutputParser()
            let events = parser.feed(Array(output[..<cut])) + parser.feed(Array(output[cut...]))
            #expect(events == expected, "cut at \(cut)")
            #expect(!parser.isUnfinished)
        }
    }

    @Test func anOpenStringIsSeen() {
        var parser = OutputParser()
        _ = parser.feed(Array("\u{1B}Pq#0;2;1;1;1".utf8))
        #expect(parser.openStringLength == 11)
        _ = parser.feed(Array("\u{1B}\\".utf8))
        #expect(parser.openStringLength == 0)
    }
}

@Suite struct PictureTests {
    private static let ramp = Raster(PixelSize(width: 300, height: 90)) { x, y in
        (UInt8(x % 256), UInt8(y), UInt8((x + y) % 256))
    }

    @Test func theDifferenceOfEqualRastersIsNothing() {
        let difference = RasterDifference(Self.ramp, Self.ramp)
        #expect(difference.mean == 0)
        #expect(difference.largest == 0)
        #expect(difference.holes == 0)
    }

    @Test func theDifferenceCountsEachChannel() {
        let one = Raster(PixelSize(width: 2, height: 1)) { _, _ in (10, 20, 30) }
        let other = Raster(PixelSize(width: 2, height: 1)) { x, _ in (10, UInt8(20 + x * 8), 27) }
        let difference = RasterDifference(one, other)
        #expect(difference.means == [0, 4, 3])
        #expect(difference.largest == 8)
    }

    @Test func aSmallerRasterHasTheMeans() {
        let small = Raster(PixelSize(width: 4, height: 2)) { x, _ in (UInt8(x * 10), 0, 8) }
            .resized(to: PixelSize(width: 2, height: 1))
        #expect(small.pixels == [5, 0, 8, 255, 25, 0, 8, 255])
    }

    @Test func aPlainPNGHasItsChecksums() {
        let bytes = PlainPNG.bytes(of: Self.ramp)
        #expect(bytes.prefix(8).elementsEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
        // The empty last chunk has the checksum at the end of every PNG.
        #expect(bytes.suffix(8).elementsEqual([0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]))
    }
}
