internal import Imaging

/// What stands in a JPEG before its first scan, as far as showing it needs.
struct JPEGHeader: Sendable {
    let frame: JPEGFrame
    let orientation: Orientation
    /// Whether an Adobe marker is there, which means that CMYK is stored inverted.
    let isAdobe: Bool
    /// Where the first scan's header (SOS) begins, with its marker.
    let scanOffset: Int
    /// Whether the first scan holds all components of a sequential frame, so that it is the only one.
    let isSingleScan: Bool

    /// Reads the markers up to the first scan.
    init(_ bytes: UnsafeRawBufferPointer) throws(DecodingFailure) {
        var frame: JPEGFrame?
        var orientation: Orientation?
        var isAdobe = false
        var walk = JPEGSegments(bytes)
        while let segment = walk.next() {
            switch segment.marker {
            case 0xC4, 0xC8, 0xCC: continue
            case 0xC0...0xCF where frame == nil:
                frame = try JPEGFrame(
                    marker: segment.marker, segment: segment.payload, offset: segment.offset + 4)
            case 0xE1 where orientation == nil: orientation = Self.orientation(segment.payload)
            case 0xEE where segment.payload.starts(with: "Adobe", at: 0): isAdobe = true
            case 0xDA:
                guard let frame else { throw .damaged(reason: "the JPEG has no frame header") }
                self.init(frame, orientation ?? .asStored, isAdobe, scan: segment)
                return
            default: continue
            }
        }
        throw .damaged(reason: "the JPEG ends before its first scan")
    }

    private init(
        _ frame: JPEGFrame, _ orientation: Orientation, _ isAdobe: Bool,
        scan: JPEGSegments.Segment
    ) {
        self.frame = frame
        self.orientation = orientation
        self.isAdobe = isAdobe
        scanOffset = scan.offset
        isSingleScan = !frame.isProgressive && scan.payload.byte(at: 0) == frame.components.count
    }

    /// Nil for another use of APP1, such as XMP.
    private static func orientation(_ payload: ByteReader) -> Orientation? {
        guard payload.starts(with: "Exif\0", at: 0) else { return nil }
        return ExifOrientation.read(payload.part(from: 6, count: payload.count))
    }
}
