/// What is in the cache.
package struct CacheContents: Hashable, Sendable {
    package let folder: String
    package let entries: Int
    package let bytes: Int
    package let limitBytes: Int
}
