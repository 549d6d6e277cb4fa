import Imaging
import Localization
import PhotoCatalog
import PhotoPipeline
import Screens
import TerminalProtocols
import TestSupport
import Testing

@testable import Presentation

/// The transition of a picture from one position on the screen to another.
@Suite struct PictureMotionTests {
    private static let cell = CellMetrics(width: 8, height: 16)
    private static let photo = PixelSize(width: 1280, height: 960)
    private static let screen = PixelSize(width: 640, height: 384)
    private static let cells = CellRect(
        origin: CellPosition(row: 0, column: 0), size: CellSize(columns: 80, rows: 24))

    /// A transition from the width of the screen to the original size, started at 1000 ms.
    private static var motion: Transition {
        var view = Viewport(photo: photo, screen: screen)
        let from = TransitionRect(view.window, at: view.target, in: cells, cell)
        view.move(.original)
        return Transition(
            picture: Transition.Picture(
                id: .photo(.file(path: "a.jpg"), .none, page: PageVersion(number: 0, revision: 0)),
                photo: photo, version: 1280,
                layer: 0),
            from: from, to: TransitionRect(view.window, at: view.target, in: cells, cell),
            startedAt: 1000)
    }

    @Test(arguments: [
        // Milliseconds from the start, and the width of the photo at that time: fast at first.
        (0, 910), (26, 910), (27, 1090), (54, 1200), (80, 1256), (107, 1277), (134, 1280),
    ])
    func itIsFastAtFirst(time: Int, width: Int) throws {
        let placement = try #require(Self.motion.placement(at: 1000 + time, Self.cell))
        guard case .region(let window, let target) = placement.window else { return }
        #expect(window.scaled.width == width)
        #expect(target == PixelRect(Self.screen))
        #expect(PixelRect(window.scaled).contains(window.window))
    }

    @Test(arguments: [
        // The time, the time of the last key, and whether it is over.
        (1000, 990, false), (1159, 1000, false), (1160, 1000, true), (1030, 1020, true),
    ])
    func itEndsByItselfOrWithAKey(now: Int, touchedAt: Int, isOver: Bool) {
        #expect(Self.motion.isOver(at: now, touchedAt: touchedAt) == isOver)
        #expect(Self.motion.nextStep(after: now) > now || isOver)
        #expect(Transition.milliseconds <= 200 && (4...8).contains(Transition.shares.count))
    }

    @Test func aTileGrowsIntoTheScreen() throws {
        // A square tile at row 4, column 10, which shows the centre of the photo.
        let tile = ScaledWindow(
            photo: Self.photo, scaled: PixelSize(width: 128, height: 96),
            window: PixelRect(x: 16, y: 0, width: 96, height: 96))
        let place = CellRect(
            origin: CellPosition(row: 4, column: 10), size: CellSize(columns: 12, rows: 6))
        let from = TransitionRect(
            tile, at: PixelRect(PixelSize(width: 96, height: 96)), in: place, Self.cell)
        let to = Self.motion.from
        #expect(from.seenIn == PixelRect(x: 80, y: 64, width: 96, height: 96))
        #expect(from.moved(to: to, by: 1) == to && from.moved(to: to, by: 0) == from)
        var last = from.seenIn
        for share in Transition.shares {
            let seen = from.moved(to: to, by: share).seenIn
            #expect(seen.contains(last) && PixelRect(Self.screen).contains(seen))
            last = seen
        }
    }

    private static let reference = PhotoReference.file(path: "tile.jpg")

    /// Returns a page with a tile, and the page that waits for its photo.
    private static func pages() -> (list: ScreenView, opening: ScreenView) {
        let size = CellSize(columns: 80, rows: 25)
        var (list, opening) = (TextPage(size: size), TextPage(size: size))
        list.put("list", row: 24)
        opening.put("opening", row: 24)
        let tile = PagePicture(
            .photo(reference), at: CellPosition(row: 4, column: 10),
            size: CellSize(columns: 12, rows: 6), .cover)
        let large = PagePicture(
            .photo(reference), at: CellPosition(row: 0, column: 0),
            size: CellSize(columns: 80, rows: 24), .width)
        return (.page(list, pictures: [tile]), .waiting(opening, pictures: [large]))
    }

