internal import Imaging

/// The scans of a Huffman-coded JPEG in several scans: which coefficients each brings, and where.
struct ScanList: Sendable {
    struct Scan: Sendable {
        /// Indices in the frame's list of components.
        let components: [Int]
        let dcTables: [HuffmanTable?]
        let acTable: HuffmanTable?
        /// The coefficients it brings, in zigzag order.
        let first: Int
        let last: Int
        /// Whether it adds a bit to coefficients that an earlier scan brought.
        let isRefinement: Bool
        /// By how many bits its coefficients are shifted up.
        let shift: Int
        let restartInterval: Int
        let dataOffset: Int
    }

    let frame: JPEGFrame
    let scans: [Scan]
    /// The head of a file with the same coefficients in one scan: the photo's own quantisation and
    /// colours, and the standard's codes.
    let baselineHeader: [UInt8]
    /// Whether the scans bring every bit of every coefficient.
    let isComplete: Bool
    /// Whether the picture ends behind the last scan, as it should.
    let hasEnd: Bool

    /// Reads all of the file; `nil` if a scan cannot be followed, or there are too many.
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
                // Those behind the first scan's header are for scans that had not begun then.
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

    /// The photo as if it were in one scan.
    var asOneScan: JPEGScan? {
        baselineHeader.withUnsafeBytes { bytes in
            (try? JPEGHeader(bytes)).flatMap { JPEGScan(bytes, header: $0) }
        }
    }

    /// The first scan, if it has the DC coefficients of all components and nothing else.
    var sketch: Scan? {
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

    /// Whether it can be followed: libjpeg's rules, and the tables that it needs.
    private func isSound(isProgressive: Bool) -> Bool {
        guard first <= last, last < 64, shift <= 13 else { return false }
        let hasAC = last > 0
        let hasDC = first == 0
        // In a progressive frame DC coefficients come alone, the others component by component.
        if isProgressive, hasDC == hasAC { return false }
        if isProgressive, hasAC, components.count != 1 { return false }
        // Of several scans in a sequential frame only those of one component are supported.
        if !isProgressive, components.count != 1 { return false }
        if hasDC, !isRefinement, !dcTables.allSatisfy({ $0 != nil }) { return false }
        return !hasAC || acTable != nil
    }
}

/// How many low bits of each coefficient are still missing, as scans bring them.
///
/// Stricter than libjpeg, which goes on with a warning: what does not follow the standard is left to
/// libjpeg, and so is a small photo that never becomes complete, because libjpeg smooths it.
private struct MissingBits {
    /// By component and coefficient; `nil` before a scan brings anything of it.
    private var bits: [[Int?]]

    init(components: Int) {
        bits = Array(repeating: Array(repeating: nil, count: 64), count: components)
    }

    /// Subtracts what a scan brings; `false` if it cannot follow those before it.
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
