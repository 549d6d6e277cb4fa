internal import Imaging

/// The scans of a Huffman-coded JPEG in several scans: which coefficients each brings, and where.
struct ScanList: Sendable {
    struct Scan: Sendable {
        /// Places in the frame's list of components.
        let components: [Int]
        let dcTables: [HuffmanTable?]
        let acTable: HuffmanTable?
        /// The coefficients it brings, in zigzag order.
        let first: Int
        let last: Int
        /// Whether it adds a bit to coefficients that an earlier scan brought.
        let isRefinement: Bool
        /// By how many bits its coefficients are moved up.
        let shift: Int
        let restartInterval: Int
        let dataOffset: Int
    }

    let scans: [Scan]
    /// The segments that a decoder of the whole needs, in their order.
    let definitions: [[UInt8]]
    let frameSegment: [UInt8]
    private let components: Int
    /// Whether the scans bring every bit of every coefficient.
    let isComplete: Bool
    /// Whether the picture ends behind the last scan, where it should.
    let hasEnd: Bool

    /// Nil where a scan cannot be followed, there are too many, or something is missing.
    ///
    /// All of the file is looked through.
    init?(_ photo: PhotoBytes, frame: JPEGFrame) {
        var passed = PageReclaimer(of: photo)
        let script = photo.withUnsafeBytes { bytes in
            ScanList(bytes, frame: frame) { passed.pass($0) }
        }
        guard let script else { return nil }
        self = script
    }

    private init?(
        _ bytes: UnsafeRawBufferPointer, frame: JPEGFrame, passing: (_ offset: Int) -> Void
    ) {
        guard frame.isHuffmanCoded else { return nil }
        var scans: [Scan] = []
        var definitions: [[UInt8]] = []
        var frameSegment: [UInt8]?
        var tables = JPEGTables()
        var progression = Progression(components: frame.components.count)
        var walk = JPEGSegments(bytes)
        while let segment = walk.next() {
            passing(segment.offset)
            switch segment.marker {
            case 0xDA:
                guard scans.count < DecodingLimits.scans,
                    let scan = Scan(segment, frame: frame, tables: tables), progression.take(scan)
                else { return nil }
                scans.append(scan)
            case 0xC0, 0xC1, 0xC2:
                frameSegment = frameSegment ?? segment.payload.bytes.map { $0 }
            default:
                guard tables.take(segment) else { return nil }
                // Those behind the first scan's header are for scans that were not begun then.
                if scans.isEmpty, [0xDB, 0xE0, 0xEE].contains(segment.marker) {
                    definitions.append(Self.definition(segment))
                }
            }
        }
        guard let frameSegment, !scans.isEmpty else { return nil }
        self.scans = scans
        components = frame.components.count
        self.definitions = definitions
        self.frameSegment = frameSegment
        isComplete = progression.isComplete
        hasEnd = walk.hasEnded
    }

    /// The first scan, if it has the means of all components and nothing else.
    var sketch: Scan? {
        scans.first.flatMap { $0.components.count == components && $0.last == 0 ? $0 : nil }
    }

    private static func definition(_ segment: JPEGSegments.Segment) -> [UInt8] {
        let length = segment.payload.count + 2
        let head = [0xFF, UInt8(segment.marker), UInt8(length >> 8), UInt8(length & 0xFF)]
        return head + segment.payload.bytes
    }
}

extension ScanList.Scan {
    init?(_ segment: JPEGSegments.Segment, frame: JPEGFrame, tables: JPEGTables) {
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
                let place = frame.components.firstIndex(where: { $0.identifier == identifier }),
                components.last.map({ $0 < place }) ?? true
            else { return nil }
            components.append(place)
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
        dataOffset = segment.offset + 4 + payload.count
        guard isSound(isProgressive: frame.isProgressive) else { return nil }
    }

    /// Whether it can be followed: libjpeg's rules, and tables where they are needed.
    private func isSound(isProgressive: Bool) -> Bool {
        guard first <= last, last < 64, shift <= 13 else { return false }
        let hasAC = last > 0
        let hasDC = first == 0
        // In a progressive frame first coefficients come alone, the others component by component.
        if isProgressive, hasDC == hasAC { return false }
        if isProgressive, hasAC, components.count != 1 { return false }
        // Of several scans in a sequential frame only those of one component are known here.
        if !isProgressive, components.count != 1 { return false }
        if hasDC, !isRefinement, !dcTables.allSatisfy({ $0 != nil }) { return false }
        return !hasAC || acTable != nil
    }
}
