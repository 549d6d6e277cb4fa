internal import Imaging

/// The scans of a Huffman-coded JPEG, with the coefficients and the position of each scan.
struct ScanList: Sendable {
    struct Scan: Sendable {
        /// The scan's components, as indices in the frame's list.
        let components: [Int]
        let dcTables: [HuffmanTable?]
        let acTable: HuffmanTable?
        /// The first coefficient that the scan contains, in zigzag order.
        let first: Int
        /// The last coefficient that the scan contains, in zigzag order.
        let last: Int
        /// True if the scan adds a bit to the coefficients of an earlier scan.
        let isRefinement: Bool
        /// The number of bits by which the scan's coefficients are shifted left.
        let shift: Int
        let restartInterval: Int
        let dataOffset: Int
    }

    let frame: JPEGFrame
    let scans: [Scan]
    /// The header of a file with the same coefficients in one scan.
    ///
    /// The header contains the photo's quantisation tables and colour markers, and the JPEG
    /// standard's Huffman tables.
    let baselineHeader: [UInt8]
    /// True if the scans contain every bit of every coefficient.
    let isComplete: Bool
    /// True if the end of the picture (EOI) follows the last scan.
    let hasEnd: Bool

    /// Reads the entire file; `nil` if there are no scans or too many, or if a scan or a table is
    /// not supported.
    init?(_ input: JPEGInput, frame: JPEGFrame) {
        guard frame.isHuffmanCoded else { return nil }
        var scans: [Scan] = []
        var header: [UInt8] = [0xFF, 0xD8]
        var frameSegment: JPEGSegments.Segment?
        var tables = JPEGTables()
        var missing = MissingBits(components: frame.components.count)
        var segments = JPEGSegments(input.bytes)
        while let segment = segments.next() {
            input.didPass(segment.offset)
            switch segment.marker {
            case 0xDA:
                guard scans.count < JPEGHeader.maximumScans,
                    let scan = Scan(segment, frame: frame, tables: tables), missing.subtract(scan)
                else { return nil }
                scans.append(scan)
            case 0xC0, 0xC1, 0xC2: frameSegment = frameSegment ?? segment
            default:
                guard tables.define(segment) else { return nil }
                // Segments after the header of the first scan apply only to later scans.
                if scans.isEmpty, [0xDB, 0xE0, 0xEE].contains(segment.marker) {
                    header += segment.bytes
                }
            }
        }
        guard let frameSegment, !scans.isEmpty else { return nil }
        self.frame = frame
        self.scans = scans
        baselineHeader = header + Self.baselineHeader(of: frame, Array(frameSegment.payload.bytes))
        isComplete = missing.isEmpty
        hasEnd = segments.hasEnded
    }

    private static func baselineHeader(of frame: JPEGFrame, _ payload: [UInt8]) -> [UInt8] {
        var scan = [UInt8(frame.components.count)]
        for component in frame.components { scan += [UInt8(component.identifier), 0] }
        return JPEGSegments.Segment.bytes(0xC0, payload)
            + HuffmanTable.standardDC.segment(for: 0) + HuffmanTable.standardAC.segment(for: 0x10)
            + JPEGSegments.Segment.bytes(0xDA, scan + [0, 63, 0])
    }

    /// A description of the photo as if it had one scan.
    var asOneScan: JPEGScan? {
        baselineHeader.withUnsafeBytes { bytes in
            (try? JPEGHeader(bytes)).flatMap { JPEGScan(bytes, header: $0) }
        }
    }

    /// The first scan if it contains exactly the DC coefficients of all components; otherwise
    /// `nil`.
    var firstPreview: Scan? {
        scans.first.flatMap {
            $0.components.count == frame.components.count && $0.last == 0 ? $0 : nil
        }
    }
}

extension ScanList.Scan {
    fileprivate init?(_ segment: JPEGSegments.Segment, frame: JPEGFrame, tables: JPEGTables) {
        let payload = segment.payload
        guard let count = payload.byte(at: 0), (1...frame.components.count).contains(count),
            let first = payload.byte(at: 1 + count * 2), let last = payload.byte(at: 2 + count * 2),
            let bits = payload.byte(at: 3 + count * 2)
        else { return nil }
        var components: [Int] = []
        var dcTables: [HuffmanTable?] = []
        var acTable: HuffmanTable?
        for number in 0..<count {
            guard let identifier = payload.byte(at: 1 + number * 2),
                let selectors = payload.byte(at: 2 + number * 2),
                let index = frame.components.firstIndex(where: { $0.identifier == identifier }),
                components.last.map({ $0 < index }) ?? true
            else { return nil }
            components.append(index)
            dcTables.append(tables.huffman[UInt8(selectors >> 4)])
            acTable = tables.huffman[UInt8(selectors & 15 | 0x10)]
        }
        self.components = components
        self.dcTables = dcTables
        self.acTable = acTable
        self.first = frame.isProgressive ? first : 0
        self.last = frame.isProgressive ? last : 63
        isRefinement = frame.isProgressive && bits >> 4 > 0
        shift = frame.isProgressive ? bits & 15 : 0
        guard !isRefinement || bits >> 4 == shift + 1 else { return nil }
        restartInterval = tables.restartInterval
        dataOffset = segment.end
        guard isSound(isProgressive: frame.isProgressive) else { return nil }
    }

    /// Returns true if the scan obeys libjpeg's rules and all needed tables exist.
    private func isSound(isProgressive: Bool) -> Bool {
        guard first <= last, last < 64, shift <= 13 else { return false }
        let hasAC = last > 0
        let hasDC = first == 0
        // In a progressive frame, DC coefficients have their own scans, and AC coefficients one
        // scan per component.
        if isProgressive, hasDC == hasAC { return false }
        if isProgressive, hasAC, components.count != 1 { return false }
        // In a sequential frame, only scans of one component are supported.
        if !isProgressive, components.count != 1 { return false }
        if hasDC, !isRefinement, !dcTables.allSatisfy({ $0 != nil }) { return false }
        return !hasAC || acTable != nil
    }
}

/// The number of low bits of each coefficient that the scans so far have not provided.
///
/// A file whose scans do not fit together is left to libjpeg, which decodes the file with a
/// warning. libjpeg also smooths small photos whose coefficients stay incomplete.
private struct MissingBits {
    /// The number of missing bits, by component and coefficient; `nil` if no scan has contained the
    /// coefficient.
    private var bits: [[Int?]]

    init(components: Int) {
        bits = Array(repeating: Array(repeating: nil, count: 64), count: components)
    }

    /// Subtracts the bits of a scan; returns false if the scan may not follow the previous scans.
    mutating func subtract(_ scan: ScanList.Scan) -> Bool {
        for component in scan.components {
            for coefficient in scan.first...scan.last {
                let due = scan.isRefinement ? scan.shift + 1 : nil
                guard bits[component][coefficient] == due else { return false }
                bits[component][coefficient] = scan.shift
            }
        }
        return true
    }

    var isEmpty: Bool { bits.allSatisfy { $0.allSatisfy { $0 == 0 } } }
}
