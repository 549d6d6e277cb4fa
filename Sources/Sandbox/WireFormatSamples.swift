internal import Imaging

/// The samples of a pixel in the form of words in a worker's message.
///
/// The first four words are the number of samples, the bits per sample, flags, and the length of
/// the unit's name. The flags combine the conversion for the screen, the kind of the position, and
/// the luminance. The bytes of the unit, the samples and the position follow.
extension PhotoSample {
    /// The maximum number of samples of a pixel.
    private static let maximumValues = 5
    private static let mostBits = 64
    /// The maximum length of a unit's name in ASCII, in bytes.
    private static let mostUnitBytes = 32
    private static let headWords = 4
    /// The highest luminance that a file can specify (ITU-R BT.2100), in thousandths of 1 cd/m².
    private static let mostLuminance = 10_000_000

    var words: [Int] {
        let unit = Array(unit.utf8.prefix(Self.mostUnitBytes))
        let thousandths = luminance.map { Int(min(max(0, $0), 10_000) * 1000 + 0.5) + 1 } ?? 0
        let flags = (isConverted ? 1 : 0) | (position?.kind ?? 0) << 1 | thousandths << 8
        return [values.count, bits, flags, unit.count] + unit.map { Int($0) }
            + values.flatMap(\.words) + (position?.words ?? [])
    }

    /// Creates a sample from the first words of a message; `nil` if the words are invalid.
    init?(words: [Int]) {
        guard words.count >= Self.headWords, (0...Self.maximumValues).contains(words[0]),
            (1...Self.mostBits).contains(words[1]), (0...Self.mostUnitBytes).contains(words[3])
        else { return nil }
        let start = Self.headWords + words[3]
        let end = start + words[0] * SampleValue.wordCount
        guard words.count >= end else { return nil }
        let kind = words[2] >> 1 & 127
        let thousandths = words[2] >> 8
        guard (0...Self.mostLuminance + 1).contains(thousandths) else { return nil }
        let position = PhotoPosition(kind: kind, words: words[end...])
        guard kind == 0 || position != nil else { return nil }
        let values = stride(from: start, to: end, by: SampleValue.wordCount).compactMap {
            SampleValue(words: words[$0..<($0 + SampleValue.wordCount)])
        }
        let unit = words[Self.headWords..<start]
        guard values.count == words[0], unit.allSatisfy((0x20..<0x7F).contains) else { return nil }
        self.init(
            values: values, bits: words[1], isConverted: words[2] & 1 == 1,
            unit: String(decoding: unit.map { UInt8($0) }, as: UTF8.self), position: position,
            luminance: thousandths == 0 ? nil : Double(thousandths - 1) / 1000)
    }
}

extension PhotoPosition {
    /// The maximum radius of a body with positions, in metres, which is larger than the Sun's.
    private static let largestRadius = 1e10

    fileprivate var kind: Int {
        switch self {
        case .equatorial: 1
        case .galactic: 2
        case .ground: 3
        }
    }

    fileprivate var words: [Int] {
        let radius = if case .ground(_, _, let radius) = self { radius } else { 0.0 }
        return [degrees.along, degrees.up, radius].flatMap { number in
            [Int(number.bitPattern >> 32), Int(number.bitPattern & 0xFFFF_FFFF)]
        }
    }

    /// Creates a position; `nil` if the words are invalid.
    fileprivate init?(kind: Int, words: ArraySlice<Int>) {
        let halves = words.prefix(6).map { UInt32(exactly: $0) }
        guard halves.count == 6, !halves.contains(nil) else { return nil }
        let values = stride(from: 0, to: 6, by: 2).map { index in
            Double(
                bitPattern: UInt64(halves[index] ?? 0) << 32 | UInt64(halves[index + 1] ?? 0))
        }
        guard (-360...360).contains(values[0]), (-90...90).contains(values[1]) else {
            return nil
        }
        switch kind {
        case 1: self = .equatorial(rightAscension: values[0], declination: values[1])
        case 2: self = .galactic(longitude: values[0], latitude: values[1])
        case 3 where values[2] > 0 && values[2] <= Self.largestRadius:
            self = .ground(north: values[1], east: values[0], radius: values[2])
        default: return nil
        }
    }
}

extension SampleValue {
    /// The number of words of a value: one for the kind and two for the halves of the bits.
    ///
    /// A word of a message has at most 48 bits.
    fileprivate static let wordCount = 3

    fileprivate var words: [Int] {
        switch self {
        case .integer(let number): Self.words(0, UInt64(bitPattern: Int64(number)))
        case .single(let number): Self.words(1, UInt64(number.bitPattern))
        case .double(let number): Self.words(2, number.bitPattern)
        case .missing: Self.words(3, 0)
        case .unsigned(let number): Self.words(4, number)
        }
    }

    private static func words(_ kind: Int, _ bits: UInt64) -> [Int] {
        [kind, Int(bits >> 32), Int(bits & 0xFFFF_FFFF)]
    }

    fileprivate init?(words: ArraySlice<Int>) {
        let (kind, high, low) = (
            words[words.startIndex], words[words.startIndex + 1], words[words.startIndex + 2]
        )
        guard let upper = UInt32(exactly: high), let lower = UInt32(exactly: low) else {
            return nil
        }
        switch kind {
        case 0: self = .integer(Int(Int64(bitPattern: UInt64(upper) << 32 | UInt64(lower))))
        case 1: self.init(Float(bitPattern: lower))
        case 2: self.init(Double(bitPattern: UInt64(upper) << 32 | UInt64(lower)))
        case 3: self = .missing
        case 4: self.init(UInt64(upper) << 32 | UInt64(lower))
        default: return nil
        }
    }
}
