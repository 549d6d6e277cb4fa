/// How a stored picture must be turned to stand upright: the eight values of EXIF's tag 0x0112.
///
/// The case names say what is done to the stored rows to show them.
package enum Orientation: Int, CaseIterable, Hashable, Sendable {
    case asStored = 1
    case mirrored = 2
    case turnedAround = 3
    case flipped = 4
    case transposed = 5
    case turnedRight = 6
    case transversed = 7
    case turnedLeft = 8

    /// Whether the stored columns become the rows that are shown.
    package var swapsAxes: Bool { rawValue >= 5 }

    /// Whether stored columns are shown from the last to the first.
    package var reversesColumns: Bool {
        switch self {
        case .mirrored, .turnedAround, .transversed, .turnedLeft: true
        case .asStored, .flipped, .transposed, .turnedRight: false
        }
    }

    /// Whether stored rows are shown from the last to the first.
    package var reversesRows: Bool {
        switch self {
        case .turnedAround, .flipped, .turnedRight, .transversed: true
        case .asStored, .mirrored, .transposed, .turnedLeft: false
        }
    }

    /// The size that a stored picture of that size has when it stands upright.
    package func uprightSize(of stored: PixelSize) -> PixelSize {
        swapsAxes ? stored.transposed : stored
    }

    /// The place among the stored pixels of an area of the upright picture.
    package func storedArea(of upright: PixelRect, in stored: PixelSize) -> PixelRect {
        let size = swapsAxes ? upright.size.transposed : upright.size
        let x = swapsAxes ? upright.minY : upright.minX
        let y = swapsAxes ? upright.minX : upright.minY
        return PixelRect(
            x: reversesColumns ? stored.width - x - size.width : x,
            y: reversesRows ? stored.height - y - size.height : y,
            width: size.width, height: size.height)
    }
}
