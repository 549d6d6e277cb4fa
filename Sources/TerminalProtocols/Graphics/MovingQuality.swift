/// The quality of the frames of a moving photo, from the finest to the coarsest level.
///
/// The levels reduce the registers first, then omit dithering, then enlarge the pixels: each
/// further level is more visible and needs fewer bytes. `workbench compare` shows the cost of each
/// level.
package enum MovingQuality: Int, CaseIterable, Hashable, Sendable {
    case finest, fewerColours, undithered, pixelsOfTwo, pixelsOfThree, pixelsOfFour

    /// The maximum number of registers in the photo's palette.
    package var registers: Int {
        switch self {
        case .finest: 128
        case .fewerColours, .pixelsOfTwo, .pixelsOfThree: 64
        case .undithered, .pixelsOfFour: 32
        }
    }

    /// True if smooth areas are dithered, which hides banding but interrupts runs of equal pixels.
    package var isDithered: Bool { self == .finest || self == .fewerColours }

    /// The side of a picture's pixel, in screen pixels.
    package var pixelSide: Int {
        switch self {
        case .finest, .fewerColours, .undithered: 1
        case .pixelsOfTwo: 2
        case .pixelsOfThree: 3
        case .pixelsOfFour: 4
        }
    }

    package static let coarsest = MovingQuality.pixelsOfFour

    package func isCoarser(than other: MovingQuality) -> Bool { rawValue > other.rawValue }

    /// The next finer quality; `nil` for the finest one.
    package var finer: MovingQuality? { MovingQuality(rawValue: rawValue - 1) }
}
