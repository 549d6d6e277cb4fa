internal import PhotoCatalog

/// A reply or a picture as it is kept.
struct CacheEntry: Sendable {
    let header: CacheHeader
    let body: [UInt8]
    /// Since the server was last known to have this version; negative if a clock was turned back.
    let ageSeconds: Int

    /// Nil for what is not to be kept.
    init?(_ body: [UInt8], at address: PhotoAddress, _ head: HTTPHead, lifetimeSeconds: Int) {
        guard head.cacheControl.mayBeKept, !body.isEmpty,
            address.text.utf8.count <= CacheHeader.addressLimitBytes
        else { return nil }
        let header = CacheHeader(
            address: address.text, lifetimeSeconds: lifetimeSeconds, validator: head.validator,
            length: body.count, checksum: Checksum.of(body))
        self.init(header: header, body: body, ageSeconds: 0)
    }

    init(header: CacheHeader, body: [UInt8], ageSeconds: Int) {
        self.header = header
        self.body = body
        self.ageSeconds = ageSeconds
    }

    /// An entry from the future is none: the clock was wrong when it was kept, or is wrong now.
    var isFresh: Bool { (0..<header.lifetimeSeconds).contains(ageSeconds) }

    /// The name of the file for an address: nothing of the address is in it.
    static func name(of address: PhotoAddress) -> String { SHA256.hexadecimal(of: address.text) }
}
