internal import Imaging

/// The header of a binary PNM (netpbm's `pgm` and `ppm`, version 5) or PFM with one picture.
struct PNMHeader: Sendable {
    /// The format of a sample in the file.
    enum Samples: Sendable, Equatable {
        /// Integers of one byte or two big-endian bytes, up to `largest`.
        case codes(largest: Int)
        /// Single-precision floating-point numbers.
        case floats(isLittleEndian: Bool)

        var byteCount: Int {
            switch self {
            case .codes(let largest): largest < 256 ? 1 : 2
            case .floats: 4
            }
        }
    }

    let size: PixelSize
    let samples: Samples
    /// The number of channels: 1 for gray, or 3 for red, green and blue.
    let channels: Int
    /// The offset of the first pixel.
    let offset: Int

    /// The maximum size of a header in bytes: a header has few numbers, but may contain comments.
    private static let longestHead = 1 << 16
    /// The longest valid side, in pixels.
    private static let longestSide = 1 << 26
    private static let longestWord = 64

    /// Reads the header.
    ///
    /// - Throws: `.damaged` if the header is invalid, or `.tooLarge`.
    init(_ bytes: PhotoBytes) throws(DecodingFailure) {
        let head = bytes.withUnsafeBytes { Array($0.prefix(Self.longestHead)) }
        var words = Words(head)
        let isFloat = head.starts(with: "PF".utf8) || head.starts(with: "Pf".utf8)
        channels = head.starts(with: "PF".utf8) || head.starts(with: "P6".utf8) ? 3 : 1
        guard let width = words.number(), let height = words.number(), width > 0, height > 0,
            let samples = isFloat ? words.floats() : words.codes()
        else { throw .damaged(.badHeader) }
        self.samples = samples
        size = PixelSize(width: width, height: height)
        guard max(width, height) <= Self.longestSide,
            size.area ?? .max <= DecodingLimits.photoPixels
        else { throw .tooLarge(size) }
        offset = words.offset
    }

    var pixelBytes: Int { channels * samples.byteCount }
    var rowBytes: Int { size.width * pixelBytes }

    /// The words of a header, between blanks and comments.
    private struct Words {
        private let head: [UInt8]
        /// The offset after the blank that ends the last word.
        private(set) var offset = 2

        init(_ head: [UInt8]) { self.head = head }

        /// Reads a positive integer, such as a side or the largest sample; `nil` for other words.
        mutating func number() -> Int? { next().flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } }

        mutating func codes() -> Samples? {
            number().flatMap { $0 <= Int(UInt16.max) ? .codes(largest: $0) : nil }
        }

        /// Reads the scale, whose sign states the byte order; `nil` for other words.
        ///
        /// The absolute value of the scale is ignored.
        mutating func floats() -> Samples? {
            guard let scale = next().flatMap({ Double($0) }), scale != 0, scale.isFinite else {
                return nil
            }
            return .floats(isLittleEndian: scale < 0)
        }

        private mutating func next() -> String? {
            while offset < head.count, isBlank(head[offset]) || head[offset] == UInt8(ascii: "#") {
                if head[offset] == UInt8(ascii: "#") { skipLine() } else { offset += 1 }
            }
            let start = offset
            while offset < head.count, !isBlank(head[offset]) { offset += 1 }
            guard offset < head.count, start < offset, offset - start <= longestWord else {
                return nil
            }
            defer { offset += 1 }
            return String(decoding: head[start..<offset], as: UTF8.self)
        }

        private mutating func skipLine() {
            while offset < head.count, head[offset] != 0x0A, head[offset] != 0x0D { offset += 1 }
        }

        private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    }
}
