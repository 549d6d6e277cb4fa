import Foundation
import Imaging

/// What the right end of the status line says: `1280x600  50%  +0+0  1/2`.
struct ViewerFacts: Hashable {
    let photo: PixelSize
    let percent: Double
    /// The photo's pixel in the top left corner of the view.
    let origin: PixelPoint
    /// Which photo of how many, when there are several; without commas.
    let place: String?

    /// The photo's pixel in the middle of a screen, at a scale.
    func centre(of screen: PixelSize, scale: Double) -> (x: Double, y: Double) {
        (
            Double(origin.x) + Double(screen.width) / scale / 2,
            Double(origin.y) + Double(screen.height) / scale / 2
        )
    }

    init?(_ statusLine: String) {
        let pattern = /(\d+)x(\d+) +([0-9.]+)% +\+(-?\d+)\+(-?\d+)(?: +([\d,]+\/[\d,]+))?/
        guard let match = statusLine.firstMatch(of: pattern)?.output,
            let width = Int(match.1), let height = Int(match.2), let percent = Double(match.3),
            let x = Int(match.4), let y = Int(match.5)
        else { return nil }
        photo = PixelSize(width: width, height: height)
        self.percent = percent
        origin = PixelPoint(x: x, y: y)
        place = match.6.map { $0.filter { $0 != "," } }
    }
}
