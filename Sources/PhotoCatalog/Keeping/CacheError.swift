/// Why the cache keeps nothing more; what was asked for arrives all the same.
package enum CacheError: Error, Hashable, Sendable {
    case diskFull
    case notWritable
    /// The folder is a link, or somebody else's, or no folder.
    case notOurs
    /// In the system's words.
    case unusable(reason: String)
}
