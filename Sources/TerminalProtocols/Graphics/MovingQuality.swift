/// How coarse the frames of a moving photo are, the finest first: what a terminal that draws slowly is
/// sent in place of the finest.
///
/// First fewer registers, then no dither, then larger pixels: each is seen more than the one before,
/// and needs fewer bytes. `workbench compare` shows what each costs.
package enum MovingQuality: Int, CaseIterable, Hashable, Sendable {
    case finest, fewerColours, undithered, pixelsOfTwo, pixelsOfThree, pixelsOfFour

    /// The most registers of the photo's palette.
    package var registers: Int {
        switch self {
        case .finest: 128
        case .fewerColours, .pixelsOfTwo, .pixelsOfThree: 64
        case .undithered, .pixelsOfFour: 32
        }
    }

    /// True if flat areas are dithered, which breaks their bands and their runs.
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
