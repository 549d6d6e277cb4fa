/// How the first coefficients of a tile's rows are written, and the header that says so.
struct DCPredictorFixup: Sendable {
    let header: TileHeader
    /// By component, then by size: the code for a coefficient of so many bits.
    private let codes: [[HuffmanTable.Code]]

    /// Nil where a photo's tables have no room for what a tile may begin with.
    init?(_ source: UnsafeRawBufferPointer, scan: JPEGScan) {
        var tables: [UInt8: HuffmanTable] = [:]
        for component in scan.components {
            // 11 bits are all that 8-bit samples need; more occur in damaged files only.
            let table = component.dcTable.extended(by: 0...15)
            tables[component.dcSlot] = table ?? component.dcTable.extended(by: 0...11)
        }
        guard let header = TileHeader(source, scan: scan, tables: tables) else { return nil }
        var codes: [[HuffmanTable.Code]] = []
        for component in scan.components {
            guard let table = tables[component.dcSlot] else { return nil }
            codes.append(Array(table.codes[..<16]))
        }
        self.header = header
        self.codes = codes
    }

    /// Writes a first coefficient's difference from the one before; the greatest there is a code for
    /// where it is greater.
    func write(_ difference: Int32, component: Int, into writer: inout BitWriter) {
        var value = difference
        var size = Self.size(of: value)
        if size > 15 || codes[component][size].length == 0 {
            value = value < 0 ? -2047 : 2047
            size = 11
        }
        let code = codes[component][size]
        writer.put(code.bits, code.length)
        guard size > 0 else { return }
        let bits = value < 0 ? value &+ (1 << Int32(size)) &- 1 : value
        writer.put(UInt32(bits), size)
    }

    private static func size(of value: Int32) -> Int {
        32 - Int(value.magnitude.leadingZeroBitCount)
    }
}
