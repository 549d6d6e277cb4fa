internal import PhotoCatalog

/// What a server says before the bytes, as far as anyone here asks.
struct HTTPHead: Hashable, Sendable {
    let status: Int
    let validator: HTTPValidator
    let cacheControl: CacheControl
    /// The place of the bytes in the file, of a 206.
    let contentRange: ContentRange?
    /// The length the server promised, unless the bytes come packed.
    let expectedBytes: Int?

    /// Reads the headers, each by its name; all of them may lie.
    init(status: Int, expectedBytes: Int?, header: (String) -> String?) {
        self.status = status
        self.expectedBytes = expectedBytes
        validator = HTTPValidator(
            entityTag: header("ETag"), lastModified: header("Last-Modified"))
        cacheControl = CacheControl(
            header("Cache-Control"), ageSeconds: header("Age").flatMap { Int($0) })
        // With another status it says nothing (RFC 9110, section 14.4).
        contentRange = status == 206 ? header("Content-Range").flatMap(ContentRange.init) : nil
    }

    /// How far the whole file is when so many bytes of this reply are here.
    func progress(receivedBytes: Int, expectedBytes: Int?) -> FetchProgress {
        let earlier = contentRange?.first ?? 0
        return .receiving(
            bytes: earlier + receivedBytes, expected: expectedBytes.map { earlier + $0 })
    }
}
