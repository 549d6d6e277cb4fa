import Imaging
import PhotoPipeline
import TerminalProtocols
import TestSupport
import Testing

@testable import Screens

/// Two compared photos: the visible one, and its position.
@Suite struct ComparisonTests {
    private static let photos = ["a.jpg", "b.jpg", "c.jpg"]
    private static let size = PixelSize(width: 4000, height: 3000)
    private static let tab = KeyPress(.tab)

    /// Marks a.jpg, and compares it with b.jpg.
    private static func comparing(
        _ sizes: (PixelSize, PixelSize) = (size, size), moves: String = ""
    ) -> Story {
        var story = Story.viewing(sizes.0, of: photos)
        story.press("xn")
        story.receive("b.jpg", SizedPhoto(size: sizes.1))
        story.press(moves + "x")
        story.receive("a.jpg", SizedPhoto(size: sizes.0))
        return story
    }

    @Test func aPhotoIsMarkedAndNoLonger() {
        var story = Story.viewing(Self.size, of: Self.photos)
        story.press("x")
        #expect(story.status?.contains("Press x on another photo") == true)
        story.press("x")
        #expect(story.status?.contains("Comparison cancelled") == true)
    }

    /// The help lists no key of a single photo, and these change nothing.
    @Test(arguments: ["v", "s"]) func keysOfAPhotoAloneDoAndSayNothing(key: String) {
        var story = Self.comparing()
        story.press(Self.tab)
        let before = story.screens.view
        #expect(story.press(key).isEmpty)
        #expect(story.screens.view == before)
    }

