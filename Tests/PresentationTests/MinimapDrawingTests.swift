import Imaging
import Localization
import PhotoPipeline
import Screens
import TerminalDevice
import TerminalProtocols
import TestSupport
import Testing

@testable import Presentation

/// The map of a photo in terminals: the cost of a pan with it, and the resulting screen.
struct MinimapDrawingTests {
    /// The terminal scrolls the map with the photo: the cells it covered, and the map, are redrawn.
    @Test(arguments: ScrolledPansTests.terminals)
    func after100PansTheMapIsWhereItBelongs(terminal: ScrollStage.Terminal) async throws {
        var stage = try ScrollStage(terminal, CellSize(columns: 40, rows: 12))
        stage.hasMap = true
        var numbers = SeededNumbers(seed: 3)
        try await stage.pan(.original)
        for pan in 0..<100 {
            let move = ViewportMove.random(using: &numbers, cell: stage.cell)
            try await stage.pan(move)
            let isRight = try await stage.showsTheWholeFrame
            try #require(isRight, "\(move), the pan \(pan), left another picture")
        }
        #expect(stage.terminal.faults.isEmpty)
        #expect(stage.scrolled > 10, "\(stage.scrolled) of 100 pans were scrolled")
    }

    /// Steps of a tenth over a screen of 1280x714, each in its direction; sixel.
    ///
    /// If the terminal scrolls the photo, the map is redrawn coarsely, and the cells it covered: as
    /// much as it covers of the strip that comes into view.
    @Test(arguments: [ScrollStage.still, ScrollStage.xterm])
    func aPanWithTheMapCostsLittleMore(terminal: ScrollStage.Terminal) async throws {
        var bytes: [Int] = []
        for hasMap in [false, true] {
            var stage = try ScrollStage(terminal, CellSize(columns: 160, rows: 42))
            stage.hasMap = hasMap
            try await stage.pan(.original)
            var sum = 0
            for direction in [ViewportMove.Direction.right, .down, .left, .up] {
                try await stage.pan(.step(direction, times: 1))
                sum += stage.written
            }
            bytes.append(sum)
        }
        let ratio = Double(bytes[1]) / Double(bytes[0])
        print("sixel bytes of 4 pans without and with the map: \(bytes), \(ratio)")
        #expect(ratio <= 1.15)
    }

    /// After a pan the map is fine again.
    @Test(arguments: ScrolledPansTests.terminals)
    func atRestTheMapIsFine(terminal: ScrollStage.Terminal) async throws {
        var stage = try ScrollStage(terminal, CellSize(columns: 160, rows: 42))
        stage.hasMap = true
        try await stage.pan(.original)
        try await stage.rest()
        let fine = stage.terminal.canvas
        try await stage.pan(.step(.down, times: 1))
        try await stage.pan(.step(.up, times: 1))
        #expect(stage.terminal.canvas != fine)
        try await stage.rest()
        #expect(stage.terminal.canvas == fine)
    }

    /// At rest the map appears and disappears without the photo: only its cells are drawn.
    @Test(arguments: [ScrollStage.still, ScrollStage.xterm, ScrollStage.foot])
    func theMapComesAndGoesAlone(terminal: ScrollStage.Terminal) async throws {
        var stage = try ScrollStage(terminal, CellSize(columns: 160, rows: 42))
        try await stage.pan(.original)
        let whole = try await stage.rest()
        stage.hasMap = true
        let shown = try await stage.rest()
        stage.hasMap = false
        let gone = try await stage.rest()
        #expect(shown > 0 && shown * 10 < whole, "\(shown) of \(whole) bytes")
        #expect(gone > 0 && gone * 10 < whole, "\(gone) of \(whole) bytes")
    }
}

// Runs in turn with others: one of them counts the machine's shared objects.
extension Drawing {
    @Suite struct KittyMaps {
        private static let moon = PhotoReference.file(path: "moon.png")

        private static func viewing(pages: [PixelSize] = []) -> ScreenCoordinator {
            let area = PictureArea(
                origin: CellPosition(row: 0, column: 0), size: KittyStage.screen,
                snapInterval: "1x1", lastLine: 16)
            var screens = ScreenCoordinator(
                photos: [moon],
                size: ScreenSize(cells: CellSize(columns: 80, rows: 25), picture: area),
                Preferences())
            _ = screens.start()
            let opened = OpenedPhoto(
                caption: PhotoCaption(title: "Moon"),
                source: BlankPhoto(
                    size: KittyStage.photo,
                    pages: pages.isEmpty ? .one : PageSet(sizes: pages)))
            _ = screens.receive(.opened(moon, opened))
            return screens
        }

        private static func press(_ keys: String, _ screens: inout ScreenCoordinator) {
            for key in keys { _ = screens.press(KeyPress(.character(key))) }
        }

        /// Shows a view, and all pictures that it requests.
        private static func settle(
            _ stage: inout KittyStage, on screens: ScreenCoordinator
        ) throws -> String {
            var written = stage.show(screens.view)
            while let request = stage.wanted.first {
                stage.take(try stage.made(request))
                written += stage.show(screens.view)
            }
            return written
        }

