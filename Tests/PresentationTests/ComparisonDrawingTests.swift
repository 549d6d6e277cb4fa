import Foundation
import Imaging
import PhotoPipeline
import Screens
import TerminalDevice
import TerminalEmulation
import TerminalProtocols
import TestSupport
import Testing

@testable import Presentation

/// Two compared photos, as shown by terminals.
@Suite struct ComparisonDrawingTests {
    private static let tab = KeyPress(.tab)

    /// Both are stored: one is placed over the other, or removed.
    @Test func inKittyAFlipTakesAtMostAHundredBytes() async throws {
        var photos = try ComparedPhotos(ComparedPhotos.terminals[0])
        try await photos.compare()
        var numbers = SeededNumbers(seed: 5)
        var largest = 0
        for _ in 0..<20 {
            for _ in 0..<3 {
                let key = try #require(Array("+-*hjklHJKL").randomElement(using: &numbers))
                try await photos.press(KeyPress(.character(key)))
            }
            for _ in 0..<2 {
                try await photos.press(Self.tab)
                largest = max(largest, photos.written)
                #expect(try photos.showsItsPhoto)
            }
        }
        print("kitty: the largest of 40 flips takes \(largest) bytes, its bar included")
        // The bar sets the colour of its text as well as of its background: 5 bytes.
        #expect(largest <= 105)
        #expect(photos.terminal.faults.isEmpty)
    }

    @Test(arguments: ComparedPhotos.terminals.dropFirst())
    func whatIsDrawnEachTimeIsDrawnAgainWithoutMakingIt(
        terminal: Stage.Setup
    ) async throws {
        var photos = try ComparedPhotos(terminal)
        try await photos.compare()
        for keys in ["", "*", "ll", "-"] {
            for key in keys { try await photos.press(KeyPress(.character(key))) }
            var seen: [Raster] = []
            let asked = photos.stage.asked.count
            for _ in 0..<4 {
                try await photos.press(Self.tab)
                seen.append(photos.canvas)
            }
            #expect(
                photos.stage.asked.count == asked,
                "a flip asked for \(photos.stage.asked.dropFirst(asked))")
            #expect(seen[0] == seen[2] && seen[1] == seen[3] && seen[0] != seen[1])
        }
        #expect(photos.terminal.faults.isEmpty)
    }

    @Test(arguments: ComparedPhotos.terminals)
    func sideBySideBothShowTheSamePlace(terminal: Stage.Setup) async throws {
        var photos = try ComparedPhotos(terminal)
        try await photos.compare()
        let before = photos.canvas
        try await photos.press(KeyPress(.character("|")))
        for keys in ["", "*", "lj", "H"] {
            for key in keys { try await photos.press(KeyPress(.character(key))) }
            #expect(try photos.showsBothPhotos, "\(keys)")
        }
        for key in "0|" { try await photos.press(KeyPress(.character(key))) }
        #expect(photos.canvas == before)
        #expect(photos.terminal.faults.isEmpty)
    }

    /// The bytes exclude the bar below the pictures.
    @Test(arguments: ComparedPhotos.terminals)
    func theDebugOverlayTellsOfEachFrame(terminal: Stage.Setup) async throws {
        var photos = try ComparedPhotos(terminal)
        try await photos.compare()
        for key in "|*lj-|" {
            try await photos.press(KeyPress(.character(key)))
            let told = try #require(photos.toldBytes)
            let bar = photos.stage.frame.count - told
            #expect(
                (0..<1000).contains(bar), "\(key): \(told) of \(photos.stage.frame.count) bytes")
        }
    }

    @Test(arguments: ComparedPhotos.terminals)
    func theSamePhotoTwiceIsTheSamePicture(terminal: Stage.Setup) async throws {
        var photos = try ComparedPhotos(terminal, ofTheSamePhoto: true)
        try await photos.compare()
        let before = photos.canvas
        try await photos.press(Self.tab)
        #expect(photos.canvas == before)
    }
}

/// Two compared photos on a terminal: both are open, and requests are answered at once.
struct ComparedPhotos {
    static let terminals = [
        Stage.Setup(.kitty026, by: .kitty), Stage.Setup(.vt340, by: .sixel),
        Stage.Setup(.xterm, by: .blocks),
    ]