    /// Returns a stage that shows the list with its tile.
    private static func listing() throws -> KittyStage {
        var stage = try KittyStage(motion: .on)
        _ = stage.show(pages().list)
        stage.take(stage.madeThumbnail(try #require(stage.wanted.first)))
        #expect(stage.show(pages().list, at: 20).contains("a=p"))
        return stage
    }

    @Test func aTileThatIsOpenedGrowsOverItsPage() throws {
        var stage = try Self.listing()
        var steps = 0
        for time in stride(from: 1000, to: 1160, by: 10) {
            let bytes = stage.show(Self.pages().opening, at: time)
            #expect(!bytes.contains("opening") && bytes.utf8.count < 120)
            if bytes.contains("a=p") { steps += 1 }
        }
        #expect((4...6).contains(steps))
        // The large picture is requested in the meantime; until it is rendered the tile stays,
        // under the title.
        #expect(stage.wanted.map(\.window) == [.fitted(.width)])
        var words = ""
        for time in stride(from: 1160, to: 1200, by: 10) {
            words += stage.show(Self.pages().opening, at: time)
        }
        #expect(words.contains("opening"))
    }

    @Test func aKeyTakesItAwayAtOnce() throws {
        var stage = try Self.listing()
        #expect(stage.show(Self.pages().opening, at: 1000).contains("a=p"))
        stage.touch(at: 1010)
        #expect(stage.show(Self.pages().list, at: 1011).contains("a=d,d=i"))
        #expect(stage.show(Self.pages().list, at: 1200).isEmpty)
    }

    @Test(arguments: [
        // The motion setting, and the placements from one scale to the other.
        (MotionSetting.on, 6), (.auto, 6), (.off, 1),
    ])
    func zoomingTakesAFewPlacements(use: MotionSetting, count: Int) throws {
        var stage = try KittyStage(motion: use)
        let photo = PhotoReference.file(path: "huge.png")
        _ = stage.show(photo)
        stage.take(try stage.made(try #require(stage.wanted.first)))
        #expect(stage.show(photo, at: 20).contains("a=p"))
        var placements: [String] = []
        for time in stride(from: 1000, through: 1400, by: 10) {
            let bytes = stage.show(photo, [.original], at: time)
            if bytes.contains("a=p") { placements.append(bytes) }
            #expect(bytes.utf8.count < 300)
        }
        #expect(placements.count == count || use == .off)
        #expect(use == .off ? placements.count <= 1 : placements.count >= 4)
    }

    /// Returns a stage that has shown a photo at the width of the screen.
    private static func viewing() throws -> KittyStage {
        var stage = try KittyStage(motion: .on)
        _ = stage.show(huge)
        stage.take(try stage.made(try #require(stage.wanted.first)))
        _ = stage.show(huge, at: 20)
        return stage
    }

    private static let huge = PhotoReference.file(path: "huge.png")

    @Test(arguments: [
        [ViewportMove.zoomIn(about: nil)], [.original], [.original, .zoomOut(about: nil)],
    ])
    func eachChangeOfZoomTakesFourToSixPlacements(moves: [ViewportMove]) throws {
        var stage = try Self.viewing()
        var placements = 0
        for time in stride(from: 1000, to: 1160, by: 5) {
            let bytes = stage.show(Self.huge, moves, at: time)
            if bytes.contains("a=p") { placements += 1 }
            #expect(bytes.utf8.count < 150)
        }
        #expect((4...6).contains(placements))
    }

    /// A held key repeats: after the first step the photo jumps.
    @Test func nothingMovesBetweenTheStepsOfAKeyThatIsHeld() throws {
        var stage = try Self.viewing()
        var placements: [Int] = []
        for step in 1...6 {
            let now = 1000 + 60 * step
            stage.touch(at: now)
            let moves = Array(repeating: ViewportMove.zoomIn(about: nil), count: step)
            let times = stride(from: now, to: now + 60, by: 5)
            let written = times.map { stage.show(Self.huge, moves, at: $0) }
            placements.append(written.count { $0.contains("a=p") })
        }
        #expect(placements[0] > 1)
        #expect(placements.dropFirst().allSatisfy { $0 <= 1 }, "\(placements)")
    }
}
