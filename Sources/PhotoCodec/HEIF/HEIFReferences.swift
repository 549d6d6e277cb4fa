internal import Imaging

/// The references between the pictures of a HEIC or AVIF, such as from a grid to its tiles.
///
/// If a grid refers to itself, libheif 1.15 follows the reference with ever more threads, until the
/// program ends (found by the fuzzer).
struct HEIFReferences {
    /// The maximum number of inputs; 4,096 tiles of 512 × 512 pixels are a gigapixel.
    private static let mostParts = 1 << 14
    /// The longest chain of derivations; cameras write two: a grid, and its rotation or crop.
    private static let mostSteps = 8
    /// The maximum number of references of all kinds; a picture has few, for example to thumbnails.
    private static let mostReferences = 1 << 15

    private let reader: ByteReader
    /// The input pictures of each derived picture, in order.
    private(set) var parts: [Int: [Int]] = [:]
    /// The auxiliary pictures of each picture.
    private(set) var auxiliaries: [Int: [Int]] = [:]
    /// The items that belong to other items: inputs, thumbnails and auxiliary pictures.
    private(set) var dependents: Set<Int> = []
    private var references = 0

    /// Reads all boxes `iref`, at any depth (ISO/IEC 14496-12, "item reference").
    ///
    /// libheif also finds boxes at any depth, because it ignores the sizes of nested boxes.
    init(_ source: UnsafeRawBufferPointer) {
        reader = ByteReader(bytes: source)
        for index in 4..<max(4, source.count - 4) where source[index] == UInt8(ascii: "i") {
            if reader.starts(with: "iref", at: index) { readReferences(at: index, in: source) }
        }
    }

    private mutating func readReferences(at position: Int, in source: UnsafeRawBufferPointer) {
        guard let size = reader.uint32(at: position - 4),
            let version = reader.byte(at: position + 4)
        else {
            return
        }
        // A size of 1 means that the size follows in eight bytes; 0 means the remaining file.
        var offset = position + (size == 1 ? 16 : 8)
        let end = size > 1 ? min(source.count, position - 4 + size) : source.count
        while references <= Self.mostReferences,
            let next = readReference(at: offset, itemBytes: version == 0 ? 2 : 4), next <= end
        {
            offset = next
        }
    }

    /// Reads a reference.
    ///
    /// - Returns: the offset of the next reference; `nil` at the end of the file.
    private mutating func readReference(at offset: Int, itemBytes: Int) -> Int? {
        let reader = reader
        let item = { (offset: Int) in
            itemBytes == 2 ? reader.uint16(at: offset) : reader.uint32(at: offset)
        }
        guard let size = reader.uint32(at: offset),
            case let position = offset + (size == 1 ? 16 : 8),
            let from = item(position), let count = reader.uint16(at: position + itemBytes)
        else { return nil }
        references += 1
        let first = position + itemBytes + 2
        if reader.starts(with: "dimg", at: offset + 4) {
            let made = (0..<count).compactMap { item(first + $0 * itemBytes) }
            parts[from, default: []] += made
            dependents.formUnion(made)
        } else if reader.starts(with: "thmb", at: offset + 4)
            || reader.starts(with: "auxl", at: offset + 4)
        {
            dependents.insert(from)
            let isAuxiliary = reader.starts(with: "auxl", at: offset + 4)
            if isAuxiliary, let base = item(first) { auxiliaries[base, default: []].append(from) }
        }
        return first + count * itemBytes
    }

    /// True if no picture refers to itself, and the references do not exceed the limits.
    var areWithinLimits: Bool {
        var left = Self.mostParts
        return references <= Self.mostReferences
            && parts.keys.allSatisfy { canUnfold($0, &left, steps: 0) }
    }

    /// Returns the first coded picture that a derived picture is made of; `nil` if there is none.
    func firstInput(of item: Int) -> Int? {
        var input = parts[item]?.first
        for _ in 0..<Self.mostSteps {
            guard let derived = input, let next = parts[derived]?.first else { return input }
            input = next
        }
        return nil
    }

    private func canUnfold(_ item: Int, _ left: inout Int, steps: Int) -> Bool {
        for part in parts[item] ?? [] {
            left -= 1
            guard left >= 0, steps < Self.mostSteps, canUnfold(part, &left, steps: steps + 1)
            else { return false }
        }
        return true
    }
}
