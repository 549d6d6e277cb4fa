import Imaging
import TestSupport
import Testing

/// The same view of two compared photos.
@Suite struct ComparedViewportTests {
    private static let screen = PixelSize(width: 1280, height: 714)

    /// Returns a view that keys can reach: some zoom steps, then some moves.
    private static func randomView(
        of photo: PixelSize, _ numbers: inout SeededNumbers
    ) -> Viewport {
        var view = Viewport(photo: photo, screen: screen)
        for _ in 0..<Int.random(in: 0...12, using: &numbers) { view.move(.zoomIn(about: nil)) }
        view.move(
            .shift(
                x: Int.random(in: -4000...4000, using: &numbers),
                y: Int.random(in: -4000...4000, using: &numbers)))
        return view
    }

    @Test(arguments: ["4000x3000", "1280x714", "1001x333", "700x9000"] as [PixelSize])
    func photosOfOneSizeAreSeenPixelOverPixel(photo: PixelSize) {
        var numbers = SeededNumbers(seed: 1)
        for _ in 0..<200 {
            let view = Self.randomView(of: photo, &numbers)
            let other = view.matched(to: photo, offset: .zero)
            #expect(other.window == view.window && other.target == view.target)
        }
    }

    @Test(
        arguments: [
            // The moved photo, and the one that follows, of the same shape.
            ("4000x3000", "2000x1500"), ("1000x750", "4000x3000"), ("4001x2999", "1234x925"),
        ] as [(PixelSize, PixelSize)])
    func photosOfOneShapeShowTheSamePlaceWithinAPixel(photo: PixelSize, other: PixelSize) {
        var numbers = SeededNumbers(seed: 2)
        for _ in 0..<200 {
            var view = Self.randomView(of: photo, &numbers)
            view.enlarge(upToWidth: other.width)
            let follower = view.matched(to: other, offset: .zero)
            #expect(abs(follower.scaled.width - view.scaled.width) <= 1)
            let pixel = 1 / Double(view.scaled.width)
            #expect(abs(follower.centre.x - view.centre.x) <= pixel)
            #expect(abs(follower.centre.y - view.centre.y) <= 2 * pixel)
            // Following back does not move the other.
            let back = follower.matched(to: photo, offset: .zero)
            #expect(abs(back.origin.x - view.origin.x) <= 1)
            #expect(abs(back.origin.y - view.origin.y) <= 1)
        }
    }

    @Test func theSmallerPhotoIsEnlargedAsFarAsTheLargerOne() {
        let (large, small) = (
            PixelSize(width: 4000, height: 3000), PixelSize(width: 2000, height: 1500)
        )
        var view = Viewport(photo: small, screen: Self.screen)
        #expect(view.maximumScale == 1)
        view.enlarge(upToWidth: large.width)
        view.move(.original)
        #expect(view.scale == 2 && view.scaled == large)
        let other = view.matched(to: large, offset: .zero)
        #expect(other.scale == 1 && other.window.window == view.window.window)
        view.enlarge(upToWidth: 0)
        #expect(view.zoom == .original && view.scaled == small)
    }

    @Test func aViewDoesNotMoveWhenItMayBeEnlarged() {
        var view = Viewport(photo: PixelSize(width: 2000, height: 1500), screen: Self.screen)
        for move in [.original, .shift(x: 77, y: -31)] as [ViewportMove] { view.move(move) }
        let before = view.window
        view.enlarge(upToWidth: 5000)
        #expect(view.window == before)
        view.enlarge(upToWidth: 0)
        #expect(view.window == before && view.zoom == .original)
    }

    @Test func whatLiesElsewhereInTheOtherPhotoIsBroughtBesideIt() {
        let photo = PixelSize(width: 4000, height: 3000)
        var view = Viewport(photo: photo, screen: Self.screen)
        view.move(.original)
        let other = view.matched(to: photo, offset: RelativePoint(x: 0.01, y: -0.02))
        #expect(other.origin == PixelPoint(x: view.origin.x + 40, y: view.origin.y - 60))
        #expect(
            other.matched(to: photo, offset: RelativePoint(x: -0.01, y: 0.02)).window == view.window
        )
    }
}
