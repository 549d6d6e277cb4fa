import Imaging
import TestSupport
import Testing

/// The viewer's rule: never narrower than the screen, never larger than the original; a photo
/// narrower than the screen keeps the screen's width.
@Suite struct ViewportTests {
    @Test(
        arguments: [
            // photo, screen, scaled at fit, target at fit
            ("4000x3000", "1000x500", "1000x750", "0,0", "1000x500"),
            ("4000x1000", "1000x500", "1000x250", "0,125", "1000x250"),
            ("4000x2000", "1000x500", "1000x500", "0,0", "1000x500"),
            ("1000x800", "1000x500", "1000x800", "0,0", "1000x500"),
            ("1000x200", "1000x500", "1000x200", "0,150", "1000x200"),
            ("500x400", "1000x500", "1000x800", "0,0", "1000x500"),
            ("500x100", "1000x500", "1000x200", "0,150", "1000x200"),
            ("1x1", "1000x500", "1000x1000", "0,0", "1000x500"),
            ("1x1", "1x1", "1x1", "0,0", "1x1"),
            ("1x65500", "640x390", "640x41920000", "0,0", "640x390"),
            ("65500x1", "640x390", "640x1", "0,194", "640x1"),
            ("1200x3000", "800x492", "800x2000", "0,0", "800x492"),
            ("32768x30720", "1280x720", "1280x1200", "0,0", "1280x720"),
            ("999x333", "1000x500", "1000x333", "0,83", "1000x333"),
            ("3000x1", "80x48", "80x1", "0,23", "80x1"),
        ] as [(PixelSize, PixelSize, PixelSize, PixelPoint, PixelSize)])
    func fitsTheWidthOfTheScreen(
        photo: PixelSize, screen: PixelSize, scaled: PixelSize, at: PixelPoint, size: PixelSize
    ) {
        let viewport = Viewport(photo: photo, screen: screen)
        #expect(viewport.scaled == scaled)
        #expect(viewport.target == PixelRect(origin: at, size: size))
        #expect(viewport.origin == PixelPoint(x: 0, y: (scaled.height - size.height) / 2))
        #expect(viewport.zoom == .fit)
    }

    @Test(
        arguments: [
            // photo, screen, the size of the whole photo as large as fits, its position on the
            // screen
            ("4000x3000", "1000x500", "667x500", "166,0"),
            ("4000x1000", "1000x500", "1000x250", "0,125"),
            ("4000x2000", "1000x500", "1000x500", "0,0"),
            ("1200x3000", "800x492", "197x492", "301,0"),
            ("500x400", "1000x500", "625x500", "187,0"),
            ("1x1", "1000x500", "500x500", "250,0"),
            ("1x65500", "640x390", "1x390", "319,0"),
            ("32768x30720", "1280x720", "768x720", "256,0"),
        ] as [(PixelSize, PixelSize, PixelSize, PixelPoint)])
    func aGlanceShowsAllOfThePhotoFromAnyView(
        photo: PixelSize, screen: PixelSize, scaled: PixelSize, at: PixelPoint
    ) {
        var viewport = Viewport(photo: photo, screen: screen)
        for move in [.original, .edge(.right), .edge(.down)] as [ViewportMove] {
            viewport.move(move)
            let whole = viewport.whole
            #expect(whole.scaled == scaled)
            #expect(whole.window.window == PixelRect(scaled))
            #expect(whole.target == PixelRect(origin: at, size: scaled))
            #expect(whole.scale <= viewport.minimumScale)
        }
    }

