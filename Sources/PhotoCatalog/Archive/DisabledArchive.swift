/// The archive of those who have no place for one: nothing is kept.
package struct DisabledArchive: PhotoArchive {
    package init() {}

    package func queries(
        beginningWith prefix: String, limit: Int
    ) async throws(ArchiveFailure) -> [Query] { throw .noPlace }

    package func remember(_ query: Query) async throws(ArchiveFailure) { throw .noPlace }

    package func favourites() async throws(ArchiveFailure) -> [Photo] { throw .noPlace }

    package func favouriteIDs() async throws(ArchiveFailure) -> Set<PhotoID> { throw .noPlace }

    package func setFavourite(
        _ photo: Photo, _ isFavourite: Bool
    ) async throws(ArchiveFailure) { throw .noPlace }

    package func remember(seen photos: [Photo]) async throws(ArchiveFailure) { throw .noPlace }

    package func seen(
        matching text: String, limit: Int
    ) async throws(ArchiveFailure) -> [Photo] { throw .noPlace }

    package func notice() async -> ArchiveNotice? { nil }
}
