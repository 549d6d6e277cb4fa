internal import Imaging

/// What a JPEG's frame header (SOF) says of the picture.
struct JPEGFrame: Sendable {
    /// How many blocks of 8 x 8 samples a component has in a unit (MCU).
    struct Component: Sendable {
        let across: Int
        let down: Int
        /// The number by which scans call it.
        let identifier: Int
        /// The number of its quantisation table.
        let quantisation: Int
    }

    let size: PixelSize
    let components: [Component]
    let isProgressive: Bool
    let isHuffmanCoded: Bool
    /// Where in the file the height stands, two bytes.
    let heightOffset: Int

    /// - Throws: `.unsupported` for the kinds TurboJPEG has no decoder for: lossless, hierarchical,
    ///   more than 8 bits, and two or more than four components.
    init(marker: Int, segment: ByteReader, offset: Int) throws(DecodingFailure) {
        guard [0xC0, 0xC1, 0xC2, 0xC9, 0xCA].contains(marker), segment.byte(at: 0) == 8 else {
            throw .unsupported(kind: .jpeg)
        }
        guard let height = segment.uint16(at: 1), let width = segment.uint16(at: 3),
            let componentCount = segment.byte(at: 5), width > 0, height > 0
        else { throw .damaged(reason: "the JPEG has no pixels") }
        guard [1, 3, 4].contains(componentCount) else { throw .unsupported(kind: .jpeg) }
        size = PixelSize(width: width, height: height)
        isProgressive = marker == 0xC2 || marker == 0xCA
        isHuffmanCoded = marker < 0xC8
        heightOffset = offset + 1
        components = try Self.components(componentCount, in: segment)
    }

    private static func components(
        _ count: Int, in segment: ByteReader
    ) throws(DecodingFailure) -> [Component] {
        var components: [Component] = []
        for index in 0..<count {
            guard let identifier = segment.byte(at: 6 + index * 3),
                let sampling = segment.byte(at: 7 + index * 3),
                let quantisation = segment.byte(at: 8 + index * 3),
                (1...4).contains(sampling >> 4), (1...4).contains(sampling & 15)
            else { throw .damaged(reason: "the JPEG's sampling factors are wrong") }
            // A single component is coded block by block, whatever its factors say.
            components.append(
                Component(
                    across: count == 1 ? 1 : sampling >> 4, down: count == 1 ? 1 : sampling & 15,
                    identifier: identifier, quantisation: quantisation))
        }
        return components
    }

    /// The size in pixels of a unit (MCU).
    var unit: PixelSize {
        PixelSize(
            width: 8 * (components.map(\.across).max() ?? 1),
            height: 8 * (components.map(\.down).max() ?? 1))
    }

    var unitsAcross: Int { (size.width + unit.width - 1) / unit.width }
    var unitsDown: Int { (size.height + unit.height - 1) / unit.height }
    var blockCount: Int { unitsAcross * unitsDown * blocksPerUnit }
    var blocksPerUnit: Int { components.reduce(0) { $0 + $1.across * $1.down } }

    /// The memory that TurboJPEG takes for a picture in several scans: 64 coefficients of two bytes
    /// for each block.
    var coefficientBytes: Int { unitsAcross * unitsDown * blocksPerUnit * 128 }

    /// The fewest bytes a file of this frame can have: a bit for each block of 64 samples.
    var minimumBytes: Int { unitsAcross * unitsDown * blocksPerUnit / 8 }

    /// The most rows of pixels that so many bytes of a sequential scan can hold.
    ///
    /// A block takes at least two bits: one code for its first coefficient, one for its end.
    func rows(heldBy byteCount: Int) -> Int {
        guard isHuffmanCoded, !isProgressive else { return size.height }
        let unitRows = byteCount * 8 / (unitsAcross * blocksPerUnit * 2) + 1
        return min(size.height, unitRows * unit.height)
    }
}
