import Imaging
import Localization
import PhotoPipeline
import TerminalProtocols
import TestSupport
import Testing

@testable import Screens

/// The map of a photo: its position, its visibility, and the effect of clicks.
@Suite struct MinimapTests {
    private static let cells = CellSize(columns: 128, rows: 37)

    /// The frame is to the map as the view is to the photo, within a cell of 10x20 pixels.
    @Test func theFrameIsTheViewOverThePhoto() throws {
        var numbers = SeededNumbers(seed: 5)
        for _ in 0..<1000 {
            let photo = PixelSize(
                width: Int.random(in: 1300...40_000, using: &numbers),
                height: Int.random(in: 730...40_000, using: &numbers))
            var view = Viewport(photo: photo, screen: "1280x720")
            view.move(
                [.original, .zoomIn(about: nil), .fit].randomElement(using: &numbers) ?? .fit)
            view.move(
                .shift(
                    x: Int.random(in: -30_000...30_000, using: &numbers),
                    y: Int.random(in: -30_000...30_000, using: &numbers)))
            guard let map = Minimap(view, in: Self.cells, .leftToRight) else {
                #expect(
                    view.window.window == PixelRect(view.scaled) || photo.height > photo.width * 4
                        || photo.width > photo.height * 4)
                continue
            }
            #expect(PixelRect(PixelSize("1280x720")).contains(map.area))
            #expect(map.area.contains(map.frame))
            #expect(map.area.size.width <= 1280 / 5)
            let seen = view.window
            let across = Double(map.area.size.width) / Double(seen.scaled.width)
            let down = Double(map.area.size.height) / Double(seen.scaled.height)
            let wished = (
                x: Double(map.area.minX) + Double(seen.window.minX) * across,
                y: Double(map.area.minY) + Double(seen.window.minY) * down,
                right: Double(map.area.minX) + Double(seen.window.maxX) * across,
                bottom: Double(map.area.minY) + Double(seen.window.maxY) * down
            )
            #expect(abs(Double(map.frame.minX) - wished.x) <= 10)
            #expect(abs(Double(map.frame.maxX) - wished.right) <= 10)
            #expect(abs(Double(map.frame.minY) - wished.y) <= 20)
            #expect(abs(Double(map.frame.maxY) - wished.bottom) <= 20)
        }
    }

    /// A terminal that has stored the frame only moves it.
    @Test func theFrameKeepsItsSizeWhileTheViewMoves() throws {
        var view = Viewport(photo: "40000x25000", screen: "1280x720")
        view.move(.original)
        let size = try #require(Minimap(view, in: Self.cells, .leftToRight)).frame.size
        for _ in 0..<300 {
            view.move(.shift(x: 71, y: 47))
            #expect(Minimap(view, in: Self.cells, .leftToRight)?.frame.size == size)
        }
    }

    @Test func theMapIsInTheCornerWhereLinesEnd() throws {
        var view = Viewport(photo: "4000x3000", screen: "1280x720")
        view.move(.original)
        let left = try #require(Minimap(view, in: Self.cells, .leftToRight))
        let right = try #require(Minimap(view, in: Self.cells, .rightToLeft))
        #expect(left.area.maxX == 1270 && right.area.minX == 10)
        #expect(left.area.size == right.area.size)
    }

    /// Whole cells: a terminal that scrolls the photo redraws none of it beside the map.
    @Test func onAGridTheMapHasWholeCells() throws {
        var numbers = SeededNumbers(seed: 6)
        let grid = PixelSize(width: 8, height: 17)
        for _ in 0..<300 {
            let photo = PixelSize(
                width: Int.random(in: 1300...9000, using: &numbers),
                height: Int.random(in: 730...9000, using: &numbers))
            var view = Viewport(photo: photo, screen: "1280x720")
            view.move(.original)
            guard let map = Minimap(view, in: Self.cells, .leftToRight, on: grid) else { continue }
            let (place, fine) = (
                map.area, try #require(Minimap(view, in: Self.cells, .leftToRight)).area
            )
            #expect(place.minX % 8 == 0 && place.maxX % 8 == 0)
            #expect(place.minY % 17 == 0 && place.maxY % 17 == 0)
            #expect(PixelRect(PixelSize("1280x720")).contains(place))
            #expect(place.contains(map.frame))
            #expect(abs(place.size.height - fine.size.height) <= 17)
            // Its shape is the photo's, except for a cell and the limits of the corner.
            let wished = Double(place.size.height * photo.width) / Double(photo.height)
            #expect(abs(Double(place.size.width) - min(wished, 256)) <= 8)
        }
    }

    @Test func mShowsTheMapAndTakesItAwayAgain() {
        var story = Story.viewing("4000x3000", cells: Self.cells)
        story.press("z")
        #expect(story.photoView?.overlays == [])
        story.press("m")
        #expect(story.photoView?.overlays.map(\.content) == [.overview, .frame])
        story.press("m")
        #expect(story.photoView?.overlays == [])
    }

    /// A wholly visible photo needs no map; neither does a peek at it.
    @Test func thereIsNoMapOfWhatIsWhollyInView() {
        var story = Story.viewing("1280x702", cells: Self.cells)
        story.press("m")
        #expect(story.photoView?.overlays == [])
        #expect(story.status?.contains("Map on: zoom in to see it") == true)
        story.press("m")
        #expect(story.status?.contains("Map off") == true)
        story = .viewing("4000x3000", cells: Self.cells)
        story.press("zm")
        story.press("Z")
        #expect(story.photoView?.overlays == [])
    }

    @Test func besideTheMapTheBarSaysWhereTheViewBegins() {
        var story = Story.viewing("4000x3000", cells: Self.cells)
        story.press("z^g")
        story.press("m")
        #expect(story.status?.contains("Map on") == true)
        story.press("l")
        #expect(story.status?.contains("x 128 y 0") == true, "\(story.status ?? "")")
    }

    /// 32 megapixels are 8000x4000.
    @Test(arguments: [
        ("8000x4000" as PixelSize, "z", false), ("8001x4000", "z", true), ("8001x4000", "+", false),
        ("8001x4000", "zl", false), ("8001x4000", "z$", true), ("8001x4000", "z2L", true),
    ])
    func aJumpInALargePhotoShowsTheMapForAWhile(photo: PixelSize, keys: String, isShown: Bool) {
        var story = Story.viewing(photo, cells: Self.cells)
        story.press(String(keys.prefix(1)))
        if keys.count > 1 { story.screens.wakeAll(.minimap) }
        story.press(String(keys.dropFirst()))
        #expect((story.photoView?.overlays.isEmpty == false) == isShown)
        story.screens.wakeAll(.minimap)
        #expect(story.photoView?.overlays == [])
    }

    @Test func aJumpAsksToBeWokenAfterOneAndAHalfSeconds() {
        var story = Story.viewing("9000x9000", cells: Self.cells)
        #expect(
            story.press("z") == [
                .wake(TimerRequest(.minimap, 1), after: .milliseconds(1500))
            ])
    }

    /// A click in the centre of the map leads to the centre of the photo; a drag follows.
    @Test func aClickOrADragOnTheMapMovesTheView() throws {
        var story = Story.viewing("9000x9000", cells: Self.cells)
        story.press("z^gm")
        let map = try #require(story.photoView?.overlays.first?.area)
        let middle = CellPosition(
            row: (map.minY + map.maxY) / 2 / 20, column: (map.minX + map.maxX) / 2 / 10)
        _ = story.screens.click(.clicked, at: middle)
        let view = try #require(story.viewport)
        // A cell of the map is 10 of its pixels wide, each of them 9000 / 177 of the photo's.
        #expect(abs(view.origin.x + view.screen.width / 2 - 4500) < 600)
        #expect(abs(view.origin.y + view.screen.height / 2 - 4500) < 1100)
        _ = story.screens.click(
            .dragged(x: -900, y: -900), at: CellPosition(row: 0, column: 0))
        #expect(story.viewport?.origin == "0,0", "beyond the map's edge")
        _ = story.screens.click(.clicked, at: CellPosition(row: 1, column: 1))
        _ = story.screens.click(.dragged(x: -50, y: -40), at: CellPosition(row: 0, column: 0))
        #expect(story.viewport?.origin == "50,40", "a drag that began elsewhere")
    }
}

extension ScreenCoordinator {
    /// Fires all possible timers of a purpose.
    fileprivate mutating func wakeAll(_ purpose: TimerRequest.Purpose) {
        for number in 0..<20 { _ = receive(.woke(TimerRequest(purpose, number))) }
    }
}
