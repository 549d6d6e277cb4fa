/// What the API says of a file's size: pixels are right for all but originals stored turned.
package struct DeclaredSize: Hashable, Sendable {
    package let width: Int
    package let height: Int
    /// Rounded, and by another rule for originals than for the rest: never a content length.
    package let approximateBytes: Int?

    init?(_ link: LinkEntity) {
        guard let width = link.width, let height = link.height, width > 0, height > 0 else {
            return nil
        }
        self.width = width
        self.height = height
        approximateBytes = link.bytes
    }

    /// Whether a file of that size takes much longer than one of the reduced ones: some 4 MB.
    var isLarge: Bool {
        let (area, overflow) = width.multipliedReportingOverflow(by: height)
        return overflow || area > 8_000_000
    }

    package var longerSide: Int { max(width, height) }
}
