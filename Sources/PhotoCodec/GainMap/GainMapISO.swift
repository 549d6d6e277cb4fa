internal import Imaging
internal import JPEGTiling

/// Gain map metadata in the format of ISO 21496-1: fractions of 32-bit integers.
///
/// The metadata are in a segment of the map's own JPEG, or in an item of a HEIF.
extension GainMap {
    private static let mark: StaticString = "urn:iso:std:iso:ts:21496:-1\0"

    /// Reads the metadata of a JPEG; `nil` if the metadata are missing or not supported.
    init?(isoOfJPEG source: UnsafeRawBufferPointer) {
        var segments = JPEGSegments(source)
        while let segment = segments.next(), segment.marker != 0xDA {
            guard segment.marker == 0xE2, segment.payload.starts(with: Self.mark, at: 0) else {
                continue
            }
            let start = Self.mark.utf8CodeUnitCount
            let count = segment.payload.count - start
            self.init(iso: segment.payload.part(from: start, count: count))
            return
        }
        return nil
    }

    /// Reads the metadata block; `nil` for an unsupported block, or a map that darkens.
    init?(iso block: ByteReader) {
        guard block.uint16(at: 0) == 0, let flags = block.byte(at: 4) else { return nil }
        let hasThree = flags & 0x80 != 0
        // libultrahdr adds two flags: an HDR base picture (4), and a common denominator (8).
        guard flags & 4 == 0 else { return nil }
        var fractions = Fractions(block, isCommon: flags & 8 != 0)
        guard let base = fractions.next(isSigned: false),
            let other = fractions.next(isSigned: false), base < other
        else { return nil }
        var found: [Channel] = []
        for _ in 0..<(hasThree ? 3 : 1) {
            guard let least = fractions.next(isSigned: true),
                let most = fractions.next(isSigned: true),
                let gamma = fractions.next(isSigned: false),
                let baseOffset = fractions.next(isSigned: true),
                let brightOffset = fractions.next(isSigned: true)
            else { return nil }
            found.append(
                Channel(
                    curve: .stops(least: least, most: most, gamma: gamma),
                    offset: (baseOffset, brightOffset)))
        }
        self.init(found, appliesToBaseColours: flags & 0x40 != 0)
    }

    /// A reader of consecutive fractions, which can have a common denominator.
    private struct Fractions {
        private let block: ByteReader
        private var offset = 5
        private var common: Int?

        init(_ block: ByteReader, isCommon: Bool) {
            self.block = block
            guard isCommon else { return }
            common = block.uint32(at: offset)
            offset += 4
        }

        /// Returns the next fraction; `nil` at the end, or if the denominator is 0.
        mutating func next(isSigned: Bool) -> Double? {
            guard let bits = block.uint32(at: offset),
                let below = common ?? block.uint32(at: offset + 4), below > 0
            else { return nil }
            offset += common == nil ? 8 : 4
            let number = isSigned ? Int(Int32(truncatingIfNeeded: bits)) : bits
            return Double(number) / Double(below)
        }
    }
}
