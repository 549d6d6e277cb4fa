import Imaging
import Localization
import PhotoCatalog
import PhotoPipeline
import TerminalProtocols
import TestSupport
import Testing

@testable import Screens

/// A photo's page with all known details: the picture, the text beside it or below it, and the
/// position of each part.
@Suite struct DetailPageTests {
    private static let photo = LibraryPages.photo(
        "NHQ202401260011", "NASA and Mongolia Meet", by: "NASA/Bill Ingalls",
        on: "2024-01-26T00:00:00Z",
        about: """
            Associate Administrator Jim Free, 3rd from right, and the Mongolian Minister of Digital \
            Development meet to discuss space strategy.<br/>Photo Credit: (NASA/Bill Ingalls)
            """,
        albums: ["Headquarters"], keywords: ["DC", "Jim Free", "Washington", "Nyam-Osor Uchral"])

    /// From the recorded metadata of that photo.
    static let facts = [
        ("Make", "NIKON CORPORATION"), ("Model", "NIKON Z 9"),
        ("LensModel", "NIKKOR Z 24-120mm f/4 S"), ("ExposureTime", "1/60"), ("FNumber", "8.0"),
        ("ISO", "3200"), ("FocalLength", "24.0 mm"), ("FocalLengthIn35mmFormat", "24 mm"),
        ("DateTimeOriginal", "2024:01:26 09:27:29"), ("ExposureCompensation", "-1/3"),
        ("Flash", "No Flash"), ("Software", "Adobe Photoshop Lightroom Classic 13.1 (Macintosh)"),
        ("ColorSpace", "sRGB"),
    ].map { PhotoFact(group: "EXIF", name: $0.0, value: $0.1) }

    private static func page(
        _ cells: CellSize, _ preferences: Preferences = Preferences(), photo: Photo = photo
    ) -> LibraryStory {
        var story = LibraryStory.listing(
            [photo, photo], of: 488, cells: cells, preferences: preferences)
        story.press("i")
        story.receive(
            .described(photo.id, photo, PhotoAssets(linkedBy: photo), isFavourite: false))
        story.receive(.metadata(.library(photo.id), facts))
        return story
    }

    private static let sizes = [
        CellSize(columns: 40, rows: 24), CellSize(columns: 80, rows: 24),
        CellSize(columns: 120, rows: 36), CellSize(columns: 300, rows: 60),
    ]

    @Test(arguments: sizes) func looks(cells: CellSize) throws {
        var text = ""
        for (name, preferences) in [
            ("English", Preferences()), ("German", Preferences(.german)), ("mirrored", .mirrored),
        ] {
            var story = Self.page(cells, preferences)
            text += "──────── \(name)\n\(story.page)\n"
            story.press("G")
            text += "──────── \(name), the end\n\(story.page)\n"
        }
        let name = "detail/page-\(cells.columns)x\(cells.rows).txt"
        try Golden.expect(text, in: name, of: "ScreensTests")
    }

    /// The camera data are requested once, when the photo's files are known; `i` shows the loaded
    /// ones.
    @Test func theCameraIsAskedForWhenThePhotoIsKnown() {
        let photo = Self.photo
        var story = LibraryStory.listing([photo])
        story.press("i")
        let known = LibraryEvent.described(
            photo.id, photo, PhotoAssets(linkedBy: photo), isFavourite: false)
        #expect(story.receive(known) == [.library(.readMetadata(.library(photo.id)))])
        #expect(story.receive(known) == [])
        #expect(story.press("i") == [])
        #expect(story.page.contains("Loading"))
        story.receive(.metadata(.library(photo.id), Self.facts))
        story.press("G")
        #expect(story.page.contains("ColorSpace"))
    }

    @Test func metadataWithoutACameraSaysNothingOnThePage() {
        var story = Self.page(CellSize(columns: 120, rows: 60))
        #expect(story.page.contains("Camera"))
        story.receive(
            .metadata(
                .library(Self.photo.id), [PhotoFact(group: "File", name: "FileType", value: "PNG")])
        )
        #expect(!story.page.contains("Camera"))
    }

