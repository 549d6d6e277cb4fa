import Imaging
import TestSupport
import Testing

/// Positions in a photo as named in links.
@Suite struct ViewPlaceTests {
    /// Returns a view that a user may have reached by some moves from the start.
    private static func view(_ random: inout SeededNumbers) -> Viewport {
        let sides = [60_000, 60_000, 3000, 2000].map { Int.random(in: 1...$0, using: &random) }
        let screen = PixelSize(width: sides[2], height: sides[3])
        var view = Viewport(photo: PixelSize(width: sides[0], height: sides[1]), screen: screen)
        for _ in 0..<Int.random(in: 0...12, using: &random) {
            view.move(move(on: screen, &random))
        }
        return view
    }

    private static func move(
        on screen: PixelSize, _ random: inout SeededNumbers
    ) -> ViewportMove {
        let spot = PixelPoint(
            x: Int.random(in: 0..<screen.width, using: &random),
            y: Int.random(in: 0..<screen.height, using: &random))
        let direction = ViewportMove.Direction.allCases[Int.random(in: 0...3, using: &random)]
        let moves: [ViewportMove] = [
            .zoomIn(about: spot), .zoomIn(about: nil), .zoomOut(about: spot), .original,
            .toggle(about: spot), .shift(x: spot.x / 3 - 90, y: spot.y / 3 - 90),
            .step(direction, times: 3), .page(direction, times: 1),
        ]
        return moves[Int.random(in: 0..<moves.count, using: &random)]
    }

    @Test func aLinkLeadsBackToTheViewItWasMadeOf() throws {
        var random = SeededNumbers(seed: 22)
        for number in 0..<10_000 {
            let view = Self.view(&random)
            let text = ViewPosition(view).text
            var other = Viewport(photo: view.photo, screen: view.screen)
            other.go(to: try #require(ViewPosition(text), "\(text)"))
            let isSame = other.window == view.window && other.target == view.target
            #expect(isSame, "view \(number): \(text)")
            guard isSame else { return }
        }
    }

    @Test(arguments: [
        // at the original size; at a zoom between; fitted
        ("*", "xywh=1600,1272,800,456"), ("**-", "xywh=1524.38,1229.49,951.37,542.28"),
        ("", "xywh=0,360,4000,2280"),
    ])
    func numbersAreWholeIfThatIsEnough(keys: String, text: String) {
        var view = Viewport(photo: "4000x3000", screen: "800x456")
        for key in keys { view.move(key == "*" ? .original : .zoomOut(about: nil)) }
        #expect(ViewPosition(view).text == text)
    }

    @Test(
        arguments: [
            ("xywh=1600,1272,800,456", "800x456", "1600,1272", 1.0),
            // a part of another shape is seen whole
            ("xywh=1600,1272,800,100", "800x456", "1600,1094", 1.0),
            ("xywh=1000,1000,1600,912", "800x456", "500,500", 0.5),
            // never larger than the original, never beyond the edges
            ("xywh=3999,2999,1,1", "800x456", "3200,2544", 1.0),
            ("xywh=16777216,16777216,16777216,16777216", "800x456", "0,144", 0.2),
            ("2000,1500", "800x456", "1600,1272", 1.0), ("2000,1500,50", "800x456", "600,522", 0.5),
            ("0,0,100000", "800x456", "0,0", 1.0), ("0,0,0.001", "800x456", "0,0", 0.2),
        ] as [(String, PixelSize, PixelPoint, Double)])
    func aPlaceIsShownAsFarAsTheEdgesAllow(
        text: String, screen: PixelSize, origin: PixelPoint, scale: Double
    ) throws {
        var view = Viewport(photo: "4000x3000", screen: screen)
        view.go(to: try #require(ViewPosition(text)))
        #expect(view.origin == origin && view.scale == scale)
    }

    @Test(arguments: [
        "", "xywh=", "xywh=1", "xywh=1,2,3", "xywh=1,2,3,4,5", "xywh=1,2,0,4", "xywh=1,2,3,0",
        "xywh=-1,2,3,4", "xywh=1e9,2,3,4", "xywh=nan,2,3,4", "xywh=inf,2,3,4", "xywh=0x10,2,3,4",
        "xywh=99999999999999999999,1,1,1", "xywh=16777217,1,1,1", "xywh=1,2,3,4 ",
        "xywh=percent:1,2,3,4", "xywh=.5,1,1,1", "xywh=1.,1,1,1", "xywh=1..2,1,1,1",
        "page=", "page=0",
        "page=1&", "page=0&1,2", "page=-1&1,2", "page=1.5&1,2", "page=1048577&1,2",
        "page=&1,2", "page=1,2", "page=1&page=1&1,2", "1,2&page=1", "page=1&xywh=1,2,0,4",
        "xywh=１,1,1,1", "1", "1,", ",1", "1,2,", "1,2,0", "1,2,100001", "1,2,3,4", "a,b",
        "xywh=" + String(repeating: "1,", count: 100_000),
    ])
    func aTextThatIsNoPlaceIsNone(text: String) {
        #expect(ViewPosition(text) == nil)
    }

    @Test(arguments: [
        ("page=1&xywh=1,2,3,4", 0, "xywh=1,2,3,4"), ("page=3&1.5,2", 2, "page=3&1.5,2"),
        ("page=1048576&1,2,50", 1_048_575, "page=1048576&1,2,50"),
    ])
    func aPlaceMayBeOnAnotherPage(text: String, page: Int, again: String) throws {
        let place = try #require(ViewPosition(text))
        #expect(place.page == page && place.text == again)
    }

    @Test(arguments: [
        ("xywh=nonsense", true), ("page=two", true), ("1,2,", true), ("-1,2", true), ("1.5", false),
        ("3", false),
        ("chapter", false), ("", false), ("a,b", false),
    ])
    func whetherATextWasMeantToBeAPlace(text: String, isMeant: Bool) {
        #expect(ViewPosition.isMeant(by: text) == isMeant)
    }

    @Test(arguments: [
        (PhotoArea(x: 0, y: 0, width: 4000, height: 3000), "0,0 4000x3000"),
        (PhotoArea(x: 1.5, y: 2.25, width: 3, height: 3), "1,2 4x4"),
        (PhotoArea(x: 9.9999999, y: 0, width: 10.0000001, height: 5), "10,0 10x5"),
        (PhotoArea(x: -5, y: -5, width: 2, height: 2), "0,0 1x1"),
        (PhotoArea(x: 9e6, y: 9e6, width: 2, height: 2), "3999,2999 1x1"),
    ])
    func thePixelsOfAnAreaAreThoseThatItTouches(area: PhotoArea, pixels: String) {
        let rect = area.pixels(of: "4000x3000")
        #expect("\(rect.minX),\(rect.minY) \(rect.size.width)x\(rect.size.height)" == pixels)
    }
}
