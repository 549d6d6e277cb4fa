/// Why a file was not saved; what came of it stays, and the next try goes on there.
package enum SavingFailure: Error, Hashable, Sendable {
    /// The library did not say which files there are.
    case looking(CatalogFailure)
    case fetching(FetchFailure)
    /// There is no file of this size; these there are.
    case noSuchSize(AssetSize, available: [AssetSize])
    case noFolder(path: String)
    case notWritable(path: String)
    case diskFull
    /// Another program is saving the same file.
    case busy(path: String)
    /// In the system's words.
    case unusable(reason: String)
}
