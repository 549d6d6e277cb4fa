/// The port to what this user looked for, saw and kept; it needs no network.
package protocol PhotoArchive: Sendable {
    /// What was searched for with words that begin with `prefix`, the last first, each once.
    func queries(
        beginningWith prefix: String, limit: Int
    ) async throws(ArchiveFailure) -> [Query]

    func remember(_ query: Query) async throws(ArchiveFailure)

    /// The favourites as they were when they were kept, the last one first.
    func favourites() async throws(ArchiveFailure) -> [Photo]

    func favouriteIDs() async throws(ArchiveFailure) -> Set<PhotoID>

    /// Keeps a photo as a favourite, or no longer.
    func setFavourite(_ photo: Photo, _ isFavourite: Bool) async throws(ArchiveFailure)

    /// Keeps what is known of photos that came on the screen, so that they are found offline.
    func remember(seen photos: [Photo]) async throws(ArchiveFailure)

    /// Photos seen before that have all words of `text` or words that begin so, the best first.
    ///
    /// Without a word: all, the last seen first.
    func seen(matching text: String, limit: Int) async throws(ArchiveFailure) -> [Photo]

    /// Something the user should be told, once.
    func notice() async -> ArchiveNotice?
}
