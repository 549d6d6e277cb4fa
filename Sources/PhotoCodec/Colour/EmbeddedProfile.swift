internal import CPNG

/// The ICC profile that stands in a photo's file.
enum EmbeddedProfile {
    /// The longest profile that is read: those for printing have 2 MB at most, cameras' some kB.
    static let limitBytes = 4 << 20

    /// Nil where there is none, or a part of it is missing, or it is too long.
    static func bytes(ofJPEG source: UnsafeRawBufferPointer) -> [UInt8]? {
        var parts: [Int: ByteReader] = [:]
        var wanted: Int?
        var walk = JPEGSegments(source)
        while let segment = walk.next(), segment.marker != 0xDA {
            guard segment.marker == 0xE2, segment.payload.starts(with: "ICC_PROFILE\0", at: 0),
                let number = segment.payload.byte(at: 12), let count = segment.payload.byte(at: 13)
            else { continue }
            wanted = wanted ?? count
            guard count == wanted, (1...max(1, count)).contains(number), parts[number] == nil
            else { return nil }
            parts[number] = segment.payload.part(from: 14, count: segment.payload.count - 14)
        }
        guard let wanted, parts.count == wanted else { return nil }
        let byteCount = parts.values.reduce(0) { $0 + $1.count }
        guard byteCount > 0, byteCount <= limitBytes else { return nil }
        return (1...wanted).flatMap { parts[$0].map { Array($0.bytes) } ?? [] }
    }

    /// Nil where there is none, or it is broken or too long.
    static func bytes(ofPNG source: UnsafeRawBufferPointer) -> [UInt8]? {
        let limits = cpng_limits(
            allocated_bytes: DecodingLimits.pngBytes, side: UInt32(DecodingLimits.pngSide),
            surplus_bytes: DecodingLimits.pngSurplusBytes)
        guard let reader = cpng_open(source.baseAddress, source.count, limits) else { return nil }
        defer { cpng_close(reader) }
        var profile = cpng_profile()
        guard cpng_read_profile(reader, limitBytes, &profile) != 0 else { return nil }
        return Array(UnsafeRawBufferPointer(start: profile.bytes, count: profile.count))
    }
}
