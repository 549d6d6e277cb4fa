internal import CTurboJPEG
package import Imaging
internal import JPEGTiling

/// The rotation of a JPEG file without decoding and encoding its pixels.
///
/// The rotation either moves the coefficients, as `jpegtran -copy all -perfect` does, or changes
/// only the Exif orientation, which other programs must then support.
package enum LosslessTurn {
    package enum Method: Int, Sendable { case coefficients, orientation }

    /// Returns the bytes of the rotated file; `nil` if the method cannot rotate the file.
    ///
    /// Moving coefficients would lose incomplete blocks at an edge, and other pictures in the file.
    /// The orientation cannot be changed in an Exif block that has none.
    ///
    /// - Throws: `.unsupported` if the file is not a JPEG, or the failure to move the coefficients.
    package static func bytes(
        of photo: PhotoBytes, turned orientation: Orientation, by method: Method
    ) throws(DecodingFailure) -> [UInt8]? {
        let kind = FileSignature.kind(of: photo)
        guard case .photo(.jpeg) = kind else { throw .unsupported(kind: kind) }
        return try photo.withUnsafeBytes { (source) throws(DecodingFailure) -> [UInt8]? in
            let exif = JPEGExif(of: source)
            let wanted = exif.orientation.followed(by: orientation)
            switch method {
            case .orientation: return exif.setting(wanted, in: Array(source))
            case .coefficients:
                guard isOnePicture(source) else { return nil }
                return try transformed(source, by: wanted).map { JPEGExif.upright($0) }
            }
        }
    }

    /// True if no data follow the picture and the file lists no further pictures (CIPA DC-007).
    ///
    /// TurboJPEG would discard the data, and leave wrong offsets in the list.
    private static func isOnePicture(_ source: UnsafeRawBufferPointer) -> Bool {
        var segments = JPEGSegments(source)
        while let segment = segments.next() {
            if segment.marker == 0xE2, segment.payload.starts(with: "MPF\0", at: 0) { return false }
        }
        return segments.hasEnded && segments.end == source.count
    }

    private static func transformed(
        _ source: UnsafeRawBufferPointer, by orientation: Orientation
    ) throws(DecodingFailure) -> [UInt8]? {
        guard let handle = tjInitTransform() else { throw .outOfMemory }
        defer { tjDestroy(handle) }
        var transform = tjtransform()
        transform.op = orientation.operation
        transform.options = Int32(TJXOPT_PERFECT) | progressive(source)
        var target: UnsafeMutablePointer<UInt8>?
        var byteCount = UInt(0)
        defer { tjFree(target) }
        let result = tjTransform(
            handle, source.assumingMemoryBound(to: UInt8.self).baseAddress, UInt(source.count), 1,
            &target, &byteCount, &transform, 0)
        guard result == 0, let target else {
            let text = tjGetErrorStr2(handle).map { String(cString: $0) } ?? ""
            if text.contains("Transform is not perfect") { return nil }
            throw text.hasPrefix("Insufficient memory")
                ? .outOfMemory : .damaged(.init(library: text))
        }
        return Array(UnsafeBufferPointer(start: target, count: Int(byteCount)))
    }

    /// Returns the option that keeps a progressive file progressive; 0 for other files.
    private static func progressive(_ source: UnsafeRawBufferPointer) -> Int32 {
        var segments = JPEGSegments(source)
        while let segment = segments.next(), segment.marker != 0xDA {
            if segment.marker == 0xC2 { return Int32(TJXOPT_PROGRESSIVE) }
        }
        return 0
    }
}

extension Orientation {
    fileprivate var operation: Int32 {
        let operation =
            switch self {
            case .asStored: TJXOP_NONE
            case .mirrored: TJXOP_HFLIP
            case .turnedAround: TJXOP_ROT180
            case .flipped: TJXOP_VFLIP
            case .transposed: TJXOP_TRANSPOSE
            case .turnedRight: TJXOP_ROT90
            case .transversed: TJXOP_TRANSVERSE
            case .turnedLeft: TJXOP_ROT270
            }
        return Int32(operation.rawValue)
    }
}

/// The Exif block of a JPEG, in which the orientation is changed in place.
private struct JPEGExif {
    private static let tag = 0x0112
    private static let header = Array("Exif\0\0".utf8)

    private(set) var orientation = Orientation.asStored
    private var isThere = false
    /// The file offsets of the orientation, and of the link to the thumbnail's directory.
    ///
    /// Either value is `nil` if the entry is missing.
    private var offset, thumbnail: Int?
    private var isLittleEndian = false

    init(of source: UnsafeRawBufferPointer) {
        var segments = JPEGSegments(source)
        while let segment = segments.next(), segment.marker != 0xDA {
            guard segment.marker == 0xE1, segment.payload.starts(with: "Exif\0", at: 0) else {
                continue
            }
            isThere = true
            let block = segment.payload.part(from: 6, count: segment.payload.count)
            let start = segment.offset + 4 + 6
            isLittleEndian = block.starts(with: "II", at: 0)
            orientation = ExifOrientation.read(block)
            let directory = ExifDirectory.first(of: block)
            offset = directory?.offsetOfShort(Self.tag).map { start + $0 }
            thumbnail = directory?.offsetOfNextDirectory.map { start + $0 }
            return
        }
    }

    /// Returns the file with another orientation; `nil` if its Exif block has no orientation.
    func setting(_ orientation: Orientation, in bytes: [UInt8]) -> [UInt8]? {
        guard isThere else {
            // A new block is inserted after the file's first marker.
            return Array(bytes.prefix(2)) + Self.block(orientation) + bytes.dropFirst(2)
        }
        guard let offset else { return nil }
        var bytes = bytes
        bytes[offset + (isLittleEndian ? 0 : 1)] = UInt8(orientation.rawValue)
        bytes[offset + (isLittleEndian ? 1 : 0)] = 0
        return bytes
    }

    /// Returns the file marked as upright, without the thumbnail, which was not rotated.
    static func upright(_ bytes: [UInt8]) -> [UInt8] {
        let exif = bytes.withUnsafeBytes { JPEGExif(of: $0) }
        var bytes = exif.offset == nil ? bytes : exif.setting(.asStored, in: bytes) ?? bytes
        for offset in 0..<4 { if let position = exif.thumbnail { bytes[position + offset] = 0 } }
        return bytes
    }

    /// Returns a segment with an Exif block that contains only an orientation.
    private static func block(_ orientation: Orientation) -> [UInt8] {
        let entry: [UInt8] = [
            0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation.rawValue), 0, 0,
        ]
        let tiff: [UInt8] = Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1] + entry + [0, 0, 0, 0]
        let payload = header + tiff
        return [0xFF, 0xE1, 0, UInt8(payload.count + 2)] + payload
    }
}
