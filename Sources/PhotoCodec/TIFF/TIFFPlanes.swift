internal import Imaging

extension TIFFPage {
    /// The pages of a file that has one directory: this one; then its bands, or the further planes of a
    /// stack.
    func withPlanes(in reader: TIFFReader) -> [TIFFPage] {
        let stack = planesOfStack(in: reader)
        return stack.isEmpty ? [self] + bands : stack
    }

    /// One for each band, if it has several: the page itself may show three of them as colours.
    private var bands: [TIFFPage] {
        let numbers = main.samples.bands
        guard numbers.count > 1 else { return [] }
        // A gray page is its first band.
        return numbers.dropFirst(main.samples.isGray ? 1 : 0).map { band in
            var page = self
            page.main = main.ofBand(band)
            page.copies = copies.filter { $0.samples.bands == numbers }.map { $0.ofBand(band) }
            return page
        }
    }

    /// The planes of a stack of ImageJ's, which lie one behind the other; empty for other files.
    ///
    /// Beyond 4 GB, and if told to, it writes one directory with the first plane's place, and the number of
    /// planes in the description.
    private func planesOfStack(in reader: TIFFReader) -> [TIFFPage] {
        let blocks = main.blocks
        guard main.access == .plain, blocks.rows == 1, blocks.planes == 1,
            let told = main.stackedPlanes,
            case let plane = blocks.rowBytes.multipliedReportingOverflow(by: main.size.height),
            !plane.overflow, blocks.blockBytes == plane.partialValue,
            let place = try? reader.place(of: 0, in: reader.byteCount)
        else { return [] }
        // One that is cut off counts.
        let there = (reader.byteCount - place.lowerBound - 1) / blocks.blockBytes + 1
        return (0..<min(told, there, DecodingLimits.photoParts)).map { number in
            var page = self
            page.main = main.inStack(at: number * blocks.blockBytes)
            page.copies = []
            return page
        }
    }
}

/// The text that ImageJ writes into a TIFF's description: lines such as `images=10`.
enum ImageJDescription {
    /// The description is not searched further: the numbers stand in its first lines.
    private static let searchedBytes = 4096

    /// How many planes a stack has; `nil` for another description, or a single picture.
    static func planes(in text: UnsafePointer<CChar>) -> Int? {
        var start: [UInt8] = []
        while start.count < searchedBytes, text[start.count] != 0 {
            start.append(UInt8(bitPattern: text[start.count]))
        }
        let lines = start.split { $0 == 0x0A || $0 == 0x0D }
        guard lines.first?.starts(with: "ImageJ=".utf8) == true else { return nil }
        let line = lines.first { $0.starts(with: "images=".utf8) }
        let count = line.flatMap { Int(String(decoding: $0.dropFirst(7), as: UTF8.self)) }
        return count.flatMap { $0 > 1 ? $0 : nil }
    }
}
