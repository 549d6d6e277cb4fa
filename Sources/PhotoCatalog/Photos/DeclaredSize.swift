/// What the API says of a file's size: pixels are right for all but originals stored turned.
package struct DeclaredSize: Hashable, Sendable {
    package let width: Int
    package let height: Int
    /// Rounded, and by another rule for originals than for the rest: never a content length.
    package let approximateBytes: Int?

    /// Nil where nothing is declared, or what no photo has that could be opened.
    init?(_ link: LinkEntity) {
        guard let width = link.width, let height = link.height,
            (1...Self.sideLimit).contains(width), (1...Self.sideLimit).contains(height),
            width * height <= Self.areaLimit
        else { return nil }
        self.width = width
        self.height = height
        approximateBytes = link.bytes.flatMap { $0 < 0 ? nil : $0 }
    }

    /// The longest side of a PNG, by libpng; a JPEG has 65,535 at most.
    private static let sideLimit = 1_000_000
    /// The pixels of the largest photo that is opened, as `DecodingLimits` has it.
    private static let areaLimit = 2 << 30

    /// Whether a file of that size takes much longer than one of the reduced ones: some 4 MB.
    var isLarge: Bool { width * height > 8_000_000 }

    package var longerSide: Int { max(width, height) }
}