    @Test(
        arguments: [
            // moves from the start of 4000x3000 on 1000x500, then the position of the original view
            ([.toggle(about: nil), .step(.right, times: 3), .fit], "1800,1250"),
            ([.toggle(about: nil), .edge(.right), .edge(.down), .toggle(about: nil)], "3000,2500"),
            ([.toggle(about: "0,0"), .toggle(about: "900,400")], "0,500"),
            // The fitted photo was moved in between: the view is about the centre of its visible
            // part.
            ([.original, .edge(.left), .fit, .edge(.up)], "1500,750"),
            ([.original, .edge(.left), .fit, .step(.down, times: 1)], "1500,1450"),
            ([.original, .edge(.left), .fit, .edge(.up), .edge(.down)], "1500,1750"),
        ] as [([ViewportMove], PixelPoint)])
    func zComesBackToWhereOneWasUnlessTheFittedPhotoWasMoved(
        moves: [ViewportMove], origin: PixelPoint
    ) {
        var viewport = Viewport(photo: "4000x3000", screen: "1000x500")
        for move in moves { viewport.move(move) }
        viewport.move(.toggle(about: nil))
        #expect(viewport.zoom == .original)
        #expect(viewport.origin == origin)
    }

    @Test func aResizedScreenStillKnowsTheWayBack() {
        var viewport = Viewport(photo: "4000x3000", screen: "1000x500")
        for move in [.original, .edge(.left), .fit] as [ViewportMove] { viewport.move(move) }
        viewport.resize(to: "800x400")
        viewport.move(.toggle(about: nil))
        #expect(viewport.origin == "100,1300")
    }

    @Test(
        arguments: [
            // photo, screen, scaled at original, origin after z from fit
            ("4000x3000", "1000x500", "4000x3000", "1500,1250"),
            ("4000x1000", "1000x500", "4000x1000", "1500,250"),
            ("1001x801", "1000x500", "1001x801", "1,151"),
            ("1000x800", "1000x500", "1000x800", "0,150"),
            ("500x400", "1000x500", "1000x800", "0,150"),
            ("1x1", "1000x500", "1000x1000", "0,250"),
            ("1200x3000", "800x492", "1200x3000", "200,1254"),
        ] as [(PixelSize, PixelSize, PixelSize, PixelPoint)])
    func zGoesToTheOriginalAboutTheCentreOfView(
        photo: PixelSize, screen: PixelSize, scaled: PixelSize, origin: PixelPoint
    ) {
        var viewport = Viewport(photo: photo, screen: screen)
        viewport.move(.toggle(about: nil))
        #expect(viewport.zoom == .original)
        #expect(viewport.scaled == scaled)
        #expect(viewport.origin == origin)
        viewport.move(.toggle(about: nil))
        #expect(viewport.zoom == .fit)
        #expect(viewport.origin.x == 0)
    }

    @Test(
        arguments: [
            // moves at the original of 4000x3000 on 1000x500, from its centre; the final position
            ([.step(.right, times: 1)], "1600,1250"),
            ([.step(.left, times: 1)], "1400,1250"),
            ([.step(.down, times: 1)], "1500,1300"),
            ([.step(.up, times: 3)], "1500,1100"),
            ([.page(.right, times: 1)], "2400,1250"),
            ([.page(.down, times: 1)], "1500,1700"),
            ([.step(.right, times: 100)], "3000,1250"),
            ([.step(.left, times: 100)], "0,1250"),
            ([.step(.down, times: 100)], "1500,2500"),
            ([.step(.up, times: 100)], "1500,0"),
            ([.page(.left, times: 9), .step(.left, times: 1)], "0,1250"),
            ([.edge(.left)], "0,1250"),
            ([.edge(.right)], "3000,1250"),
            ([.edge(.up)], "1500,0"),
            ([.edge(.down)], "1500,2500"),
            ([.edge(.left), .edge(.up)], "0,0"),
            ([.edge(.right), .edge(.down)], "3000,2500"),
            ([.edge(.right), .step(.right, times: 1), .step(.left, times: 1)], "2900,1250"),
            ([.step(.right, times: 7), .step(.left, times: 7)], "1500,1250"),
            ([.shift(x: 3, y: -5)], "1503,1245"),
            ([.shift(x: .max, y: .min)], "3000,0"),
            ([.edge(.left), .centre], "1500,1250"),
        ] as [([ViewportMove], PixelPoint)])
    func pansAndStopsAtTheEdges(moves: [ViewportMove], origin: PixelPoint) {
        var viewport = Viewport(photo: "4000x3000", screen: "1000x500")
        viewport.move(.original)
        viewport.move(.centre)
        for move in moves { viewport.move(move) }
        #expect(viewport.origin == origin)
    }

