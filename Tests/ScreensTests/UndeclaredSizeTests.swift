import Imaging
import PhotoCatalog
import PhotoPipeline
import TerminalProtocols
import TestSupport
import Testing

@testable import Screens

/// The original can be reached whatever a reply claims about its size, in a window of any size.
@Suite struct UndeclaredSizeTests {
    /// A reply's claim about the size of an original of 3150x1600.
    enum Claim: CaseIterable {
        case nothing, right, tooSmall, tooLarge, asTheCopy

        var size: PixelSize? {
            switch self {
            case .nothing: nil
            case .right: "3150x1600"
            case .tooSmall: "1600x813"
            case .tooLarge: "9450x4800"
            case .asTheCopy: "640x325"
            }
        }
    }

    private static let name = "moon.jpg"
    private static let original: PixelSize = "3150x1600"
    private static let copy: PixelSize = "640x325"
    private static let larger = Effect.photo(.open(.file(path: name), covering: nil))
    private static let windows = [
        (20, 6), (32, 10), (40, 12), (63, 20), (64, 20), (65, 24), (80, 24), (110, 30), (250, 70),
        (320, 90),
    ].map { CellSize(columns: $0, rows: $1) }

    private static func opened(_ claim: Claim, _ copy: PixelSize = copy) -> OpenedPhoto {
        OpenedPhoto(
            caption: PhotoCaption(title: "Moon"), source: SizedPhoto(size: copy), size: claim.size,
            isComplete: false)
    }

    /// Shows a copy; returns all requests since then.
    private static func viewing(
        _ claim: Claim, in cells: CellSize
    ) -> (story: Story, requested: [Effect]) {
        var story = Story([name, "mars.jpg"], cells: cells)
        let effects = story.receive(name, opened(claim))
        return (story, effects)
    }

    @Test(arguments: Claim.allCases, windows)
    func zShowsTheOriginalsPixels(claim: Claim, cells: CellSize) {
        for keys in ["z", "*", "+*", "zzz", String(repeating: "+", count: 24)] {
            var (story, requested) = Self.viewing(claim, in: cells)
            for key in keys { requested += story.press(String(key)) }
            #expect(requested.filter { $0 == Self.larger }.count == 1, "\(keys)")
            story.receive(Self.name, .whole(Self.original))
            let viewport = story.viewport
            #expect(viewport?.photo == Self.original)
            // 3150 pixels are narrower than the widest window.
            #expect(viewport?.scale == max(1, Double(cells.columns) * 10 / 3150), "\(keys)")
            #expect(story.press("l").isEmpty)
        }
    }

    @Test(arguments: windows)
    func nothingIsClaimedOfASizeThatIsNotKnown(cells: CellSize) {
        var (story, _) = Self.viewing(.nothing, in: cells)
        for keys in ["", "z", "l"] {
            story.press(keys)
            let status = story.status ?? ""
            #expect(status.contains(/[0-9]%|[0-9]x[0-9]/) == false, "\(status)")
        }
        story.receive(Self.name, .whole(Self.original))
        #expect(story.status?.contains(/[0-9]%/) == true || cells.columns < 28)
    }

    @Test func theKeyThatZoomsIsNamed() {
        let (story, _) = Self.viewing(.nothing, in: CellSize(columns: 64, rows: 20))
        #expect(story.status?.contains("z: zoom") == true, "\(story.status ?? "")")
        #expect(story.status?.contains("?%") == true)
    }

    /// Each + enlarges the photo as much as if its size had been known.
    @Test(arguments: [1, 2, 4], windows)
    func aStepOfTheZoomIsAsLargeAsEver(steps: Int, cells: CellSize) {
        let keys = String(repeating: "+", count: steps)
        var (unknown, _) = Self.viewing(.nothing, in: cells)
        unknown.press(keys)
        unknown.receive(Self.name, .whole(Self.original))
        var (known, _) = Self.viewing(.right, in: cells)
        known.press(keys)
        known.receive(Self.name, .whole(Self.original))
        // The copy's size is rounded.
        let widths = [unknown, known].map { $0.viewport?.scaled.width ?? 0 }
        #expect(abs(widths[0] - widths[1]) <= 1, "\(widths)")
    }

    @Test func stepsBackAreTakenBackBeforeTheOriginalHasCome() {
        var (story, _) = Self.viewing(.nothing, in: CellSize(columns: 64, rows: 20))
        story.press("+++---")
        story.receive(Self.name, .whole(Self.original))
        #expect(story.viewport.map { $0.scaled.width == $0.screen.width } == true)
        (story, _) = Self.viewing(.nothing, in: CellSize(columns: 64, rows: 20))
        story.press("zz")
        story.receive(Self.name, .whole(Self.original))
        #expect(story.viewport?.zoom == .fit)
    }

