import Foundation
import Imaging
import TestSupport
import Testing

@testable import TerminalProtocols

/// Pictures shown by text, in a pane of tmux.
struct PlaceholderTests {
    // The last cells of these are not full, and the third is lower than the screen.
    @Test(arguments: ["450x350", "321x151", "320x50", "163x60"] as [PixelSize])
    func everyViewIsShownPixelForPixel(photo: PixelSize) throws {
        var visit = try PlaceholderVisit(photo)
        let moves: [ViewportMove] = [
            .centre, .original, .step(.right, times: 2), .step(.down, times: 1),
            .shift(x: -13, y: 7), .zoomOut(about: nil), .edge(.left), .edge(.right),
            .step(.left, times: 1), .fit, .toggle(about: PixelPoint(x: 150, y: 5)),
            .edge(.down), .step(.up, times: 3),
        ]
        for move in moves {
            visit.press(move)
            #expect(visit.shown == visit.expected, "\(move)")
            #expect(visit.faults == [], "\(move)")
        }
        visit.leave()
        #expect(visit.tmux.outside.placeholderPictures.count == 0)
    }

    /// A peek at the whole photo from a close view: blank around it, then the earlier view.
    @Test(arguments: ["450x350", "100x145", "320x50"] as [PixelSize])
    func aGlanceAtTheWholePhotoComesAndGoes(photo: PixelSize) throws {
        var visit = try PlaceholderVisit(photo)
        visit.press(.original)
        let viewport = visit.viewport
        for view in [viewport.whole, viewport, viewport.whole, viewport] {
            visit.viewport = view
            visit.settle()
            #expect(visit.shown == visit.expected)
            #expect(visit.faults == [])
        }
        #expect(visit.uploads.count <= 3)
    }

    /// 160x45 cells, as at 1280x720: a key's steps of a tenth, and of one cell.
    @Test(arguments: [
        (move: ViewportMove.step(.right, times: 1), limit: 9000),
        (move: .step(.left, times: 1), limit: 9000),
        (move: .step(.down, times: 1), limit: 7000),
        (move: .step(.up, times: 1), limit: 7000),
        (move: .shift(x: 8, y: 0), limit: 1500),
        (move: .shift(x: 0, y: -16), limit: 1800),
    ])
    func aPanByWholeCellsSendsTextOnlyAndOfThatTheExposedStrip(
        move: ViewportMove, limit: Int
    ) throws {
        var visit = try PlaceholderVisit(
            "2000x1500", cells: CellSize(columns: 160, rows: 46),
            cell: CellMetrics(width: 8, height: 16))
        visit.press(.original)
        let uploads = visit.uploads.count
        visit.step(move)
        visit.show([visit.view])
        let bytes = try #require(visit.written.last)
        print("placeholders: \(move): \(bytes.count) bytes")
        #expect(visit.uploads.count == uploads)
        #expect(!bytes.contains(UInt8(ascii: "_")), "a picture command was sent")
        #expect(bytes.count < limit)
        #expect(visit.shown == visit.expected)
        #expect(visit.faults == [])
    }

    @Test func whatIsOnTheScreenIsNotSentAgain() throws {
        var visit = try PlaceholderVisit("450x350")
        visit.settle()
        #expect(visit.show([visit.view]).bytes.isEmpty)
    }

    /// At the edge the photo's cells differ from the screen's: the nearest are shown until its
    /// exact position arrives.
    @Test func aPanWithinACellShowsTheNearestCellsUntilTheExactPlaceHasCome() throws {
        var visit = try PlaceholderVisit("450x350")
        visit.press(.original)
        visit.viewport.move(.shift(x: 11, y: 3))
        let update = visit.show([visit.view])
        #expect(!update.bytes.contains(UInt8(ascii: "_")))
        var snapped = visit
        snapped.viewport.move(.shift(x: -3, y: -3))
        #expect(visit.shown == snapped.expected)
        let upload = try #require(update.missing.first)
        visit.show([visit.view], with: [visit.made(upload)])
        #expect(visit.shown == visit.expected)
        #expect(visit.faults == [])
    }

    @Test func whatWasShownStaysUntilAnotherScaleHasCome() throws {
        var visit = try PlaceholderVisit("450x350")
        visit.settle()
        let before = visit.shown
        visit.viewport.move(.original)
        let update = visit.show([visit.view])
        #expect(update.bytes.isEmpty && visit.shown == before)
        #expect(update.missing.count == 1)
    }

