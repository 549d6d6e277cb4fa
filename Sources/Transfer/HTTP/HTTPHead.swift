/// What a server says before the bytes, as far as anyone here asks.
struct HTTPHead: Hashable, Sendable {
    let status: Int
    let validator: HTTPValidator
    let cacheControl: CacheControl
    /// The place of the bytes in the file, of a 206.
    let contentRange: ContentRange?
    /// The length the server promised, unless the bytes come packed.
    let expectedBytes: Int?
}