        /// The map and its frame are sent once; then a pan places the photo and the frame, and the
        /// bar shows the position.
        @Test func aPanWithTheMapTakesFewBytes() throws {
            var stage = try KittyStage()
            var screens = Self.viewing()
            Self.press("z^g", &screens)
            _ = try Self.settle(&stage, on: screens)
            Self.press("m", &screens)
            let sent = try Self.settle(&stage, on: screens)
            #expect(sent.count(of: "a=t") == 2)
            Self.press("w*^g", &screens)
            _ = try Self.settle(&stage, on: screens)
            var most = 0
            for key in "lljjhhkkljljhkhk" {
                Self.press(String(key), &screens)
                let bytes = stage.show(screens.view)
                #expect(stage.wanted.isEmpty && bytes.count(of: "a=t") == 0)
                #expect(bytes.count(of: "a=p") == 2, "\(bytes.debugDescription)")
                most = max(most, bytes.utf8.count)
            }
            print("kitty bytes of a pan with the map: at most \(most)")
            #expect(most <= 200)
        }

        /// The map of the first page would cover the others, in their shape.
        @Test func eachPageHasItsOwnMap() throws {
            var stage = try KittyStage()
            var screens = Self.viewing(pages: [KittyStage.photo, "700x2000"])
            Self.press("zm", &screens)
            _ = try Self.settle(&stage, on: screens)
            Self.press(">", &screens)
            var asked: [ImageRequest] = []
            _ = stage.show(screens.view)
            while let request = stage.wanted.first {
                asked.append(request)
                stage.take(try stage.made(request))
                _ = stage.show(screens.view)
            }
            let maps = asked.filter { $0.overlay == .overview }
            #expect(maps.map(\.page) == [1])
            #expect(asked.allSatisfy { $0.page == 1 })
        }

        /// The commands of a pan, the map and its frame on the photo.
        @Test func theMapIsPlacedAsInTheGoldenFile() throws {
            var stage = try KittyStage()
            var screens = Self.viewing()
            Self.press("z^g", &screens)
            _ = try Self.settle(&stage, on: screens)
            var text = ""
            for keys in ["m", "l", "J", "m"] {
                Self.press(keys, &screens)
                let written = try Self.settle(&stage, on: screens)
                text += "\(keys)\n" + written.placements.map { "    \($0)\n" }.joined()
            }
            try Golden.expect(text, in: "minimap-kitty.txt", of: "NASAViewTests")
        }

        /// Without the map nothing is sent for it.
        @Test func theMapTakenAwayCostsNothing() throws {
            var stage = try KittyStage()
            var screens = Self.viewing()
            Self.press("z^g", &screens)
            _ = try Self.settle(&stage, on: screens)
            Self.press("mmw*^g", &screens)
            _ = try Self.settle(&stage, on: screens)
            Self.press("l", &screens)
            #expect(stage.show(screens.view).count(of: "a=p") == 1)
            #expect(stage.asked.allSatisfy { $0.overlay == nil })
        }

        /// A slow overlay delays no part of the photo.
        @Test func thePhotoDoesNotWaitForItsMap() throws {
            var stage = try KittyStage()
            var screens = Self.viewing()
            Self.press("m", &screens)
            _ = stage.show(screens.view)
            stage.take(try stage.made(try #require(stage.wanted.first)))
            Self.press("z", &screens)
            _ = stage.show(screens.view)
            let first = try #require(stage.wanted.first)
            #expect(first.overlay == nil, "the original is asked for first")
            stage.take(try stage.made(first))
            _ = stage.show(screens.view)
            #expect(stage.wanted.first?.overlay == .overview)
            Self.press("-", &screens)
            _ = stage.show(screens.view)
            #expect(stage.wanted.first?.overlay == nil)
        }
    }
}

/// A photo of this size; none of its pixels are requested.
private struct BlankPhoto: ImageSource {
    let size: PixelSize
    var pages = PageSet.one
    let status = ImageSourceStatus()

    func page(_ number: Int) -> any ImageSource {
        BlankPhoto(size: pages.size(of: number, or: size), pages: pages)
    }

    func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> RegionPixels {
        throw .damaged(.noPixels)
    }
}

extension String {
    fileprivate func count(of part: String) -> Int { ranges(of: part).count }

    /// The commands that place and remove pictures, with the cell at which each starts.
    fileprivate var placements: [String] {
        split(separator: "\u{1B}").reduce(into: (cell: "", all: [String]())) { found, part in
            if part.hasPrefix("["), part.hasSuffix("H") { found.cell = String(part) }
            guard part.hasPrefix("_Ga=p") || part.hasPrefix("_Ga=d") else { return }
            found.all.append((part.hasPrefix("_Ga=p") ? found.cell + " " : "") + part.dropFirst(2))
        }.all
    }
}
