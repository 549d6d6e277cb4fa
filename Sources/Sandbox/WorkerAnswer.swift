internal import Imaging

/// A worker's answer to a call, with its photo's status.
struct WorkerAnswer: Sendable {
    enum Outcome: Hashable, Sendable {
        case opened(PixelSize)
        /// The pixels are in the buffer that came with the call.
        case drawn(isOpaque: Bool)
        case answered(Bool)
        case failed(DecodingFailure)
    }

    let outcome: Outcome
    let status: ImageSourceStatus

    func message(for call: Int) -> Message {
        let kind: Message.Kind
        let numbers: [Int]
        switch outcome {
        case .opened(let size): (kind, numbers) = (.opened, [size.width, size.height])
        case .drawn(let isOpaque): (kind, numbers) = (.drawn, [isOpaque ? 1 : 0])
        case .answered(let isSo): (kind, numbers) = (.answered, [isSo ? 1 : 0])
        case .failed(let failure):
            return Message(kind: .failed, call: call, numbers: failure.numbers, text: failure.text)
        }
        return Message(
            kind: kind, call: call, numbers: numbers + status.numbers,
            text: status.damage?.reason ?? "")
    }

    init(_ outcome: Outcome, _ status: ImageSourceStatus) {
        self.outcome = outcome
        self.status = status
    }

    /// `nil` for a message that is no answer.
    init?(_ message: Message) {
        let numbers = message.numbers
        switch message.kind {
        case .opened where numbers.count > 2:
            outcome = .opened(PixelSize(width: numbers[0], height: numbers[1]))
        case .drawn where numbers.count > 1: outcome = .drawn(isOpaque: numbers[0] == 1)
        case .answered where numbers.count > 1: outcome = .answered(numbers[0] == 1)
        case .failed:
            guard let failure = DecodingFailure(numbers, text: message.text) else { return nil }
            outcome = .failed(failure)
            status = ImageSourceStatus()
            return
        default: return nil
        }
        let rest = numbers.dropFirst(message.kind == .opened ? 2 : 1)
        guard let status = ImageSourceStatus(rest, text: message.text) else { return nil }
        self.status = status
    }
}

/// What is asked of a photo: an area of it at a reduction.
struct PhotoRegion: Hashable, Sendable {
    let area: PixelRect
    let reduction: Reduction

    init(_ area: PixelRect, reducedBy reduction: Reduction) {
        self.area = area
        self.reduction = reduction
    }

    init?(_ numbers: [Int]) {
        guard numbers.count == 5, let reduction = Reduction(rawValue: numbers[4]) else {
            return nil
        }
        area = PixelRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        self.reduction = reduction
    }

    var numbers: [Int] {
        [area.minX, area.minY, area.size.width, area.size.height, reduction.rawValue]
    }

    /// The bytes of its pixels; `nil` if the number overflows.
    var byteCount: Int? {
        guard let area = area.size.area else { return nil }
        let (bytes, overflow) = area.multipliedReportingOverflow(by: Raster.bytesPerPixel)
        return overflow ? nil : bytes
    }
}

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
    /// In the same order at both ends.
    fileprivate static let all: [FileKind] = [
        .unknown, .jpeg, .png, .tiff, .gif, .webp, .heif, .jpegXL, .jpeg2000, .fits, .bmp, .svg,
        .pdf, .video, .gzip,
        .webPage, .json, .text, .empty,
    ]
}

/// A photo's status as the numbers that come with every answer of its worker.
extension ImageSourceStatus {
    private static let millionth = 1_000_000.0

    var numbers: [Int] {
        guard let figures else { return [damage == nil ? 0 : 1] }
        return [
            damage == nil ? 0 : 1, figures.tilesMade, figures.tilesAsked, figures.tilesFound,
            figures.tileBytes, figures.indexBytes, figures.spillBytes,
            Int(max(0, min(1, figures.fractionRead)) * Self.millionth),
        ]
    }

    /// `nil` if the numbers are not those of a status.
    init?(_ numbers: ArraySlice<Int>, text: String) {
        let numbers = Array(numbers)
        guard numbers.count == 1 || numbers.count == 8 else { return nil }
        self.init(damage: numbers[0] == 0 ? nil : Damage(reason: text))
        guard numbers.count == 8 else { return }
        figures = DecodeStatistics(
            tilesMade: numbers[1], tilesAsked: numbers[2], tilesFound: numbers[3],
            tileBytes: numbers[4], indexBytes: numbers[5], spillBytes: numbers[6],
            fractionRead: min(1, Double(numbers[7]) / Self.millionth))
    }
}

/// Facts on their way from a worker: one a line, three parts separated by tabs.
///
/// A hostile file may control the worker: there is a limit to what is read, and values are made safe
/// when they are shown.
enum FileFacts {
    /// A dozen values of 1,000 bytes at most, and their names.
    static let limitBytes = 16 << 10

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
