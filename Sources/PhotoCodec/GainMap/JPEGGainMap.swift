internal import Imaging
internal import JPEGTiling

extension JPEGDecoder {
    private static let mapBytes = 32 << 20

    /// The first valid gain map among the file's further pictures; `nil` if there is no such map.
    var gainMap: GainMapPicture? {
        bytes.withUnsafeBytes { source -> GainMapPicture? in
            for index in JPEGFurtherPictures.ranges(in: source) where index.count <= Self.mapBytes {
                let bytes = UnsafeRawBufferPointer(rebasing: source[index])
                guard let map = map(ofPicture: bytes, in: source),
                    let header = try? JPEGHeader(bytes),
                    header.frame.size.area ?? .max <= GainMapPicture.mostPixels,
                    [1, 3].contains(header.frame.components.count)
                else { continue }
                let file = JPEGDecoder(bytes: PhotoBytes(Array(bytes)), header: header)
                let colours = map.appliesToBaseColours ? nil : file.colours
                return GainMapPicture(map, on: colours ?? self.colours) {
                    [orientation] () throws(DecodingFailure) in
                    orientation.upright(try file.decode(reducedBy: .none).raster)
                }
            }
            return nil
        }
    }

    private func map(
        ofPicture bytes: UnsafeRawBufferPointer, in source: UnsafeRawBufferPointer
    ) -> GainMap? {
        if let map = GainMap(isoOfJPEG: bytes) { return map }
        guard let xmp = XMPText(ofJPEG: bytes) else { return nil }
        let exif = header.exif.map { Self.block($0, in: source) }
        return GainMap(xmp: xmp) ?? GainMap(appleXMP: xmp, exif: exif)
    }
}

/// The list of further pictures in a JPEG's Multi-Picture Format (CIPA DC-007, 5.2).
enum JPEGFurtherPictures {
    /// The maximum number of pictures read; phones write two or three.
    private static let mostPictures = 16
    private static let entries = 0xB002
    private static let entryBytes = 16

    /// Returns the ranges of the further pictures in the file.
    static func ranges(in source: UnsafeRawBufferPointer) -> [Range<Int>] {
        var segments = JPEGSegments(source)
        while let segment = segments.next(), segment.marker != 0xDA {
            guard segment.marker == 0xE2, segment.payload.starts(with: "MPF\0", at: 0) else {
                continue
            }
            let block = segment.payload.part(from: 4, count: segment.payload.count)
            return ranges(in: block, at: segment.offset + 8, of: source.count)
        }
        return []
    }

    /// Returns the ranges of the further pictures; offsets in `block` are relative to `start`.
    private static func ranges(
        in block: ByteReader, at start: Int, of fileBytes: Int
    ) -> [Range<Int>] {
        guard let directory = ExifDirectory.first(of: block),
            let bytes = directory.bytes(entries, limit: mostPictures * entryBytes)
        else { return [] }
        return bytes.withUnsafeBytes { source in
            var table = ByteReader(bytes: source)
            table.isLittleEndian = block.starts(with: "II", at: 0)
            return (1..<max(1, bytes.count / entryBytes)).compactMap { entry in
                guard let count = table.uint32(at: entry * entryBytes + 4),
                    let offset = table.uint32(at: entry * entryBytes + 8), offset > 0, count > 0,
                    start + offset + count <= fileBytes
                else { return nil }
                return start + offset..<start + offset + count
            }
        }
    }
}
