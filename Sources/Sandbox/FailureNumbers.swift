internal import Imaging

/// Failures of decoding in the form of a message's numbers and text.
extension DecodingFailure {
    var numbers: [Int] {
        switch self {
        case .unsupported(let kind): [0, kind.number]
        case .damaged(let damage): [1] + damage.numbers
        case .tooLarge(let size): [2, size.width, size.height]
        case .outOfMemory: [3]
        case .noRoom(let byteCount): [4, byteCount]
        case .decoderCrashed: [5]
        case .decoderStalled: [6]
        case .noDecoder: [7]
        // A worker reads no descriptions of tiles, but it waits for tiles, which may be missing.
        case .tiles: [8]
        }
    }

    var text: String {
        guard case .damaged(let damage) = self else { return "" }
        return damage.text
    }

    init?(_ numbers: [Int], text: String) {
        switch (numbers.first, numbers.count) {
        case (0, 2):
            guard let kind = FileKind(numbers[1]) else { return nil }
            self = .unsupported(kind: kind)
        case (1, 3):
            guard let damage = Damage(numbers.dropFirst(), text: text) else { return nil }
            self = .damaged(damage)
        case (2, 3): self = .tooLarge(PixelSize(width: numbers[1], height: numbers[2]))
        case (3, 1): self = .outOfMemory
        case (4, 2): self = .noRoom(byteCount: numbers[1])
        case (5, 1): self = .decoderCrashed
        case (6, 1): self = .decoderStalled
        case (7, 1): self = .noDecoder
        case (8, 1): self = .tiles(.missing)
        default: return nil
        }
    }
}

/// Damage in the form of two numbers and a text of a message.
extension Damage {
    /// The position of the case among all cases, starting at 1, and the associated count, or 0
    /// without a count.
    var numbers: [Int] {
        let index = Self.all(count: count, text: text).firstIndex(of: self) ?? 0
        return [index + 1, count]
    }

    private var count: Int {
        switch self {
        case .tooManyScans(let count), .missingTiles(let count): count
        default: 0
        }
    }

    var text: String {
        guard case .library(let text) = self else { return "" }
        return text
    }

    init?(_ numbers: ArraySlice<Int>, text: String) {
        guard let index = numbers.first, let count = numbers.dropFirst().first else { return nil }
        let all = Self.all(count: count, text: text)
        guard (1...all.count).contains(index) else { return nil }
        self = all[index - 1]
    }
}

extension FileKind {
    var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    init?(_ number: Int) {
        guard Self.allCases.indices.contains(number) else { return nil }
        self = Self.allCases[number]
    }
}