    private(set) var stage: Stage
    /// The bytes written after the last key.
    private(set) var written = 0
    private var screens: ScreenCoordinator
    private var renderer: PhotoRenderer
    private let photos: [PhotoReference: Raster]

    var terminal: TerminalModel { stage.terminal }

    private static let names: [PhotoReference] = [.file(path: "one"), .file(path: "other")]
    private static let cells = CellSize(columns: 60, rows: 20)

    init(_ setup: Stage.Setup, ofTheSamePhoto isSame: Bool = false) throws {
        stage = try Stage(
            setup.with {
                $0.geometry = TerminalGeometry(
                    columns: Self.cells.columns, rows: Self.cells.rows)
                $0.colours = .trueColour
            })
        screens = ScreenCoordinator(
            comparing: Self.names,
            size: ScreenSize(cells: Self.cells, picture: stage.context.area), Preferences())
        let one = TestPictures.mosaic(PixelSize(width: 1100, height: 900), tile: 100)
        let other = Raster(one.size) { x, y in
            (UInt8(x / 150 & 3) * 85, 255, UInt8(y / 150 & 3) * 85)
        }
        photos = [Self.names[0]: one, Self.names[1]: isSame ? one : other]
        renderer = PhotoRenderer(photos.mapValues { RasterPhoto(raster: $0) })
    }

    /// Shows both photos once.
    mutating func compare() async throws {
        perform(screens.start())
        try await settle()
        for _ in 0..<2 { try await press(KeyPress(.tab)) }
    }

    /// Presses a key, and runs the program until it is idle.
    mutating func press(_ key: KeyPress) async throws {
        stage.now += 10_000
        stage.touch()
        perform(screens.press(key))
        written = 0
        try await settle()
    }

    private mutating func perform(_ effects: [Effect]) {
        for case .photo(.open(let name, _)) in effects {
            guard let raster = photos[name] else { continue }
            let opened = OpenedPhoto(
                caption: PhotoCaption(title: "p"), source: RasterPhoto(raster: raster))
            perform(screens.receive(.opened(name, opened)))
        }
    }

    /// Runs until nothing is written or requested, even after a pause.
    private mutating func settle() async throws {
        for _ in 0..<3 {
            written += try await stage.settle(on: screens.view, by: &renderer).count
            stage.now += 200
        }
    }

    /// The bytes of the last frame in the debug overlay.
    var toldBytes: Int? {
        let line = stage.overlayText
        return line?.firstMatch(of: /(\d+) bytes/).flatMap { Int($0.output.1) }
    }

    private var isText: Bool { stage.context.profile.graphics.isText }

    /// The pixels above the bar.
    var canvas: Raster { isText ? terminal.blocks : terminal.canvas }

    private var view: PhotoView? {
        if case .photo(let view) = screens.view { view } else { nil }
    }

    /// True if the visible photo fills the screen, pixel for pixel.
    var showsItsPhoto: Bool {
        get throws {
            let view = try #require(view)
            return shows(view, at: .origin)
        }
    }

    var showsBothPhotos: Bool {
        get throws {
            let view = try #require(view)
            let compared = try #require(view.compared)
            let right = PixelPoint(x: try #require(stage.context.area?.panes).secondX, y: 0)
            let isLeft = compared.position == .right
            return view.viewport.window.window == compared.view.viewport.window.window
                && shows(view, at: isLeft ? .origin : right)
                && shows(compared.view, at: isLeft ? right : .origin)
        }
    }

    /// Returns true if a view is drawn at a corner of the screen, within the error of palette and
    /// scaler.
    private func shows(_ view: PhotoView, at corner: PixelPoint) -> Bool {
        guard let photo = photos[view.photo.reference] else { return false }
        let scaled = view.viewport.scaled
        let all = scaled == photo.size ? photo : photo.resized(to: scaled)
        let target = view.viewport.target
        let area = PixelRect(
            x: corner.x + target.minX, y: corner.y + target.minY, width: target.size.width,
            height: target.size.height)
        let canvas = canvas
        guard PixelRect(canvas.size).contains(area) else { return false }
        let difference = RasterDifference(
            all.cropped(to: view.viewport.window.window), canvas.cropped(to: area))
        return difference.mean < (isText ? 25 : 12)
    }
}
