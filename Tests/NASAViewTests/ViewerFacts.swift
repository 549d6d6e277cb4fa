import Foundation
import Imaging

/// What the right end of the status line says: `1280x600  50%  top left  1/2  ?: keys`.
struct ViewerFacts: Hashable {
    /// `nil` if there is too little room for it.
    let photo: PixelSize?
    let percent: Double
    /// The part of the photo that is in view, in words.
    let region: String?
    /// Which photo of how many, when there are several; without commas.
    let place: String?

    init?(_ statusLine: String) {
        let pattern =
            /(?:(\d+)x(\d+) +)?([0-9.]+)%(?:  ([a-z]+(?: [a-z]+)?))?(?:  ([\d,]+\/[\d,]+))?/
            .repetitionBehavior(.eager)
        // A title may have a percent sign too: the last one is ours.
        guard let match = statusLine.matches(of: pattern).last?.output,
            let percent = Double(match.3)
        else { return nil }
        photo = Self.size(match.1, match.2)
        self.percent = percent
        region = match.4.map(String.init)
        place = match.5.map { $0.filter { $0 != "," } }
    }

    private static func size(_ width: Substring?, _ height: Substring?) -> PixelSize? {
        guard let width = width.flatMap({ Int($0) }), let height = height.flatMap({ Int($0) })
        else { return nil }
        return PixelSize(width: width, height: height)
    }
}
