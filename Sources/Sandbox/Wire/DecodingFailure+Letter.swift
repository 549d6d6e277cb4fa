internal import Imaging

/// Failures as numbers and a text.
extension DecodingFailure {
    var numbers: [Int] {
        switch self {
        case .unsupported(let kind): [0, FileKind.all.firstIndex(of: kind) ?? 0]
        case .damaged: [1]
        case .tooLarge(let size): [2, size.width, size.height]
        case .outOfMemory: [3]
        case .noRoom(let byteCount): [4, byteCount]
        case .decoderCrashed: [5]
        case .decoderStalled: [6]
        case .noDecoder: [7]
        }
    }

    var text: String {
        guard case .damaged(let reason) = self else { return "" }
        return reason
    }

    init?(_ numbers: [Int], text: String) {
        switch (numbers.first, numbers.count) {
        case (0, 2) where FileKind.all.indices.contains(numbers[1]):
            self = .unsupported(kind: FileKind.all[numbers[1]])
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
    /// In an order that both ends know.
    fileprivate static let all: [FileKind] = [
        .unknown, .jpeg, .png, .tiff, .gif, .webp, .heif, .jpegXL, .jpeg2000, .fits, .bmp, .svg,
        .pdf, .video, .gzip,
        .webPage, .json, .text, .empty,
    ]
}
