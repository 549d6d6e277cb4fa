import TestSupport

/// A few bytes of gzip (RFC 1952) that unpack to 16 MB of zeros and more.
///
/// The sums at the end are wrong: nobody is to come so far.
struct GzipBomb {
    /// How it is packed, as a server names it.
    let encoding: String
    let bytes: [UInt8]

    private static let head: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]

    static let once = GzipBomb(encoding: "gzip", bytes: zeros(runs: 1 << 16))

    /// Another one, packed again: eight codes of 13 bits are 13 bytes that come again and again.
    static let twice = {
        var outer = FixedDeflate()
        outer.append(zeros(runs: 16).prefix(head.count + 2 + 13))
        outer.copy(from: 13, runs: 1 << 10)
        return GzipBomb(encoding: "gzip, gzip", bytes: head + outer.bytes)
    }()

    private static func zeros(runs: Int) -> [UInt8] {
        var stream = FixedDeflate()
        stream.append([0])
        stream.copy(from: 1, runs: runs)
        return head + stream.bytes
    }
}