    @Test func aCoarserPictureStandsInWhileThePhotoIsRead() throws {
        var visit = try PlaceholderVisit("450x350")
        let upload = try #require(visit.show([visit.view]).missing.first)
        let preview = visit.made(upload, isPreview: true)
        #expect(visit.show([visit.view], with: [preview]).missing == [upload])
        #expect(visit.shown == visit.expected)
        let image = visit.made(upload)
        #expect(visit.show([visit.view], with: [image]).missing.isEmpty)
        #expect(visit.shown == visit.expected && visit.faults == [])
    }

    /// There are marks for 297 cells.
    @Test func aScreenOfMoreCellsIsCoveredByPicturesSideBySide() throws {
        var visit = try PlaceholderVisit(
            "1400x200", cells: CellSize(columns: 310, rows: 16),
            cell: CellMetrics(width: 2, height: 3))
        for move in [.original, .shift(x: 7, y: 4), .step(.right, times: 1), .edge(.right)]
            as [ViewportMove]
        {
            visit.press(move)
            #expect(visit.shown == visit.expected, "\(move)")
            #expect(visit.faults == [], "\(move)")
        }
    }

    @Test func thumbnailsMoveComeAndGo() throws {
        var visit = try PlaceholderVisit("450x350")
        func place(_ name: String, row: Int, column: Int) -> Placement<String> {
            Placement(
                id: name, window: .fitted(.whole), size: PixelSize(width: 32, height: 30),
                cells: CellRect(
                    origin: CellPosition(row: row, column: column),
                    size: CellSize(columns: 4, rows: 3)))
        }
        let colours: [String: RGBColour] = [
            "red": RGBColour(red: 200, green: 10, blue: 20),
            "blue": RGBColour(red: 10, green: 20, blue: 200),
        ]
        func expect(_ places: [Placement<String>], _ at: SourceLocation = #_sourceLocation) {
            let shown = visit.shown
            for y in stride(from: 5, to: 60, by: 10) {
                for x in stride(from: 4, to: 160, by: 8) {
                    let under = places.last {
                        $0.cells.contains(
                            CellRect(
                                origin: CellPosition(row: y / 10, column: x / 8),
                                size: CellSize(columns: 1, rows: 1)))
                    }
                    let wished = under.flatMap { colours[$0.id] } ?? .black
                    let pixel = (y * 160 + x) * 4
                    #expect(
                        shown.pixels[pixel] == wished.red
                            && shown.pixels[pixel + 2] == wished.blue,
                        "\(x), \(y)", sourceLocation: at)
                }
            }
            #expect(visit.faults == [], sourceLocation: at)
        }
        func image(_ place: Placement<String>) -> PlacedImage<String> {
            visit.thumbnail(colours[place.id] ?? .black, at: place, height: 26)
        }
        var places = [place("red", row: 0, column: 1), place("blue", row: 3, column: 1)]
        visit.show(places, with: places.map(image))
        expect(places)
        // Each in the other's position: only text is sent.
        places = [place("red", row: 3, column: 1), place("blue", row: 0, column: 1)]
        #expect(!visit.show(places).bytes.contains(UInt8(ascii: "_")))
        expect(places)
        #expect(visit.show(places).bytes.isEmpty)
    }

    /// Commands are wrapped for tmux, text is not.
    @Test func theBytesAreThese() throws {
        var visit = try PlaceholderVisit(
            "24x40", cells: CellSize(columns: 3, rows: 3), cell: PlaceholderVisit.cell)
        visit.settle()
        visit.press(.step(.down, times: 5))
        let text = String(decoding: visit.written.joined(), as: UTF8.self)
            .replacing(/;[A-Za-z0-9+\/=]{20,}/, with: ";…")
            .unicodeScalars.map(Self.spelled).joined()
        #expect(
            text == """
                ␛Ptmux;␛␛7␛␛_Ga=t,t=d,f=100,i=956301328,q=2,m=1;…␛␛\\␛␛_Gq=2,m=0;…␛␛\\\
                ␛␛_Ga=p,U=1,i=956301328,p=1,c=3,r=4,q=2␛␛\\␛␛8␛\\\
                ␛[1;1H␛[38;5;16m▣(1)(0)(57)▣(1)(1)(57)▣(1)(2)(57)\
                ␛[2;1H▣(2)(0)(57)▣(2)(1)(57)▣(2)(2)(57)␛[0m\
                ␛[1;1H␛[1M␛[2;1H␛[1L␛[2;1H␛[38;5;16m▣(3)(0)(57)▣(3)(1)(57)▣(3)(2)(57)␛[0m
                """)
    }

    private static func spelled(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\u{1B}": "␛"
        case "\u{10EEEE}": "▣"
        default:
            PlaceholderText.marks.firstIndex(of: PackedUTF8(scalar)).map { "(\($0))" }
                ?? String(scalar)
        }
    }
}

