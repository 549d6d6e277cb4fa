/// The few places in a JPEG's header that the writer must find or change.
enum JPEGWriterHeader {
    private static let startOfFrame: UInt8 = 0xC0
    private static let startOfScan: UInt8 = 0xDA
    private static let restartInterval: UInt8 = 0xDD

    /// Where the entropy-coded bytes begin; nil if there is no scan.
    static func endOfHeader(in file: [UInt8]) -> Int? {
        segment(startOfScan, in: file).map(\.upperBound)
    }

    /// The header made for a whole picture: its height, and a restart interval before the scan.
    static func header(_ strip: [UInt8], height: Int, unitsPerStrip: Int) -> [UInt8]? {
        guard let frame = segment(startOfFrame, in: strip),
            let scan = segment(startOfScan, in: strip)
        else { return nil }
        var header = strip
        // FF C0, length (2), precision (1), height (2): ITU T.81, B.2.2.
        header.replaceSubrange((frame.lowerBound + 5)...(frame.lowerBound + 6), with: big(height))
        let restart = [0xFF, restartInterval, 0, 4] + big(unitsPerStrip)
        header.insert(contentsOf: restart, at: scan.lowerBound)
        return header
    }

    /// The marker that ends restart interval number `index`: they count to eight.
    static func restart(after index: Int) -> [UInt8] { [0xFF, 0xD0 + UInt8(index % 8)] }

    /// Where the first segment of that kind lies, its marker included.
    private static func segment(_ marker: UInt8, in file: [UInt8]) -> Range<Int>? {
        var start = 2  // after SOI
        while start + 4 <= file.count, file[start] == 0xFF {
            let end = start + 2 + Int(file[start + 2]) << 8 + Int(file[start + 3])
            guard end <= file.count else { return nil }
            if file[start + 1] == marker { return start..<end }
            start = end
        }
        return nil
    }

    private static func big(_ number: Int) -> [UInt8] {
        [UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF)]
    }
}
