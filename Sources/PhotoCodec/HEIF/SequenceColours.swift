internal import Imaging

/// The colours in the sequence header of a coded picture, for files whose boxes state none.
///
/// libheif 1.15 uses only the matrix and, for colour pictures, the range. It ignores the primaries,
/// the transfer function, and the range of gray pictures.
enum SequenceColours {
    /// The number of bytes of an item's data to read.
    ///
    /// The sequence header has about 12 bytes, after a delimiter of 2 bytes and possibly metadata.
    static let dataBytes = 256

    /// Reads the first sequence header of AV1 data; `nil` if there is none.
    ///
    /// See the AV1 specification, 5.5.
    static func read(av1 data: [UInt8]) -> HEIFItem.CodePoints? {
        data.withUnsafeBytes { bytes in
            var bits = BitReader(bytes: ByteReader(bytes: bytes))
            // A delimiter and metadata may precede the sequence header.
            for _ in 0..<4 {
                guard let unit = AV1Unit(&bits) else { return nil }
                if unit.kind == AV1Unit.sequenceHeader { return AV1Sequence.colours(&bits) }
                guard let count = unit.count else { return nil }
                bits.skip(count * 8)
            }
            return nil
        }
    }

    /// Reads the sequence parameter set in a box `hvcC`; `nil` without a signal description.
    ///
    /// `box` is the content of the box (ISO/IEC 14496-15, 8.3.3).
    static func read(hevcConfiguration box: ByteReader) -> HEIFItem.CodePoints? {
        var offset = 23
        for _ in 0..<(box.byte(at: 22) ?? 0) {
            guard let kind = box.byte(at: offset), let units = box.uint16(at: offset + 1) else {
                return nil
            }
            offset += 3
            for _ in 0..<units {
                guard let count = box.uint16(at: offset) else { return nil }
                if kind & 63 == HEVCSequence.unitKind {
                    return HEVCSequence.colours(box.part(from: offset + 2, count: count))
                }
                offset += 2 + count
            }
        }
        return nil
    }
}

/// A reader of bits, the highest of each byte first.
///
/// Bits beyond the end are 0, and `isPastEnd` reports them.
private struct BitReader {
    private let bytes: ByteReader
    private var offset = 0

    init(bytes: ByteReader) { self.bytes = bytes }

    var isPastEnd: Bool { offset > bytes.count * 8 }

    /// Reads a number of at most 32 bits.
    mutating func bits(_ count: Int) -> Int {
        var number = 0
        for _ in 0..<count {
            number = number << 1 | (bytes.byte(at: offset >> 3) ?? 0) >> (7 - offset & 7) & 1
            offset += 1
        }
        return number
    }

    mutating func flag() -> Bool { bits(1) == 1 }

    mutating func skip(_ count: Int) { offset += count }

    /// Reads an Exp-Golomb number (H.265, 9.2), which AV1 names `uvlc`; 0 for a number that is too
    /// large.
    mutating func golomb() -> Int {
        var zeros = 0
        while zeros < 32, !isPastEnd, !flag() { zeros += 1 }
        return zeros < 32 ? 1 << zeros - 1 + bits(zeros) : 0
    }

    /// Reads the primaries, the transfer function and the matrix, 8 bits each (ITU-T H.273).
    mutating func codePoints() -> (primaries: Int, transfer: Int, matrix: Int) {
        (bits(8), bits(8), bits(8))
    }
}

/// The header of a unit of AV1 data ("open bitstream unit").
private struct AV1Unit {
    static let sequenceHeader = 1

    let kind: Int
    /// The number of bytes that follow; `nil` if the unit extends to the end.
    let count: Int?

    init?(_ bits: inout BitReader) {
        bits.skip(1)
        kind = bits.bits(4)
        let (isExtended, hasCount) = (bits.flag(), bits.flag())
        bits.skip(isExtended ? 9 : 1)
        var size = 0
        for step in 0..<(hasCount ? 4 : 0) {
            let byte = bits.bits(8)
            size |= (byte & 127) << (7 * step)
            if byte < 128 { break }
        }
        count = hasCount ? size : nil
        guard !bits.isPastEnd else { return nil }
    }
}

/// A sequence header of AV1 (AV1 specification, 5.5.1).
private enum AV1Sequence {
    static func colours(_ bits: inout BitReader) -> HEIFItem.CodePoints? {
        let profile = bits.bits(3)
        bits.skip(1)
        let isReduced = bits.flag()
        if isReduced { bits.skip(5) } else { skipOperatingPoints(&bits) }
        let (widthBits, heightBits) = (bits.bits(4) + 1, bits.bits(4) + 1)
        bits.skip(widthBits + heightBits)
        if !isReduced, bits.flag() { bits.skip(7) }
        bits.skip(3)
        if !isReduced { skipTools(&bits) }
        bits.skip(3)
        return readColours(&bits, profile: profile)
    }

    private static func skipOperatingPoints(_ bits: inout BitReader) {
        var delayBits: Int?
        if bits.flag() {
            bits.skip(64)
            if bits.flag() { _ = bits.golomb() }
            if bits.flag() {
                delayBits = bits.bits(5) + 1
                bits.skip(42)
            }
        }
        let hasDelays = bits.flag()
        for _ in 0...bits.bits(5) {
            bits.skip(12)
            if bits.bits(5) > 7 { bits.skip(1) }
            if let delayBits, bits.flag() { bits.skip(2 * delayBits + 1) }
            if hasDelays, bits.flag() { bits.skip(4) }
        }
    }

