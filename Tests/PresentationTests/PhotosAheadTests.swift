import Imaging
import PhotoPipeline
import Screens
import TerminalEmulation
import TerminalProtocols
import TestSupport
import Testing

@testable import Presentation

/// The next photo of a list is rendered before it is needed, where each frame is drawn.
@Suite struct PhotosAheadTests {
    private static let drawn: [Stage.Setup] = [
        .still, .xterm, Stage.Setup(.xterm, by: .blocks),
    ]

    @Test(arguments: drawn)
    func theNextPhotoIsDrawnWithoutRenderingIt(terminal: Stage.Setup) async throws {
        var album = try Album(terminal)
        try await album.start()
        #expect(album.asked.last == Album.names[1] && album.shows(0))
        let count = album.asked.count
        let pictures = album.stage.frame
        try await album.press("n", settling: false)
        #expect(album.asked.dropFirst(count) == [Album.names[2]], "\(album.asked)")
        #expect(album.shows(1) && album.stage.frame != pictures)
    }

    @Test(arguments: drawn)
    func thePhotoBeforeIsKept(terminal: Stage.Setup) async throws {
        var album = try Album(terminal)
        try await album.start()
        try await album.press("n")
        #expect(album.asked.last == Album.names[2])
        let count = album.asked.count
        try await album.press("p", settling: false)
        #expect(album.asked.count == count && album.shows(0))
    }

    /// The photo's own fine frame comes first.
    @Test func nothingIsRenderedAheadOfThePhotoItself() async throws {
        var album = try Album(.still)
        try await album.start()
        #expect(album.asked.firstIndex(of: Album.names[1]) == album.asked.count - 1)
        try await album.press("z", settling: false)
        #expect(album.asked.last == Album.names[0], "a zoomed photo has none after it")
    }

    /// Rendering would delay the bytes of the frame.
    @Test func nothingIsRenderedAheadWhileTheTerminalDraws() async throws {
        var album = try Album(.still)
        try await album.start()
        let count = album.asked.count
        album.pressWhileBusy("n")
        #expect(album.asked.count == count && album.shows(1))
        album.acknowledge()
        #expect(album.asked.dropFirst(count) == [Album.names[2]])
    }

    /// kitty stores what is sent, and would be sent each photo twice over a slow line.
    @Test func aTerminalThatStoresPicturesGetsNothingAhead() async throws {
        var album = try Album(Stage.Setup(.kitty026, by: .kitty))
        try await album.start()
        #expect(Set(album.asked) == [Album.names[0]])
    }

    @Test func anotherContentIsRenderedAnew() async throws {
        var album = try Album(.still)
        album.photos[1].revision = 1
        try await album.start()
        let count = album.asked.count
        try await album.press("n", settling: false)
        #expect(album.asked.count == count + 1 && album.asked.last == Album.names[1])
    }
}

/// Three photos of one colour each, in the viewer.
private struct Album {
    static let names = (0..<3).map { PhotoReference.file(path: "photo-\($0)") }
    static let size = PixelSize(width: 900, height: 700)
    private static let colours: [RGBColour] = [
        RGBColour(red: 200, green: 30, blue: 30), RGBColour(red: 30, green: 190, blue: 30),
        RGBColour(red: 30, green: 30, blue: 200),
    ]

    private(set) var stage: Stage
    var photos: [PhotoVersion] = names.map { PhotoVersion($0, size: size) }
    private var screens: ScreenCoordinator
    private var renderer: PhotoRenderer

    /// The photos of the requests so far.
    var asked: [PhotoReference] { stage.asked.compactMap(\.viewedPhoto) }

    init(_ setup: Stage.Setup) throws {
        stage = try Stage(setup.with { $0.colours = .trueColour })
        screens = ScreenCoordinator(
            photos: Self.names,
            size: ScreenSize(
                cells: stage.context.profile.window.cells, picture: stage.context.area),
            Preferences())
        renderer = PhotoRenderer(
            Dictionary(
                uniqueKeysWithValues: zip(Self.names, Self.colours).map { name, colour in
                    let raster = Raster(Self.size) { _, _ in (colour.red, colour.green, colour.blue)
                    }
                    return (name, RasterPhoto(raster: raster))
                }))
    }

    mutating func start() async throws {
        perform(screens.start())
        try await settle()
    }

    /// Presses a key; without `settling` nothing is rendered after it.
    mutating func press(_ key: Character, settling: Bool = true) async throws {
        stage.now += 10_000
        stage.touch()
        perform(screens.press(KeyPress(.character(key))))
        guard !settling else { return try await settle() }
        while !stage.update(to: screens.view).isEmpty {}
    }

    /// Presses a key; the terminal takes the frame but has not drawn it.
    mutating func pressWhileBusy(_ key: Character) {
        stage.now += 10_000
        stage.touch()
        perform(screens.press(KeyPress(.character(key))))
        while !stage.update(to: screens.view, isBusy: true).isEmpty {}
    }

    mutating func acknowledge() {
        stage.acknowledge()
        stage.update(to: screens.view)
    }

    private mutating func settle() async throws {
        for _ in 0..<3 {
            try await stage.settle(on: screens.view, by: &renderer)
            stage.now += 1000
        }
    }

    private mutating func perform(_ effects: [Effect]) {
        for case .photo(let effect) in effects {
            switch effect {
            case .open(let name, _):
                guard let version = photos.first(where: { $0.reference == name }) else { continue }
                let opened = OpenedPhoto(
                    caption: PhotoCaption(title: "p"),
                    source: RasterPhoto(raster: Raster(version.size) { _, _ in (0, 0, 0) }))
                perform(screens.receive(.opened(name, opened)))
            case .prepare(let names, _):
                for photo in photos where names.contains(photo.reference) {
                    perform(screens.receive(.prepared(photo)))
                }
            default: break
            }
        }
    }

    /// True if most of the screen has the colour of a photo.
    func shows(_ number: Int) -> Bool {
        let isText = stage.context.profile.graphics.isText
        let canvas = isText ? stage.terminal.blocks : stage.terminal.canvas
        let colour = Self.colours[number]
        let middle = canvas.cropped(
            to: PixelRect(x: canvas.size.width / 2, y: canvas.size.height / 2, width: 1, height: 1))
        let seen = middle.pixels.prefix(3).map(Int.init)
        return zip(seen, [colour.red, colour.green, colour.blue]).allSatisfy {
            abs($0 - Int($1)) < 40
        }
    }
}
