internal import Imaging

/// The one scan of a sequential Huffman-coded JPEG: what its bits mean, and where they lie.
struct JPEGScan: Sendable {
    struct Component: Sendable {
        /// Blocks of a unit (MCU).
        let across: Int
        let down: Int
        let dcTable: HuffmanTable
        let acTable: HuffmanTable
        let dcSlot: UInt8
        /// What the coefficients of a block are multiplied by, in the order of the file (zigzag).
        let quanta: [Int32]
    }

    let size: PixelSize
    let components: [Component]
    let colours: JPEGColours
    /// The size in pixels of a unit (MCU).
    let unit: PixelSize
    /// Units between two restarts; 0 for none.
    let restartInterval: Int
    /// Where the first entropy-coded byte stands.
    let dataOffset: Int

    var unitsAcross: Int { (size.width + unit.width - 1) / unit.width }
    var unitsDown: Int { (size.height + unit.height - 1) / unit.height }
    /// The most bytes that a row of units can take, with its restarts.
    var mostRowBytes: Int {
        let blocks = components.reduce(0) { $0 + $1.across * $1.down }
        return unitsAcross * (blocks * BaselineFile.blockBytes + 2) + 4096
    }

    var unitCount: Int { unitsAcross * unitsDown }

    /// Nil where the photo cannot be walked: several scans, other coding, tables that are missing.
    init?(_ bytes: UnsafeRawBufferPointer, header: JPEGHeader) {
        guard header.isSingleScan, header.frame.isHuffmanCoded else { return nil }
        var tables = JPEGTables()
        var walk = JPEGSegments(bytes)
        while let segment = walk.next() {
            guard segment.marker == 0xDA else {
                guard tables.take(segment) else { return nil }
                continue
            }
            self.init(header.frame, scan: segment, tables: tables)
            return
        }
        return nil
    }

    private init?(_ frame: JPEGFrame, scan: JPEGSegments.Segment, tables: JPEGTables) {
        let count = frame.components.count
        guard scan.payload.count >= 1 + count * 2 + 3 else { return nil }
        var components: [Component] = []
        for (index, shape) in frame.components.enumerated() {
            guard let selectors = scan.payload.byte(at: 2 + index * 2),
                // In another order than the frame's the units would be laid out otherwise.
                scan.payload.byte(at: 1 + index * 2) == shape.identifier,
                let dcTable = tables.huffman[UInt8(selectors >> 4)],
                let acTable = tables.huffman[UInt8(selectors & 15 | 0x10)],
                let quanta = tables.quanta[shape.quantisation],
                dcTable.symbols.allSatisfy({ $0 < 16 })
            else { return nil }
            components.append(
                Component(
                    across: shape.across, down: shape.down, dcTable: dcTable, acTable: acTable,
                    dcSlot: UInt8(selectors >> 4),
                    quanta: quanta))
        }
        // Ten blocks are the most a unit may have; libjpeg refuses more.
        guard components.reduce(0, { $0 + $1.across * $1.down }) <= 10 else { return nil }
        self.components = components
        colours = JPEGColours(
            componentIdentifiers: frame.components.map(\.identifier), hasJFIF: tables.hasJFIF,
            adobeTransform: tables.adobeTransform)
        size = frame.size
        unit = frame.unit
        restartInterval = tables.restartInterval
        dataOffset = scan.offset + 4 + scan.payload.count
    }
}
