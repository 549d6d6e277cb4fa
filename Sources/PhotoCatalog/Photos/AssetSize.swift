/// The sizes NASA keeps of a photo, from small to large.
///
/// A size exists only where the original is at least as large: nothing is ever enlarged.
package enum AssetSize: String, CaseIterable, Hashable, Sendable, Comparable {
    case thumb, small, medium, large
    case original = "orig"

    /// The longer side in pixels, measured over 650 recorded items; nil for the original.
    package var usualLongerSide: Int? {
        switch self {
        case .thumb, .small: 640
        case .medium: 1280
        case .large: 1920
        case .original: nil
        }
    }

    package static func < (one: AssetSize, other: AssetSize) -> Bool {
        one.rank < other.rank
    }

    private var rank: Int {
        switch self {
        case .thumb: 0
        case .small: 1
        case .medium: 2
        case .large: 3
        case .original: 4
        }
    }
}
