internal import Imaging

extension TIFFPage {
    /// Returns the pages of a file with one directory: this page and its bands, or a stack.
    func withPlanes(in reader: TIFFReader) -> [TIFFPage] {
        let stack = planesOfStack(in: reader)
        return stack.isEmpty ? [self] + bands : stack
    }

    /// The pages of the bands, if there are several; this page may show three bands as colours.
    private var bands: [TIFFPage] {
        let bands = main.samples.bands
        guard bands.count > 1 else { return [] }
        // A gray page already shows its first band.
        return bands.dropFirst(main.samples.isGray ? 1 : 0).map { band in
            var page = self
            page.main = main.ofBand(band)
            page.copies = copies.filter { $0.samples.bands == bands }.map { $0.ofBand(band) }
            return page
        }
    }

    /// Returns the consecutive planes of an ImageJ stack; empty for other files.
    ///
    /// For more than 4 GB, and on request, ImageJ writes one directory with the offset of the first
    /// plane. The description states the number of planes.
    private func planesOfStack(in reader: TIFFReader) -> [TIFFPage] {
        let blocks = main.blocks
        guard main.access == .plain, blocks.rows == 1, blocks.planes == 1,
            let stated = main.stackedPlanes,
            case let plane = blocks.rowBytes.multipliedReportingOverflow(by: main.size.height),
            !plane.overflow, blocks.blockBytes == plane.partialValue,
            let bytes = try? reader.byteRange(of: 0, in: reader.byteCount)
        else { return [] }
        // The last plane counts even if the file ends within it.
        let there = (reader.byteCount - bytes.lowerBound - 1) / blocks.blockBytes + 1
        return (0..<min(stated, there, DecodingLimits.photoParts)).map { number in
            var page = self
            page.main = main.inStack(at: number * blocks.blockBytes)
            page.copies = []
            return page
        }
    }
}

/// The text that ImageJ writes to a TIFF's description, with lines such as `images=10`.
enum ImageJDescription {
    /// The number of bytes searched; the first lines contain the numbers.
    private static let searchedBytes = 4096

    /// Returns the number of planes of a stack; `nil` for other texts and for single pictures.
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