/// The placeholder characters.
struct PlaceholderTextTests {
    @Test(
        arguments: [
            (0, "\u{305}"), (1, "\u{30D}"), (2, "\u{30E}"), (3, "\u{310}"), (4, "\u{312}"),
            (296, "\u{1D244}"),
        ] as [(Int, Unicode.Scalar)])
    func eachNumberHasItsMark(number: Int, mark: Unicode.Scalar) {
        #expect(PlaceholderText.marks.count == 297)
        #expect(PlaceholderText.marks[number] == PackedUTF8(mark))
    }

    /// Compares with kitty's own table, if NASA_VIEW_DIACRITICS has the path of a copy.
    @Test func theTableIsKittys() throws {
        guard let path = ProcessInfo.processInfo.environment["NASA_VIEW_DIACRITICS"] else { return }
        let codes = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
            .filter { !$0.hasPrefix("#") }
            .compactMap { UInt32($0.prefix { $0 != ";" }, radix: 16).flatMap(Unicode.Scalar.init) }
        #expect(codes.map(PackedUTF8.init) == PlaceholderText.marks)
    }

    /// Multiplexers may change colours 0 to 15, and there are 255 high bytes.
    @Test func numbersOfPicturesHaveSafeColoursAndRepeatOnlyAfterThousands() {
        var seen: Set<Int> = []
        var image = PlaceholderCell.firstImage(of: 7)
        while seen.insert(image).inserted {
            #expect(16...255 ~= image & 0xFF && 1...255 ~= image >> 24 && image & 0xFFFF00 == 0)
            image = PlaceholderCell.image(after: image)
        }
        #expect(seen.count == 240 * 255)
    }

    @Test func panesBesideEachOtherNumberTheirPicturesApart() {
        let firsts = (0..<31).map(PlaceholderCell.firstImage)
        let apart = firsts.sorted()
        #expect(zip(apart, apart.dropFirst()).allSatisfy { $1 >> 24 - $0 >> 24 >= 8 })
    }
}

/// The terminals in which text shows pictures.
struct PlaceholderUseTests {
    @Test(arguments: [
        ("kitty(0.26.5)", false), ("kitty(0.27.1)", false), ("kitty(0.28.0)", true),
        ("kitty(0.28)", true), ("kitty(0.48.1)", true), ("kitty(1.0.0)", true),
        ("kitty(", false), ("ghostty 1.0.0", true), ("WezTerm 20240203-110809", false),
        ("Konsole 22.12.3", false), ("", false),
    ])
    func theTerminalOutsideTmuxMustHavePlaceholders(version: String, hasThem: Bool) throws {
        let profile = try PlaceholderVisit.profile(
            cells: CellSize(columns: 20, rows: 7), cell: PlaceholderVisit.cell, version: version)
        #expect((profile.placeholders != nil) == hasThem)
        let cell = CellPosition(row: 1, column: 2)
        let outside = CellPosition(row: 4, column: 7)
        #expect(profile.outside(cell) == (hasThem ? cell : outside))
    }

    /// Text is placed relative to the pane, wherever that is.
    @Test func thePaneMayBeCutOff() throws {
        let profile = try PlaceholderVisit.profile(
            cells: CellSize(columns: 20, rows: 7), cell: PlaceholderVisit.cell, hasPane: false)
        #expect(profile.graphics == .kitty && profile.placeholders != nil)
    }

    @Test func cellsOfFractionalPixelsAreNotWholeCellsOfAPicture() throws {
        let cell = CellMetrics(
            across: CellAxis(pixels: 101, cells: 12), down: CellAxis(pixels: 16, cells: 1))
        let profile = try PlaceholderVisit.profile(
            cells: CellSize(columns: 20, rows: 7), cell: cell)
        #expect(profile.graphics == .kitty && profile.placeholders == nil)
    }
}
