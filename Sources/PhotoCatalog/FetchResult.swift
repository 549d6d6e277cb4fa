/// What came from an address.
package struct FetchResult: Hashable, Sendable {
    package let bytes: [UInt8]
    package let freshness: Freshness

    package init(_ bytes: [UInt8], freshness: Freshness = .current) {
        self.bytes = bytes
        self.freshness = freshness
    }
}
