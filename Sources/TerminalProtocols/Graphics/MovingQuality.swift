/// The coarseness of the frames of a moving photo, the finest first; slow terminals get coarser
/// ones.
///
/// First fewer registers, then no dithering, then larger pixels: each level is more visible than
/// the one before, and needs fewer bytes. `workbench compare` shows the cost of each.
package enum MovingQuality: Int, CaseIterable, Hashable, Sendable {
    case finest, fewerColours, undithered, pixelsOfTwo, pixelsOfThree, pixelsOfFour

    /// The maximum number of registers of the photo's palette.
    package var registers: Int {
        switch self {
        case .finest: 128
        case .fewerColours, .pixelsOfTwo, .pixelsOfThree: 64
        case .undithered, .pixelsOfFour: 32
        }
    }

    /// True if flat areas are dithered, which hides bands but breaks runs.
    package var isDithered: Bool { self == .finest || self == .fewerColours }

    /// The side of a pixel, in pixels of the screen.
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

    /// The next finer one; `nil` if there is none.
    package var finer: MovingQuality? { MovingQuality(rawValue: rawValue - 1) }
}
