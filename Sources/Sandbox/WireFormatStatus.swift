internal import Files
internal import Imaging

/// The properties of a photo's pages, as bits of a number in a worker's message.
struct WirePhotoTraits: Hashable, Sendable {
    let isAnimated: Bool
    /// True if the samples of a page may have more bits than the pixels.
    let mayBeHighBitDepth: Bool
    /// True if the pages have different sizes.
    let hasSizes: Bool
    /// True if the samples of the first page exceed white.
    let hasHighRange: Bool
    /// True if page 0 shows several bands as colours and the first band is page 1.
    let hasColourFirst: Bool
    /// True if samples have positions in the sky or on the ground.
    let hasPositions: Bool

    init(
        isAnimated: Bool, mayBeHighBitDepth: Bool, hasSizes: Bool, hasHighRange: Bool,
        hasColourFirst: Bool = false, hasPositions: Bool = false
    ) {
        self.isAnimated = isAnimated
        self.mayBeHighBitDepth = mayBeHighBitDepth
        self.hasSizes = hasSizes
        self.hasHighRange = hasHighRange
        self.hasColourFirst = hasColourFirst
        self.hasPositions = hasPositions
    }

    init(number: Int) {
        self.init(
            isAnimated: number & 1 != 0, mayBeHighBitDepth: number & 2 != 0,
            hasSizes: number & 4 != 0,
            hasHighRange: number & 8 != 0, hasColourFirst: number & 16 != 0,
            hasPositions: number & 32 != 0)
    }

    var number: Int {
        (isAnimated ? 1 : 0) | (mayBeHighBitDepth ? 2 : 0) | (hasSizes ? 4 : 0)
            | (hasHighRange ? 8 : 0) | (hasColourFirst ? 16 : 0)
            | (hasPositions ? 32 : 0)
    }
}

/// The status of a photo in the form of numbers in each reply of the worker.
extension ImageSourceStatus {
    private static let millionth = 1_000_000.0
    /// The numbers that mean no damage.
    private static let undamaged = [0, 0]

    var numbers: [Int] {
        let damage = damage?.numbers ?? Self.undamaged
        guard let statistics else { return damage }
        return damage + [
            statistics.tilesMade, statistics.tilesRequested, statistics.tilesFound,
            statistics.tileBytes,
            statistics.indexBytes, statistics.spillBytes,
            Int(max(0, min(1, statistics.fractionRead)) * Self.millionth),
        ]
    }

    /// Creates a status; `nil` if the numbers are invalid.
    init?(_ numbers: ArraySlice<Int>, text: String) {
        let numbers = Array(numbers)
        guard numbers.count == 2 || numbers.count == 9 else { return nil }
        let damage = Damage(numbers.prefix(2), text: text)
        guard damage != nil || numbers.starts(with: Self.undamaged) else { return nil }
        self.init(damage: damage)
        guard numbers.count == 9 else { return }
        statistics = DecodeStatistics(
            tilesMade: numbers[2], tilesRequested: numbers[3], tilesFound: numbers[4],
            tileBytes: numbers[5], indexBytes: numbers[6], spillBytes: numbers[7],
            fractionRead: min(1, Double(numbers[8]) / Self.millionth))
    }
}

/// An animation in a worker's message: 32 bits for the number of plays and for each delay; 0 plays
/// means endless.
extension PhotoAnimation {
    /// The maximum delay in milliseconds: one day, which also replaces longer delays.
    private static let longestDelay = 86_400_000

    static func byteCount(frames: Int) -> Int { (frames + 1) * 4 }

    var bytes: [UInt8] {
        ([plays ?? 0] + delays).flatMap { number in
            withUnsafeBytes(of: UInt32(clamping: number)) { Array($0) }
        }
    }

    /// Creates an animation from its bytes.
    ///
    /// - Precondition: there are bytes for at least one number.
    init(_ bytes: [UInt8]) {
        let numbers = bytes.withUnsafeBytes { source in
            (0..<(source.count / 4)).map {
                Int(source.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self))
            }
        }
        self.init(
            delays: numbers.dropFirst().map { min(max(1, $0), Self.longestDelay) },
            plays: numbers[0] == 0 ? nil : numbers[0])
    }
}

/// The sizes of pages in a worker's message: 32 bits for each side.
extension PageSet {
    static func byteCount(sizes count: Int) -> Int { count * 8 }

    var bytesOfSizes: [UInt8] {
        sizes.flatMap { [$0.width, $0.height] }.flatMap { side in
            withUnsafeBytes(of: UInt32(clamping: side)) { Array($0) }
        }
    }

    /// Creates the page set; `nil` if a size is not valid in a worker's message.
    init?(bytesOfSizes bytes: [UInt8]) {
        let sizes = bytes.withUnsafeBytes { source in
            (0..<(source.count / 8)).map { number in
                let side = {
                    Int(source.loadUnaligned(fromByteOffset: number * 8 + $0, as: UInt32.self))
                }
                return PixelSize(width: side(0), height: side(4))
            }
        }
        guard sizes.allSatisfy(PhotoWorker.isPlausible) else { return nil }
        self.init(sizes: sizes)
    }
}

/// Facts in a worker's message: one per line, with three fields separated by tabs.
///
/// A malicious file may control the worker. Therefore, the number of bytes is limited, and values
/// are sanitised for display.
enum FileFacts {
    /// The maximum number of bytes.
    ///
    /// The limit suffices for a dozen values of at most 1,000 bytes with their names, or for 3,000
    /// cards of a FITS file.
    static let limitBytes = 256 << 10

    static func bytes(of facts: [FileFact]) -> [UInt8] {
        let lines = facts.map { fact in
            [fact.group, fact.name, fact.value].map(oneLine).joined(separator: "\t") + "\n"
        }
        return Array(lines.joined().utf8.prefix(limitBytes))
    }

    /// Returns the facts in the bytes before the first zero byte.
    static func facts(in bytes: [UInt8]) -> [FileFact] {
        let text = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        return text.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: "\t").map(String.init)
            return parts.count == 3 ? FileFact(parts[0], parts[1], parts[2]) : nil
        }
    }

    private static func oneLine(_ text: String) -> String {
        String(text.map { $0.isNewline || $0 == "\t" || $0 == "\0" ? " " : $0 })
    }
}

/// The bytes of a rotated file in a buffer, which begins with the number of bytes.
enum TurnedBytes {
    static let headBytes = 8
    /// The maximum size of a file to rotate, in bytes, which is larger than any camera's photo.
    private static let largestFile = 256 << 20
    /// The number of spare bytes in a buffer; a file may grow when standard tables replace its own
    /// tables.
    private static let spareBytes = 1 << 20

    static func head(_ byteCount: Int) -> [UInt8] {
        withUnsafeBytes(of: Int64(byteCount).littleEndian) { Array($0) }
    }

    /// Returns the size of the buffer for a file; `nil` if the file is too large.
    static func limit(ofBytes byteCount: Int) -> Int? {
        byteCount > largestFile ? nil : headBytes + 2 * byteCount + spareBytes
    }

    /// Returns the bytes in a buffer; `nil` if their number is not valid.
    static func read(from buffer: Descriptor, limit: Int) -> [UInt8]? {
        guard let head = buffer.read(headBytes) else { return nil }
        let count = head.reversed().reduce(Int64(0)) { $0 << 8 | Int64($1) }
        guard let byteCount = Int(exactly: count), (1...(limit - headBytes)).contains(byteCount)
        else { return nil }
        return buffer.read(byteCount, at: headBytes)
    }
}
