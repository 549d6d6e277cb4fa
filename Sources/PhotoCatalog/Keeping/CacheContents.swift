/// What is in the cache.
package struct CacheContents: Hashable, Sendable {
    package let folder: String
    package let entries: Int
    package let bytes: Int
    package let limitBytes: Int

    package init(folder: String, entries: Int, bytes: Int, limitBytes: Int) {
        self.folder = folder
        self.entries = entries
        self.bytes = bytes
        self.limitBytes = limitBytes
    }
}