    @Test(
        arguments: [
            // photo, screen, moves, new screen, position of the view's centre in the photo, zoom
            // At the start a fitted photo is centred, for any size of the screen.
            ("4000x3000", "1000x500", [], "800x600", "2000,1500", Zoom.fit),
            ("4000x3000", "1000x500", [], "2000x500", "2000,1500", .fit),
            ("4000x3000", "1000x500", [.step(.down, times: 1)], "2000x500", "2000,1700", .fit),
            ("4000x3000", "1000x500", [.edge(.up)], "2000x500", "2000,1000", .fit),
            ("4000x3000", "1000x500", [.original, .centre], "600x300", "2000,1500", .original),
            (
                "4000x3000", "1000x500", [.original, .edge(.right)], "600x300", "3500,1500",
                .original
            ),
            (
                "4000x3000", "1000x500", [.original, .edge(.right)], "1400x300", "3300,1500",
                .original
            ),
            (
                "4000x3000", "1000x500", [.original, .edge(.down)], "1000x900", "2000,2550",
                .original
            ),
            ("500x400", "400x300", [.original], "1000x500", "250,200", .original),
            ("500x400", "1000x500", [], "250x100", "250,200", .fit),
            ("1x1", "10x10", [], "1x1", "0,0", .fit),
        ] as [(PixelSize, PixelSize, [ViewportMove], PixelSize, PixelPoint, Zoom)])
    func aResizedScreenKeepsTheCentreAndTheZoom(
        photo: PixelSize, screen: PixelSize, moves: [ViewportMove], other: PixelSize,
        centre: PixelPoint, zoom: Zoom
    ) {
        var viewport = Viewport(photo: photo, screen: screen)
        for move in moves { viewport.move(move) }
        viewport.resize(to: other)
        let x = Double(viewport.origin.x) + Double(viewport.window.window.size.width) / 2
        let y = Double(viewport.origin.y) + Double(viewport.window.window.size.height) / 2
        #expect(abs(x / viewport.scale - Double(centre.x)) <= 1 / viewport.scale + 0.5)
        #expect(abs(y / viewport.scale - Double(centre.y)) <= 1 / viewport.scale + 0.5)
        #expect(viewport.zoom == zoom)
    }

    @Test func aScreenThatShrinksAndGrowsBackShowsTheSame() {
        var viewport = Viewport(photo: "4000x3000", screen: "1000x500")
        viewport.move(.original)
        viewport.move(.shift(x: 111, y: 77))
        let before = viewport
        viewport.resize(to: "500x250")
        viewport.resize(to: "1000x500")
        #expect(viewport == before)
    }