    @Test func labelsStandInAColumn() throws {
        let lines = Self.page(CellSize(columns: 120, rows: 60)).page.split(separator: "\n")
        let values = [("Photographer", "NASA/Bill"), ("Centre", "JSC"), ("ID", "NHQ2024")]
        let columns = try values.map { label, value in
            let line = try #require(lines.first { $0.contains("\(label)  ") })
            let place = try #require(line.firstRange(of: value)?.lowerBound)
            return line.distance(from: line.startIndex, to: place)
        }
        #expect(Set(columns).count == 1)
    }

    @Test func linksAreUnderlinedAndTheFocusedOneLiesOnTheAccent() throws {
        var story = Self.page(CellSize(columns: 120, rows: 60))
        let runs = { (story: LibraryStory) -> [TextPage.Run] in
            guard case .page(let page, _) = story.screens.view else { return [] }
            return page.runs.filter {
                ["Headquarters", "DC", "Washington"].contains($0.text.string)
            }
        }
        #expect(runs(story).map(\.style) == [.link, .link, .link])
        #expect(runs(story).allSatisfy { $0.ground == .plain })
        story.press(.tab, .tab)
        #expect(runs(story).map(\.ground) == [.plain, .accent, .plain])
    }

    /// For a 4:3 photo, with cells of 10 x 20 pixels.
    @Test(
        arguments: [
            ("80x24", "42x16 at 3,1", 32), ("120x36", "66x25 at 3,1", 48),
            ("200x50", "120x45 at 3,1", 72), ("300x60", "147x55 at 3,1", 72),
            ("40x24", "24x9 at 3,8", 37), ("40x12", "11x4 at 2,14", 37), ("20x6", "none", 17),
        ])
    func thePictureHasThePhotosShape(cells: String, picture: String, textColumns: Int) throws {
        let size = try #require(Self.cells(cells))
        let shape = DetailShape(size, PhotoShape(aspect: 4 / 3, on: Self.screen(size)))
        #expect(Self.text(of: shape.picture) == picture)
        #expect(shape.textColumns == textColumns)
        #expect(shape.text.column + shape.textColumns < size.columns)
        #expect(shape.text.row + shape.textRows < max(2, size.rows))
    }

    /// Beside the text if that leaves the larger picture, else above it.
    @Test(
        arguments: [
            (0.5, "19x19 at 3,1"), (1.0, "38x19 at 3,1"), (1.5, "42x14 at 3,1"),
            (4.0, "72x9 at 3,4"), (10.0, "78x4 at 3,1"), (1000.0, "none"), (0.001, "1x19 at 3,1"),
        ] as [(Double, String)])
    func aPanoramaStandsAboveTheText(aspect: Double, picture: String) {
        let size = CellSize(columns: 80, rows: 24)
        let shape = DetailShape(size, PhotoShape(aspect: aspect, on: Self.screen(size)))
        #expect(Self.text(of: shape.picture) == picture)
    }

    @Test func aPictureOfUnknownShapeHasTheRoomThereIs() {
        let size = CellSize(columns: 80, rows: 24)
        let shape = DetailShape(size, PhotoShape(aspect: nil, on: Self.screen(size)))
        #expect(Self.text(of: shape.picture) == "42x19 at 3,1")
    }

    /// Nothing extends beyond any window.
    @Test(arguments: [0.01, 0.7, 1.5, 3.0, 100.0])
    func nothingSticksOut(aspect: Double) {
        for columns in [1, 2, 10, 39, 75, 76, 77, 100, 301] {
            for rows in [1, 2, 3, 7, 8, 15, 16, 40] {
                let size = CellSize(columns: columns, rows: rows)
                let shape = DetailShape(size, PhotoShape(aspect: aspect, on: Self.screen(size)))
                #expect(shape.textColumns > 0 && shape.textRows > 0)
                guard let picture = shape.picture else { continue }
                #expect(picture.origin.column + picture.size.columns <= columns, "\(size)")
                #expect(picture.origin.row + picture.size.rows < rows, "\(size)")
            }
        }
    }