    /// The point under the pointer stays there.
    @Test func aDoubleClickShowsThePlaceOfTheOriginal() {
        var (story, _) = Self.viewing(.nothing, in: CellSize(columns: 64, rows: 20))
        // The photo's centre is in the screen's: 640x325 starts 26 pixels below the top.
        let request = story.click(.doubleClicked(PixelPoint(x: 160, y: 189)))
        #expect(request == [Self.larger])
        story.receive(Self.name, .whole(Self.original))
        let point = story.viewport?.pixel(at: PixelPoint(x: 160, y: 189))
        #expect(
            abs((point?.x ?? 0) - 787) <= 5 && abs((point?.y ?? 0) - 800) <= 8,
            "\(String(describing: point))")
    }

    /// An original may have fewer pixels than its copy.
    @Test(arguments: windows)
    func aSmallOriginalIsWhatItIs(cells: CellSize) {
        var (story, _) = Self.viewing(.nothing, in: cells)
        story.press("z")
        story.receive(Self.name, .whole("500x254"))
        #expect(story.viewport?.photo == "500x254")
        #expect(story.viewport?.scale == max(1, Double(cells.columns) * 10 / 500))
        #expect(story.press("z").isEmpty)
    }

    @Test func whatFailsIsTriedAgain() {
        var (story, _) = Self.viewing(.nothing, in: CellSize(columns: 64, rows: 20))
        story.press("z")
        story.receive(Self.name, .fetching(.timedOut(afterSeconds: 20)))
        #expect(story.status?.contains("larger version failed") == true)
        #expect(story.press("z").isEmpty)
        #expect(story.press("z").isEmpty)
        #expect(story.press("r") == [Self.larger])
    }

    /// Rotated or mirrored in the meantime.
    @Test(arguments: ["zR", "zRRR", "Rz", "Rzz", "z" + "RR"])
    func aTurnedPhotoIsShownSo(keys: String) {
        var (story, _) = Self.viewing(.nothing, in: CellSize(columns: 64, rows: 20))
        var expected = Self.viewing(.right, in: CellSize(columns: 64, rows: 20)).story
        for key in keys {
            story.press(String(key))
            expected.press(String(key))
        }
        story.receive(Self.name, .whole(Self.original))
        expected.receive(Self.name, .whole(Self.original))
        #expect(story.viewport?.photo == expected.viewport?.photo)
        #expect(story.viewport?.zoom == expected.viewport?.zoom)
    }

    /// `v` keeps 50 % for the next photo, whose size is fetched for that.
    @Test func aKeptZoomIsThatOfTheOriginal() {
        var story = Story([Self.name, "mars.jpg"], cells: CellSize(columns: 64, rows: 20))
        story.receive(Self.name, .whole(Self.original))
        story.press("*----v")
        let scale = story.viewport?.scale
        story.press("n")
        let effects = story.receive("mars.jpg", Self.opened(.nothing))
        #expect(effects.contains(.photo(.open(.file(path: "mars.jpg"), covering: nil))))
        story.receive("mars.jpg", .whole("3000x1524"))
        #expect(story.viewport?.scale == scale && abs((scale ?? 0) - 0.5) < 1e-9)
    }

    @Test func theInspectorCountsTheOriginalsPixels() {
        var (story, _) = Self.viewing(.nothing, in: CellSize(columns: 64, rows: 20))
        #expect(story.press("I") == [Self.larger])
        #expect(story.status?.contains("x ") == false)
        let effects = story.receive(Self.name, .whole(Self.original))
        let isAsked = effects.contains { effect in
            if case .photo(.inspect(let request)) = effect {
                request.size == Self.original
            } else {
                false
            }
        }
        #expect(isAsked)
    }

    @Test func aPlaceIsKeptInTheOriginalsPixels() {
        var (story, _) = Self.viewing(.nothing, in: CellSize(columns: 64, rows: 20))
        story.press("b")
        #expect(story.press(KeyPress(.enter)) == [Self.larger])
        let effects = story.receive(Self.name, .whole(Self.original))
        let views = effects.compactMap { effect -> String? in
            if case .archive(.keepPlace(_, let view, _)) = effect { view } else { nil }
        }
        #expect(views.count == 1 && views.first?.contains(",3150,") == true, "\(views)")
    }

    /// Two photos of unknown size.
    @Test(arguments: [Claim.nothing, .right], ["z", "*", "zl"])
    func bothOfTwoAreCompared(other: Claim, keys: String) {
        var (story, _) = Self.viewing(.nothing, in: CellSize(columns: 64, rows: 20))
        story.press("xn")
        story.receive("mars.jpg", Self.opened(other))
        story.press("x")
        story.receive(Self.name, Self.opened(.nothing))
        let effects = keys.map { story.press(String($0)) }.flatMap(\.self)
        for name in [Self.name, "mars.jpg"] {
            #expect(effects.contains(.photo(.open(.file(path: name), covering: nil))), "\(name)")
        }
        story.receive("mars.jpg", .whole(Self.original))
        story.receive(Self.name, .whole(Self.original))
        for _ in 0..<2 {
            #expect(story.viewport?.photo == Self.original && story.viewport?.scale == 1)
            story.press(KeyPress(.tab))
        }
    }

    @Test func aSlideshowAsksForNoMoreThanItShows() {
        var (story, requested) = Self.viewing(.nothing, in: CellSize(columns: 64, rows: 20))
        requested += story.press("s")
        story.wake(TimerRequest(.slideshow, 1))
        requested += story.receive("mars.jpg", Self.opened(.nothing))
        #expect(
            !requested.contains {
                if case .photo(.open(_, covering: nil)) = $0 { true } else { false }
            })
    }
}