    private static func skipTools(_ bits: inout BitReader) {
        bits.skip(4)
        let hasOrder = bits.flag()
        if hasOrder { bits.skip(2) }
        let choosesScreenTools = bits.flag()
        let mayHaveScreenTools = choosesScreenTools || bits.flag()
        if mayHaveScreenTools, !bits.flag() { bits.skip(1) }
        if hasOrder { bits.skip(3) }
    }

    private static func readColours(
        _ bits: inout BitReader, profile: Int
    ) -> HEIFItem.CodePoints? {
        let isDeep = bits.flag()
        if profile == 2, isDeep { bits.skip(1) }
        let isGray = profile != 1 && bits.flag()
        let points = bits.flag() ? bits.codePoints() : (2, 2, 2)
        // These code points mean sRGB, whose range is always full.
        let isFull = !isGray && points == (1, 13, 0) || bits.flag()
        guard !bits.isPastEnd else { return nil }
        return HEIFItem.CodePoints(
            primaries: points.0, transfer: points.1, matrix: points.2, isNarrow: !isFull)
    }
}

/// A sequence parameter set of HEVC (ITU-T H.265, 7.3.2.2) up to the description of colours.
private enum HEVCSequence {
    static let unitKind = 33
    /// The maximum size of a set in bytes; a set with scaling lists has a few hundred bytes.
    private static let mostBytes = 4096
    /// The largest number of reference picture sets, and of pictures in a set (H.265, 7.4.3.2.1).
    private static let (mostSets, mostPictures) = (64, 16)

    static func colours(_ unit: ByteReader) -> HEIFItem.CodePoints? {
        let bytes = withoutEmulation(unit.part(from: 2, count: mostBytes))
        return bytes.withUnsafeBytes { bytes in
            var bits = BitReader(bytes: ByteReader(bytes: bytes))
            return readColours(&bits)
        }
    }

    /// Returns the data without the bytes of value 3 that follow two zeros.
    ///
    /// An encoder inserts these bytes to keep the data free of start codes.
    private static func withoutEmulation(_ bytes: ByteReader) -> [UInt8] {
        var (kept, zeros) = ([UInt8](), 0)
        for byte in bytes.bytes {
            if zeros >= 2, byte == 3 {
                zeros = 0
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            kept.append(byte)
        }
        return kept
    }

    private static func readColours(_ bits: inout BitReader) -> HEIFItem.CodePoints? {
        bits.skip(4)
        let layers = bits.bits(3)
        bits.skip(1)
        skipLevels(&bits, layers: layers)
        _ = bits.golomb()
        if bits.golomb() == 3 { bits.skip(1) }
        skipNumbers(2, &bits)
        if bits.flag() { skipNumbers(4, &bits) }
        skipNumbers(2, &bits)
        let orderBits = bits.golomb() + 4
        skipNumbers(bits.flag() ? 3 * (layers + 1) : 3, &bits)
        skipNumbers(6, &bits)
        if bits.flag(), bits.flag() { skipScalingLists(&bits) }
        bits.skip(2)
        if bits.flag() {
            bits.skip(8)
            skipNumbers(2, &bits)
            bits.skip(1)
        }
        guard skipReferences(&bits) else { return nil }
        if bits.flag() { bits.skip(min(bits.golomb(), mostSets) * (orderBits + 1)) }
        bits.skip(2)
        return bits.flag() ? readSignal(&bits) : nil
    }

    /// Reads the start of the "video usability information"; `nil` without a signal.
    ///
    /// See H.265, E.2.1.
    private static func readSignal(_ bits: inout BitReader) -> HEIFItem.CodePoints? {
        if bits.flag(), bits.bits(8) == 255 { bits.skip(32) }
        if bits.flag() { bits.skip(1) }
        guard bits.flag() else { return nil }
        bits.skip(3)
        let isFull = bits.flag()
        let points = bits.flag() ? bits.codePoints() : (2, 2, 2)
        guard !bits.isPastEnd else { return nil }
        return HEIFItem.CodePoints(
            primaries: points.0, transfer: points.1, matrix: points.2, isNarrow: !isFull)
    }

    private static func skipNumbers(_ count: Int, _ bits: inout BitReader) {
        for _ in 0..<count { _ = bits.golomb() }
    }

    private static func skipLevels(_ bits: inout BitReader, layers: Int) {
        bits.skip(96)
        let present = (0..<layers).map { _ in (profile: bits.flag(), level: bits.flag()) }
        if layers > 0 { bits.skip(2 * (8 - layers)) }
        for layer in present {
            bits.skip((layer.profile ? 88 : 0) + (layer.level ? 8 : 0))
        }
    }

    private static func skipScalingLists(_ bits: inout BitReader) {
        for size in 0..<4 {
            for _ in 0..<(size == 3 ? 2 : 6) {
                let isCoded = bits.flag()
                let numbers = min(64, 16 << (2 * size)) + (size > 1 ? 1 : 0)
                skipNumbers(isCoded ? numbers : 1, &bits)
            }
        }
    }

    /// Skips the reference picture sets; returns false if there are too many for the standard.
    private static func skipReferences(_ bits: inout BitReader) -> Bool {
        let sets = bits.golomb()
        guard sets <= mostSets else { return false }
        var pictures = 0
        for set in 0..<sets {
            if set > 0, bits.flag() {
                bits.skip(1)
                _ = bits.golomb()
                // A picture of the previous set remains if its first flag is 1 or, after a first
                // flag of 0, its second flag is 1.
                pictures = (0...pictures).count { _ in bits.flag() || bits.flag() }
            } else {
                pictures = bits.golomb() + bits.golomb()
                guard pictures <= mostPictures else { return false }
                for _ in 0..<pictures {
                    _ = bits.golomb()
                    bits.skip(1)
                }
            }
        }
        return true
    }
}