    @Test func theMarkedPhotoIsOpenedAndNeitherIsClosed() {
        var story = Story.viewing(Self.size, of: Self.photos)
        story.press("xn")
        story.receive("b.jpg", SizedPhoto(size: Self.size))
        let effects = story.press("x")
        #expect(
            effects.contains(.photo(.hold([.file(path: "a.jpg"), .file(path: "b.jpg")]))))
        #expect(effects.contains(.photo(.open(.file(path: "a.jpg"), covering: 800))))
        let left = story.press(KeyPress(.escape))
        #expect(left.contains(.photo(.hold([]))))
        #expect(left.contains(.photo(.abandon(.file(path: "a.jpg")))))
        #expect(story.photo == .file(path: "b.jpg"))
    }

    /// Zoom, exit and help are shown, however long the photos' names are.
    @Test(arguments: [40, 80, 120]) func theBarNamesTheWayOut(columns: Int) throws {
        let names = ["Apollo 11 on the Moon.jpg", "Apollo 12 on the Moon.jpg"]
        var story = Story(names, cells: CellSize(columns: columns, rows: 24))
        for name in names {
            story.receive(
                name,
                OpenedPhoto(
                    caption: PhotoCaption(title: name), source: SizedPhoto(size: Self.size),
                    note: .stillOfVideo))
            if name == names[0] { story.press("xn") }
        }
        story.press("x")
        story.receive(
            names[0],
            OpenedPhoto(caption: PhotoCaption(title: names[0]), source: SizedPhoto(size: Self.size))
        )
        story.press(";")
        story.wake(TimerRequest(.notice, 1))
        story.press(Self.tab)
        let status = try #require(story.status)
        for words in ["Apo", "▸", "%", "q: back", "?: keys"] {
            #expect(status.contains(words), "\(words): \(status)")
        }
        if columns >= 80 { #expect(status.contains("Tab: the other"), "\(status)") }
        #expect(status.count == columns)
    }

    @Test func tabFlipsBetweenTheTwoAndEscEndsIt() {
        var story = Self.comparing()
        #expect(story.photo == .file(path: "a.jpg"))
        for name in ["b.jpg", "a.jpg", "b.jpg"] {
            #expect(story.press(Self.tab).isEmpty)
            #expect(story.photo == .file(path: name))
        }
        story.press("x")
        #expect(story.photo == .file(path: "a.jpg"))
        story.press(KeyPress(.escape))
        #expect(story.photo == .file(path: "b.jpg"))
        // Tab is again the key of the list.
        story.press(Self.tab)
        #expect(story.page?.contains("a.jpg") == true)
    }

    @Test(
        arguments: [
            ("4000x3000", "4000x3000"), ("4000x3000", "2000x1500"), ("1000x750", "4000x3000"),
        ] as [(PixelSize, PixelSize)])
    func aFlipShowsTheSamePlaceFor200Views(one: PixelSize, other: PixelSize) throws {
        var story = Self.comparing((one, other))
        var numbers = SeededNumbers(seed: 7)
        let keys = Array("+-*0hjklHJKLgGc")
        for _ in 0..<200 {
            for _ in 0..<3 {
                story.press(String(try #require(keys.randomElement(using: &numbers))))
            }
            let before = try #require(story.viewport)
            story.press(Self.tab)
            let after = try #require(story.viewport)
            let pixel = 1 / Double(before.scaled.width)
            #expect(abs(before.centre.x - after.centre.x) <= pixel)
            #expect(abs(before.centre.y - after.centre.y) <= 2 * pixel)
            #expect(abs(before.scaled.width - after.scaled.width) <= 1)
            story.press(Self.tab)
            #expect(story.viewport == before)
            story.press(Self.tab)
        }
    }

    @Test func theNewPhotoIsSeenWhereTheOtherOneIs() throws {
        var story = Self.comparing(moves: "*ll")
        let view = try #require(story.viewport)
        #expect(view.scale == 1 && view.centre.x > 0.5)
        story.press(Self.tab)
        #expect(story.viewport?.window == view.window)
    }

    @Test func keysGoOnInTheListPastTheMarkedPhoto() {
        var story = Self.comparing(moves: "*")
        let effects = story.press("n")
        #expect(effects.contains(.photo(.hold([.file(path: "a.jpg"), .file(path: "c.jpg")]))))
        story.receive("c.jpg", SizedPhoto(size: Self.size))
        #expect(story.photo == .file(path: "c.jpg"))
        #expect(story.viewport?.scale == 1)
        story.press("pp")
        story.receive("b.jpg", SizedPhoto(size: Self.size))
        // a.jpg, the first of the list, is the marked one.
        #expect(story.photo == .file(path: "b.jpg"))
    }

    @Test func theBarNamesBothAndPointsAtTheOneThatIsSeen() throws {
        var story = Self.comparing()
        #expect(story.status?.contains("a.jpg ◂ b.jpg") == true)
        let before = try #require(story.bar)
        story.press(Self.tab)
        #expect(story.status?.contains("a.jpg ▸ b.jpg") == true)
        // Only the mark.
        #expect(story.bar?.changes(from: before).map(\.text.string) == ["▸"])
        story.wake(.rest)
        #expect(story.status != nil)
    }

    @Test(arguments: [("X", 1000), ("2X", 500), ("3X", 334), ("9X", 334)])
    func theyChangeByThemselvesAtMostThreeTimesASecond(keys: String, milliseconds: Int) throws {
        var story = Self.comparing()
        var timer = try #require(story.press(keys).timers(.blink).first)
        for name in ["b.jpg", "a.jpg", "b.jpg"] {
            #expect(timer.delay == .milliseconds(milliseconds))
            timer = try #require(story.wake(timer.request).timers(.blink).first)
            #expect(story.photo == .file(path: name))
        }
        story.press("X")
        #expect(story.wake(timer.request).isEmpty)
        #expect(story.photo == .file(path: "b.jpg"))
    }

    @Test func whileTheyAreAlignedOnlyTheOneThatIsSeenMoves() throws {
        var story = Self.comparing(moves: "*")
        story.press(";")
        #expect(story.status?.contains("Only this photo moves") == true)
        let fixed = try #require(story.other)
        story.press("lljj")
        #expect(story.other?.viewport == fixed.viewport)
        #expect(story.status?.contains("[aligning]") == true)
        story.press(";")
        // From here on they keep that distance, whichever is moved.
        let way = try #require(story.viewport).centre - fixed.viewport.centre
        for keys in ["h", "k", "L", "-"] {
            story.press(keys)
            let (seen, other) = (try #require(story.viewport), try #require(story.other).viewport)
            let pixel = 1 / Double(seen.scaled.width)
            #expect(abs(seen.centre.x - other.centre.x - way.x) <= 2 * pixel)
            #expect(abs(seen.centre.y - other.centre.y - way.y) <= 2 * pixel)
        }
        story.press(Self.tab)
        story.press("h")
        let (seen, other) = (try #require(story.viewport), try #require(story.other).viewport)
        #expect(abs(other.centre.x - seen.centre.x - way.x) <= 2 / Double(seen.scaled.width))
    }

    @Test func sideBySideTheyStayLockedFor500Moves() throws {
        var story = Self.comparing()
        story.resize(with: Self.area)
        story.press("|")
        #expect(story.other?.position == .right)
        var numbers = SeededNumbers(seed: 3)
        for _ in 0..<500 {
            let move = Self.randomAction(&numbers)
            _ = story.screens.click(move.action, at: move.cell)
            let (seen, other) = (try #require(story.viewport), try #require(story.other).viewport)
            #expect(seen.window == other.window && seen.target == other.target)
            #expect(seen.screen == Self.area.panes?.size)
        }
    }

    @Test func thePointerChoosesThePhotoUnderIt() {
        var story = Self.comparing()
        story.resize(with: Self.area)
        story.press("|")
        #expect(story.photo == .file(path: "a.jpg"))
        _ = story.screens.click(.clicked, at: CellPosition(row: 3, column: 50))
        #expect(story.photo == .file(path: "b.jpg") && story.other?.position == .left)
        _ = story.screens.click(.clicked, at: CellPosition(row: 3, column: 5))
        #expect(story.photo == .file(path: "a.jpg"))
    }

    @Test func aNarrowWindowHasNoRoomForTwo() {
        var story = Self.comparing()
        story.press("|")
        #expect(story.status?.contains("No room for two photos") == true)
        #expect(story.other?.position.isBeside == false)
    }

    @Test func theProgramCanBeginWithTwoPhotos() {
        var story = Story(["a.jpg", "b.jpg"])
        story.screens = ScreenCoordinator(
            comparing: [.file(path: "a.jpg"), .file(path: "b.jpg")],
            size: ScreenSize(cells: CellSize(columns: 80, rows: 24), picture: Self.area),
            Preferences())
        let opened = story.start().compactMap { effect -> PhotoReference? in
            if case .photo(.open(let photo, _)) = effect { photo } else { nil }
        }
        #expect(Set(opened) == [.file(path: "a.jpg"), .file(path: "b.jpg")])
        story.receive("a.jpg", SizedPhoto(size: Self.size))
        story.receive("b.jpg", SizedPhoto(size: Self.size))
        // q leads to the single photo, although there is no screen below.
        #expect(story.status?.contains("a.jpg ◂ b.jpg") == true)
        #expect(story.status?.contains("q: back") == true)
        #expect(story.press("q").contains(.photo(.hold([]))))
        #expect(story.press("q") == [.quit])
    }

    @Test func theHelpHasTheKeysOfTheComparison() throws {
        var story = Self.comparing()
        story.resize(columns: 80, rows: 60)
        story.press("?")
        let page = try #require(story.page)
        for line in ["Tab  x", "X ", "| ", "; "] { #expect(page.contains("\n \(line)"), "\(line)") }
        #expect(!page.contains("list of photos"))
    }

    /// 80 cells of 10x20 pixels with two panes of 39.
    private static let area = PictureArea(
        origin: CellPosition(row: 0, column: 0), size: PixelSize(width: 800, height: 456),
        panes: PicturePanes(
            in: PixelSize(width: 800, height: 456), CellMetrics(width: 10, height: 20)))

    private static func randomAction(
        _ numbers: inout SeededNumbers
    ) -> (action: PointerAction, cell: CellPosition) {
        let column = Int.random(in: 0..<80, using: &numbers)
        let place = PixelPoint(x: column * 10, y: Int.random(in: 0..<456, using: &numbers))
        let actions: [PointerAction] = [
            .dragged(
                x: Int.random(in: -90...90, using: &numbers),
                y: Int.random(in: -90...90, using: &numbers)),
            .wheeled(steps: Int.random(in: -2...2, using: &numbers), sideways: false),
            .wheeled(steps: 1, sideways: true), .zoomed(in: true, place),
            .zoomed(in: false, place), .doubleClicked(place),
        ]
        let action = actions.randomElement(using: &numbers) ?? .clicked
        return (action, CellPosition(row: place.y / 20, column: column))
    }
}

extension Story {
    fileprivate var bar: PhotoBar? {
        if case .photo(let view) = screens.view { view.bar } else { nil }
    }

    /// The photo compared with the one on the screen.
    fileprivate var other: (viewport: Viewport, position: ComparedPhoto.Position)? {
        guard case .photo(let view) = screens.view else { return nil }
        return view.compared.map { ($0.view.viewport, $0.position) }
    }

    fileprivate mutating func resize(with area: PictureArea) {
        _ = screens.resize(
            to: ScreenSize(cells: CellSize(columns: 80, rows: 24), picture: area))
    }
}

extension [Effect] {
    /// The timers, and their times.
    fileprivate func timers(
        _ purpose: TimerRequest.Purpose
    ) -> [(request: TimerRequest, delay: Duration)] {
        compactMap { effect in
            if case .wake(let timer, let delay) = effect, timer.purpose == purpose {
                (timer, delay)
            } else {
                nil
            }
        }
    }
}