    /// A photo may be open before the terminal has reported the pixels of its screen.
    @Test(arguments: [
        "0,0,2000,1000", "300,200,400,250", "3900,100,100,300", "1000,1000,50,10",
    ])
    func aPartThatWasAskedForIsShownOnAnyScreen(part: String) {
        let numbers = part.split(separator: ",").compactMap { Double($0) }
        let area = PhotoArea(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        var viewport = Viewport(photo: "4000x3000", screen: "110x66")
        viewport.look(at: area)
        viewport.resize(to: "880x561")
        var asked = Viewport(photo: "4000x3000", screen: "880x561")
        asked.look(at: area)
        #expect(viewport.window == asked.window)
        viewport.move(.shift(x: 3, y: 3))
        let (moved, scale) = (viewport.window, viewport.scale)
        viewport.resize(to: "440x280")
        #expect(viewport.scale == max(scale, viewport.minimumScale))
        viewport.resize(to: "880x561")
        #expect(viewport.window.scaled == moved.scaled)
    }

    @Test func plusAndMinusMeetTheirEndsAndStayThere() {
        var viewport = Viewport(photo: "4000x3000", screen: "1000x500")
        var scales: [Double] = []
        for _ in 0..<12 {
            viewport.move(.zoomIn(about: nil))
            scales.append(viewport.scale)
        }
        #expect(scales == scales.sorted())
        #expect(viewport.zoom == .original)
        #expect(viewport.scale == 1)
        for _ in 0..<12 { viewport.move(.zoomOut(about: nil)) }
        #expect(viewport.zoom == .fit)
        #expect(viewport.scale == 0.25)
    }

    @Test func thePointUnderThePointerStaysUnderIt() {
        var viewport = Viewport(photo: "4000x3000", screen: "1000x500")
        viewport.move(.toggle(about: "250,125"))
        // The photo's pixel 1000,1000 was at a quarter of the screen, and still is.
        #expect(viewport.origin == "750,875")
        viewport.move(.zoomOut(about: "250,125"))
        let x = (Double(viewport.origin.x) + 250) / viewport.scale
        let y = (Double(viewport.origin.y) + 125) / viewport.scale
        #expect(abs(x - 1000) < 2 && abs(y - 1000) < 2)
    }

    @Test func atTheOriginalOnePhotoPixelIsOneScreenPixel() {
        var viewport = Viewport(photo: "4001x2999", screen: "1000x500")
        viewport.move(.original)
        #expect(viewport.window.scaled == viewport.photo)
        #expect(viewport.window.window.size == viewport.screen)
    }

    @Test func anotherPhotoIsSeenAtTheSamePlaceAndZoom() {
        var viewport = Viewport(photo: "4000x3000", screen: "1000x500")
        viewport.move(.original)
        viewport.move(.edge(.right))
        viewport.move(.edge(.down))
        let other = viewport.applied(to: "8000x6000")
        #expect(other.zoom == .original)
        #expect(other.origin == "6500,5250")
    }

    /// Half a pixel must not turn an untouched view into a moved one.
    @Test(arguments: ["4001x3001", "301x77", "77x301", "1x1", "5x4000"] as [PixelSize])
    func aFittedPhotoIsFollowedByAFittedOne(other: PixelSize) {
        let viewport = Viewport(photo: "4000x3000", screen: "641x383")
        #expect(viewport.applied(to: other) == Viewport(photo: other, screen: "641x383"))
        #expect(viewport.applied(to: other).applied(to: "4000x3000") == viewport)
    }

    @Test(
        arguments: [
            "1237x4321", PixelSize(width: 1, height: .max), PixelSize(width: .max, height: 1),
            PixelSize(width: .max, height: .max),
        ] as [PixelSize])
    func whateverIsDoneTheWindowLiesOnThePhoto(photo: PixelSize) {
        var random = Shuffled(seed: 7)
        var viewport = Viewport(photo: photo, screen: "640x390")
        for _ in 0..<5000 {
            viewport.move(random.move())
            if random.below(20) == 0 {
                viewport.resize(
                    to: PixelSize(width: 1 + random.below(2000), height: 1 + random.below(1200)))
            }
            let window = viewport.window
            #expect(PixelRect(window.scaled).contains(window.window))
            #expect(window.window.size.width == viewport.screen.width)
            #expect(PixelRect(viewport.screen).contains(viewport.target))
            #expect(viewport.scale <= viewport.maximumScale)
        }
    }
}

/// A repeatable sequence of choices (Knuth's linear congruential generator, MMIX).
private struct Shuffled {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func below(_ limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % limit
    }

    mutating func move() -> ViewportMove {
        let directions = ViewportMove.Direction.allCases
        let direction = directions[below(4)]
        return switch below(8) {
        case 0: .step(direction, times: 1 + below(3))
        case 1: .page(direction, times: 1)
        case 2: .edge(direction)
        case 3: .toggle(about: PixelPoint(x: below(640), y: below(390)))
        case 4: .zoomIn(about: PixelPoint(x: below(640), y: below(390)))
        case 5: .zoomOut(about: nil)
        case 6: .shift(x: below(999) - 500, y: below(999) - 500)
        default: .centre
        }
    }
}
