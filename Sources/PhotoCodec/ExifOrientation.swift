internal import Imaging

/// The orientation in an Exif block, a small TIFF file inside a picture.
enum ExifOrientation {
    private static let orientationTag = 0x0112
    private static let shortType = 3

    /// `asStored` where the block has none, or is wrong in any way.
    ///
    /// Only the first directory is read, and no link is followed twice, so a looped one costs nothing.
    static func read(_ block: ByteReader) -> Orientation {
        var tiff = block
        tiff.isLittleEndian = block.starts(with: "II", at: 0)
        guard tiff.isLittleEndian || block.starts(with: "MM", at: 0), tiff.uint16(at: 2) == 42,
            let directory = tiff.uint32(at: 4), let entries = tiff.uint16(at: directory)
        else { return .asStored }
        for entry in 0..<entries {
            let place = directory + 2 + entry * 12
            guard let tag = tiff.uint16(at: place) else { break }
            if tag == orientationTag { return value(of: place, in: tiff) }
        }
        return .asStored
    }

    private static func value(of entry: Int, in tiff: ByteReader) -> Orientation {
        guard tiff.uint16(at: entry + 2) == shortType, tiff.uint32(at: entry + 4) == 1,
            let value = tiff.uint16(at: entry + 8)
        else { return .asStored }
        return Orientation(rawValue: value) ?? .asStored
    }
}