    private static func screen(_ cells: CellSize) -> ScreenSize {
        let picture = PixelSize(width: cells.columns * 10, height: (cells.rows - 1) * 20)
        let area = PictureArea(origin: CellPosition(row: 0, column: 0), size: picture)
        return ScreenSize(cells: cells, picture: picture.isEmpty ? nil : area)
    }

    private static func cells(_ text: String) -> CellSize? {
        let sides = text.split(separator: "x").compactMap { Int($0) }
        return sides.count == 2 ? CellSize(columns: sides[0], rows: sides[1]) : nil
    }

    private static func text(of picture: CellRect?) -> String {
        guard let picture else { return "none" }
        let (size, origin) = (picture.size, picture.origin)
        return "\(size.columns)x\(size.rows) at \(origin.row),\(origin.column)"
    }
}

/// Camera data in photographers' notation.
@Suite struct CameraWordsTests {
    private static func camera(_ fields: [String: String]) -> CameraData? {
        CameraData(fields.map { PhotoFact(group: "EXIF", name: $0.key, value: $0.value) })
    }

    @Test(arguments: [
        (
            [
                "FNumber": "8.0", "ExposureTime": "1/250", "FocalLength": "400.0 mm", "ISO": "200",
                "Make": "NIKON CORPORATION", "Model": "NIKON D5",
            ],
            "f/8, 1/250 s, 400 mm, ISO 200, Nikon D5"
        ),
        (["FNumber": "f/5.6", "ExposureTime": "30", "Model": "X100"], "f/5.6, 30 s, X100"),
        (["ExposureTime": "0.5"], "0.5 s"), (["ExposureTime": "0.004"], "1/250 s"),
        (["ExposureTime": "1/1.3"], "0.8 s"), (["ISO": "200, 0"], "ISO 200"),
        (["FNumber": "undef", "ISO": "100"], "ISO 100"), (["FNumber": "0", "ISO": "1"], "ISO 1"),
        (["ExposureTime": "1/0", "ISO": "1"], "ISO 1"), (["ISO": "-3"], "ISO 3"),
        (["FNumber": "1e999", "ISO": "64"], "f/1, ISO 64"),
        (["FocalLength": "99999999999 mm", "ISO": "64"], "ISO 64"),
    ])
    func stateHowAPhotoWasTaken(fields: [String: String], words: String) throws {
        #expect(Strings().summary(of: try #require(Self.camera(fields))).string == words)
    }

    @Test func germanHasItsOwnPoint() throws {
        let camera = try #require(Self.camera(["FNumber": "5.6", "FocalLength": "18.5"]))
        #expect(Strings(.german).summary(of: camera).string == "f/5,6, 18,5 mm")
    }

    @Test(
        arguments: [
            ("NIKON CORPORATION", "NIKON D5", "Nikon D5"),
            ("Canon", "Canon EOS R5", "Canon EOS R5"),
            ("SONY", "ILCE-7M3", "Sony ILCE-7M3"),
            ("Apple", "iPhone 12 Pro", "Apple iPhone 12 Pro"),
            ("OLYMPUS IMAGING CORP.", "E-M1", "Olympus E-M1"),
            ("EASTMAN KODAK COMPANY", "KODAK DC290", "Kodak DC290"),
            ("LEICA CAMERA AG", "LEICA Q2", "Leica Q2"), ("DJI", "FC3170", "DJI FC3170"),
            ("Hasselblad", "Hasselblad H4D-40", "Hasselblad H4D-40"), ("", "NIKON D5", "NIKON D5"),
            ("NIKON CORPORATION", "", "Nikon"), ("CORPORATION", "X", "X"),
        ])
    func aCameraHasTheNamePeopleGiveIt(maker: String, model: String, name: String) {
        #expect(Self.camera(["Make": maker, "Model": model])?.camera == name)
    }

