/// Gives pages of a mapped file back that somebody has walked past, so that it is never resident as a
/// whole.
struct PassedPages {
    /// Fewer bytes are not worth a call of the system.
    private static let strideBytes = 1 << 20

    private let bytes: PhotoBytes
    private var given = 0

    init(of bytes: PhotoBytes) { self.bytes = bytes }

    /// Tells that nobody reads before an offset for now.
    mutating func pass(_ offset: Int) {
        guard offset >= given + Self.strideBytes else { return }
        bytes.forgetPages(given..<offset)
        given = offset
    }
}
