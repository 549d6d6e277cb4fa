/// A file in the cache's folder, by what the folder says of it.
struct CacheFile: Hashable, Sendable {
    let name: String
    let byteCount: Int
    /// In nanoseconds of the clock on the wall.
    let lastUsed: Int64
}
