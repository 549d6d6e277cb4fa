internal import Imaging

/// The orientation in an Exif block.
enum ExifOrientation {
    private static let tag = 0x0112

    /// `asStored` where the block has none, or is wrong in any way.
    static func read(_ block: ByteReader) -> Orientation {
        let value = ExifDirectory.first(of: block)?.number(tag)
        return value.flatMap { Orientation(rawValue: $0) } ?? .asStored
    }
}
