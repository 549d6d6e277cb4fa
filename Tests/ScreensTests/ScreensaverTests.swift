import Imaging
import Localization
import PhotoCatalog
import PhotoPipeline
import TerminalProtocols
import TestSupport
import Testing

@testable import Screens

/// An unattended slideshow: `--slideshow "nebula"`.
@Suite struct ScreensaverTests {
    private static let seconds = 5
    private static let photos = ["moon.jpg", "mars.jpg", "io.jpg"]

    /// Returns the screens in a terminal that only places stored pictures (`isPlacedFreely`), or
    /// draws all frames.
    private static func screens(isPlacedFreely: Bool = false) -> ScreenCoordinator {
        let area = PictureArea(
            origin: CellPosition(row: 0, column: 0), size: "800x460",
            lastLine: isPlacedFreely ? 20 : 0)
        var screens = ScreenCoordinator(
            photos: photos.map { .file(path: $0) },
            size: ScreenSize(cells: CellSize(columns: 80, rows: 24), picture: area),
            Preferences())
        screens.beginsScreensaver = true
        _ = screens.start()
        return screens
    }

    private static func opened(_ name: String, _ size: PixelSize = "4000x3000") -> PhotoEvent {
        let caption = PhotoCaption(title: name, credit: "NASA/JPL", date: "1969-07-20")
        return .opened(
            .file(path: name), OpenedPhoto(caption: caption, source: SizedPhoto(size: size)))
    }

    private static func shown(
        _ screens: ScreenCoordinator
    ) -> (photo: PhotoReference, view: Viewport, bar: PhotoBar)? {
        guard case .photo(let view) = screens.view else { return nil }
        return (view.photo.reference, view.viewport, view.bar)
    }

    /// Returns the requested timers, by purpose.
    private static func timers(_ effects: [Effect]) -> [TimerRequest.Purpose: TimerRequest] {
        var timers: [TimerRequest.Purpose: TimerRequest] = [:]
        for case .wake(let timer, _) in effects { timers[timer.purpose] = timer }
        return timers
    }

    @Test func theCaptionFadesInAndOut() {
        var screens = Self.screens()
        var effects = screens.receive(Self.opened("moon.jpg"))
        var strengths: [Int] = []
        #expect(Self.shown(screens)?.bar == .hidden)
        while let timer = Self.timers(effects)[.caption] {
            effects = screens.receive(.woke(timer))
            guard case .plain(let strength)? = Self.shown(screens)?.bar.ground else { break }
            strengths.append(strength)
            #expect(
                Self.shown(screens)?.bar.text.string.hasPrefix(
                    " moon.jpg — 20 Jul 1969 — NASA/JPL ") == true)
        }
        #expect(strengths == [1, 2, 3, 4, 3, 2, 1])
        #expect(Self.shown(screens)?.bar == .hidden)
    }

    @Test(arguments: [(40, " moon.jpg — 20 Jul 1969 — NASA/JPL"), (24, " moon.jpg — 20 Jul 1969")])
    func aCaptionNeverCutsADate(columns: Int, text: String) {
        let bar = StatusLine.caption(
            ["moon.jpg", "20 Jul 1969", "NASA/JPL"], columns: columns, strength: 4, .leftToRight)
        #expect(bar.text.string == SafeText(text).padded(to: columns).string)
        let short = StatusLine.caption(
            ["moon.jpg", "20 Jul 1969"], columns: 20, strength: 4, .leftToRight)
        #expect(short.text.string == SafeText(" moon.jpg").padded(to: 20).string)
    }

    @Test func onePhotoFollowsTheOtherAndTheFirstTheLast() {
        var screens = Self.screens()
        for name in Self.photos + ["moon.jpg"] {
            let timer = Self.timers(screens.receive(Self.opened(name)))[.slideshow]
            #expect(Self.shown(screens)?.photo == .file(path: name))
            guard let timer else { return #expect(Bool(false), "no next photo") }
            _ = screens.receive(.woke(timer))
        }
    }

    /// A few pixels at a time, within the photo; other terminals would draw a frame for each.
    @Test(arguments: [true, false])
    func thePhotoMovesWhereThatIsFree(isPlacedFreely: Bool) {
        var screens = Self.screens(isPlacedFreely: isPlacedFreely)
        var timer = Self.timers(screens.receive(Self.opened("moon.jpg")))[.drift]
        #expect((timer != nil) == isPlacedFreely)
        var origins: [PixelPoint] = []
        for _ in 0..<Self.seconds * 10 {
            guard let asked = timer else { break }
            timer = Self.timers(screens.receive(.woke(asked)))[.drift]
            if let view = Self.shown(screens)?.view { origins.append(view.origin) }
        }
        for (before, after) in zip(origins, origins.dropFirst()) {
            #expect((0...3).contains(after.x - before.x) && (0...3).contains(after.y - before.y))
        }
        #expect(Set(origins).count > 40 || !isPlacedFreely)
    }

    @Test func aPhotoWithoutRoomStaysWhereItIs() {
        var screens = Self.screens(isPlacedFreely: true)
        let effects = screens.receive(Self.opened("moon.jpg", "100x40"))
        let before = Self.shown(screens)?.view
        guard let timer = Self.timers(effects)[.drift] else { return #expect(Bool(false)) }
        _ = screens.receive(.woke(timer))
        #expect(Self.shown(screens)?.view == before)
    }

    @Test(arguments: ["q", "z", "n", "?", " ", "#"])
    func anyKeyEndsItAndDoesNothingElse(key: Character) {
        var screens = Self.screens()
        let timers = Self.timers(screens.receive(Self.opened("moon.jpg")))
        let before = Self.shown(screens)?.view
        #expect(screens.press(KeyPress(.character(key))).isEmpty)
        #expect(Self.shown(screens)?.view == before)
        #expect(Self.shown(screens)?.bar.text.string.contains("?: keys") == true)
        for timer in timers.values where timer.purpose != .rest {
            #expect(screens.receive(.woke(timer)).isEmpty)
        }
        #expect(Self.shown(screens)?.photo == .file(path: "moon.jpg"))
    }

    @Test func aClickEndsItToo() {
        var screens = Self.screens()
        _ = screens.receive(Self.opened("moon.jpg"))
        let before = Self.shown(screens)?.view
        let place = CellPosition(row: 1, column: 1)
        #expect(screens.click(.dragged(x: 9, y: 9), at: place).isEmpty)
        #expect(Self.shown(screens)?.view == before)
    }

    @Test func controlCStillInterrupts() {
        var screens = Self.screens()
        _ = screens.receive(Self.opened("moon.jpg"))
        #expect(screens.press(KeyPress(.character("c"), .control)) == [.app(.interrupt)])
    }

    /// The search arrives first; an earlier key works as usual.
    @Test(arguments: [true, false])
    func itBeginsWithTheFirstPhotosOfASearch(hasPressed: Bool) {
        let cells = CellSize(columns: 80, rows: 24)
        let area = PictureArea(origin: CellPosition(row: 0, column: 0), size: "800x460")
        var screens = ScreenCoordinator(
            .search(Query(text: "nebula")), size: ScreenSize(cells: cells, picture: area),
            Preferences())
        screens.beginsScreensaver = true
        let effects = screens.start()
        if hasPressed { _ = screens.press(KeyPress(.down)) }
        for case .library(.load(let request, let list)) in effects {
            let page = LibraryPages.page(LibraryPages.photos(1...3), of: 3)
            _ = screens.receive(.page(page, for: request, of: list))
        }
        #expect((screens.stack.top.kind == .viewer) == !hasPressed)
    }
}
