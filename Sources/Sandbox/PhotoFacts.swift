internal import Imaging

/// What the pictures of a photo are, as the bits of a number on its way from a worker.
struct WorkerPhotoTraits: Hashable, Sendable {
    let isAnimated: Bool
    /// Whether one of them may have numbers of more bits than its pixels.
    let mayBeDeep: Bool
    /// Whether they differ in size.
    let hasSizes: Bool

    init(isAnimated: Bool, mayBeDeep: Bool, hasSizes: Bool) {
        self.isAnimated = isAnimated
        self.mayBeDeep = mayBeDeep
        self.hasSizes = hasSizes
    }

    init(number: Int) {
        self.init(
            isAnimated: number & 1 != 0, mayBeDeep: number & 2 != 0, hasSizes: number & 4 != 0)
    }

    var number: Int { (isAnimated ? 1 : 0) | (mayBeDeep ? 2 : 0) | (hasSizes ? 4 : 0) }
}

/// A photo's status as the numbers that come with every answer of its worker.
extension ImageSourceStatus {
    private static let millionth = 1_000_000.0
    /// In place of damage.
    private static let intact = [0, 0]

    var numbers: [Int] {
        let damage = damage?.numbers ?? Self.intact
        guard let figures else { return damage }
        return damage + [
            figures.tilesMade, figures.tilesAsked, figures.tilesFound, figures.tileBytes,
            figures.indexBytes, figures.spillBytes,
            Int(max(0, min(1, figures.fractionRead)) * Self.millionth),
        ]
    }

    /// `nil` if the numbers are not those of a status.
    init?(_ numbers: ArraySlice<Int>, text: String) {
        let numbers = Array(numbers)
        guard numbers.count == 2 || numbers.count == 9 else { return nil }
        let damage = Damage(numbers.prefix(2), text: text)
        guard damage != nil || numbers.starts(with: Self.intact) else { return nil }
        self.init(damage: damage)
        guard numbers.count == 9 else { return }
        figures = DecodeStatistics(
            tilesMade: numbers[2], tilesAsked: numbers[3], tilesFound: numbers[4],
            tileBytes: numbers[5], indexBytes: numbers[6], spillBytes: numbers[7],
            fractionRead: min(1, Double(numbers[8]) / Self.millionth))
    }
}

/// An animation on its way from a worker: 32 bits for how often it is played, or 0 for ever, and for each
/// delay.
extension PhotoAnimation {
    /// For ever, or a day of frames: timers count in milliseconds.
    private static let longestDelay = 86_400_000

    static func byteCount(frames: Int) -> Int { (frames + 1) * 4 }

    var bytes: [UInt8] {
        ([plays ?? 0] + delays).flatMap { number in
            withUnsafeBytes(of: UInt32(clamping: number)) { Array($0) }
        }
    }

    /// - Precondition: there are the bytes of one number at least.
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

/// The sizes of pictures on their way from a worker: 32 bits for each side.
extension PhotoParts {
    static func byteCount(sizes count: Int) -> Int { count * 8 }

    var bytesOfSizes: [UInt8] {
        sizes.flatMap { [$0.width, $0.height] }.flatMap { side in
            withUnsafeBytes(of: UInt32(clamping: side)) { Array($0) }
        }
    }

    /// `nil` if one of them is none that a worker may report.
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

/// Facts on their way from a worker: one a line, three parts separated by tabs.
///
/// A hostile file may control the worker: there is a limit to what is read, and values are made safe
/// when they are shown.
enum FileFacts {
    /// A dozen values of 1,000 bytes at most, and their names; or 3,000 cards of a FITS file.
    static let limitBytes = 256 << 10

    static func bytes(of facts: [FileFact]) -> [UInt8] {
        let lines = facts.map { fact in
            [fact.group, fact.name, fact.value].map(oneLine).joined(separator: "\t") + "\n"
        }
        return Array(lines.joined().utf8.prefix(limitBytes))
    }

    /// The facts up to the first zero, which ends them.
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
