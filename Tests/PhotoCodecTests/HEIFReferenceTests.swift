import Testing

@testable import PhotoCodec

/// The references between a HEIC's pictures, before libheif follows them.
@Suite struct HEIFReferenceTests {
    /// Each picture, and its parts.
    typealias Made = [(of: Int, parts: [Int])]

    @Test(
        arguments: [
            ("nothing is made of others", [], true),
            ("a grid of tiles", [(9, [1, 2, 3, 4])], true),
            ("a grid of 4,096 tiles, turned", [(1, [2]), (2, Array(3..<4099))], true),
            ("tiles used twice", [(1, [3, 3]), (2, [3])], true),
            ("made of itself", [(2, [2])], false),
            ("made of each other", [(1, [2]), (2, [1])], false),
            ("twice as many at each of five steps", (1...5).map { ($0, [$0 + 1, $0 + 1]) }, true),
            (
                "30 times as many at each of five steps",
                (1...5).map { ($0, Array(repeating: $0 + 1, count: 30)) }, false
            ),
            ("a chain of twenty", (1...20).map { ($0, [$0 + 1]) }, false),
        ] as [(String, Made, Bool)], [2, 4])
    func picturesAreMadeOfFewOthers(row: (String, Made, Bool), itemBytes: Int) {
        let boxes = row.1.flatMap { Self.box("dimg", $0.of, $0.parts, itemBytes) }
        let file =
            Array("....ftyp".utf8)
            + Self.references(Self.box("cdsc", 7, [7], itemBytes) + boxes, isLong: itemBytes == 4)
            + Array("....mdat iref".utf8)
        let areWithinLimits = file.withUnsafeBytes { HEIFReferences($0).areWithinLimits }
        #expect(areWithinLimits == row.2, "\(row.0)")
    }

    /// Returns a box of references, whose version gives the length of an item.
    private static func references(_ boxes: [UInt8], isLong: Bool) -> [UInt8] {
        number(12 + boxes.count, 4) + Array("iref".utf8) + [isLong ? 1 : 0, 0, 0, 0] + boxes
    }

    private static func box(
        _ kind: String, _ item: Int, _ parts: [Int], _ itemBytes: Int
    ) -> [UInt8] {
        number(10 + itemBytes * (1 + parts.count), 4) + Array(kind.utf8) + number(item, itemBytes)
            + number(parts.count, 2) + parts.flatMap { number($0, itemBytes) }
    }

    private static func number(_ value: Int, _ bytes: Int) -> [UInt8] {
        (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
