internal import Imaging

/// Failures as numbers and a text.
extension DecodingFailure {
    var numbers: [Int] {
        switch self {
        case .unsupported(let kind): [0, kind.number]
        case .damaged: [1]
        case .tooLarge(let size): [2, size.width, size.height]
        case .outOfMemory: [3]
        case .noRoom(let byteCount): [4, byteCount]
        case .decoderCrashed: [5]
        case .decoderStalled: [6]
        case .noDecoder: [7]
        // No worker reads a description of tiles.
        case .tiles: [5]
        }
    }

    var text: String {
        guard case .damaged(let reason) = self else { return "" }
        return reason
    }

    init?(_ numbers: [Int], text: String) {
        switch (numbers.first, numbers.count) {
        case (0, 2):
            guard let kind = FileKind(numbers[1]) else { return nil }
            self = .unsupported(kind: kind)
        case (1, 1): self = .damaged(reason: text)
        case (2, 3): self = .tooLarge(PixelSize(width: numbers[1], height: numbers[2]))
        case (3, 1): self = .outOfMemory
        case (4, 2): self = .noRoom(byteCount: numbers[1])
        case (5, 1): self = .decoderCrashed
        case (6, 1): self = .decoderStalled
        case (7, 1): self = .noDecoder
        default: return nil
        }
    }
}

extension FileKind {
    var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    init?(_ number: Int) {
        guard Self.allCases.indices.contains(number) else { return nil }
        self = Self.allCases[number]
    }
}