    /// The recorded metadata of NHQ202401260011.
    @Test(arguments: [
        (
            Language.english,
            [
                "Lens NIKKOR Z 24-120mm f/4 S", "Taken 26 Jan 2024, 09:27",
                "Exposure -1/3 EV",
                "Processed in Adobe Photoshop Lightroom Classic 13.1 (Macintosh)",
            ]
        ),
        (
            .german,
            [
                "Objektiv NIKKOR Z 24-120mm f/4 S", "Aufgenommen 26. Januar 2024, 09:27",
                "Belichtung -1/3 EV",
                "Bearbeitet in Adobe Photoshop Lightroom Classic 13.1 (Macintosh)",
            ]
        ),
    ])
    func theFurtherFieldsAreAFew(language: Language, words: [String]) throws {
        let camera = try #require(CameraData(DetailPageTests.facts))
        let fields = Strings(language).fields(of: camera).filter { !$0.value.isEmpty }
        #expect(fields.map { "\($0.name.string) \($0.value.string)" } == words)
    }

    @Test(arguments: [
        ("Fired", true), ("On, Fired", true), ("Auto, Fired, Red-eye reduction", true),
        ("Off, Did not fire", false), ("No Flash", false),
    ])
    func onlyAFlashThatFiredIsNamed(words: String, fired: Bool) {
        #expect(Self.camera(["Flash": words, "ISO": "1"])?.hasFired == fired)
    }

    @Test(
        arguments: [
            ("0", nil), ("+0", nil), ("0/6", nil), ("-1/3", "-1/3"), ("+0.7 EV", "+0.7"),
            ("n/a", nil),
            ("11111111111", nil),
        ] as [(String, String?)])
    func onlyACorrectedExposureIsNamed(steps: String, text: String?) {
        #expect(Self.camera(["ExposureCompensation": steps, "ISO": "1"])?.compensation == text)
    }

    @Test(
        arguments: [
            ("2024:01:26 09:27:29-05:00", "09:27"), ("2024-01-26T23:59", "23:59"),
            ("2024:01:26", nil), ("2024:01:26 99:99:99", nil), ("0000:00:00 00:00:00", "00:00"),
            ("soon 09:27", nil),
        ] as [(String, String?)])
    func theTimeIsTheCameras(text: String, time: String?) {
        #expect(Self.camera(["DateTimeOriginal": text, "ISO": "1"])?.time == time)
    }

    /// A telescope's picture, or a scan, has no camera; XMP is used if EXIF has no entry.
    @Test func metadataWithoutACameraHasNone() {
        let file = [PhotoFact(group: "File", name: "FNumber", value: "8")]
        #expect(CameraData(file) == nil)
        #expect(Self.camera(["Software": "Photoshop", "DateTimeOriginal": "2024"]) == nil)
        let notes = [
            PhotoFact(group: "XMP", name: "ISO", value: "64"),
            PhotoFact(group: "EXIF", name: "ISO", value: "200"),
            PhotoFact(group: "XMP", name: "FNumber", value: "4"),
        ]
        #expect(CameraData(notes)?.iso == 200)
        #expect(CameraData(notes)?.aperture == 4)
    }
}

/// Key hints look the same on all screens.
@Suite struct KeyHintTests {
    @Test func theKeyHasTheAccentAndItsMeaningIsFaint() {
        var page = TextPage(size: CellSize(columns: 60, rows: 1))
        let hints = [
            KeyHint("Enter", "details"), KeyHint("n p", "next/prev"), KeyHint("::", "x"),
        ]
        hints.draw(row: 0, column: 1, on: &page)
        let runs = page.runs.filter { $0.text != "  " }
        #expect(
            runs.map(\.text.string) == [
                "Enter", ": details", "n p", ": next/prev", "::", ": x",
            ])
        #expect(
            runs.map(\.style) == [.accent, .faint, .accent, .faint, .accent, .faint])
        #expect(PaintedPage(page).lines == [" Enter: details  n p: next/prev  ::: x"])
        #expect(
            PaintedPage(page.mirrored).lines[0].hasSuffix("Enter: details  n p: next/prev  ::: x"))
    }

    /// The keys in the last line have the accent on every screen.
    @Test func everyFootIsDrawnSo() {
        var story = LibraryStory.listing(LibraryPages.photos(1...3))
        #expect(story.hints == ["Enter", "/", "q", "i", "Tab", "?"])
        story.press("i")
        // The first photo has no predecessor.
        #expect(story.hints.contains("n"))
        story.press("?")
        #expect(story.hints == ["? Esc"])
    }
}
