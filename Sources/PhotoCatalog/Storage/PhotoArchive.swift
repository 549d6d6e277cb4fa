/// The port to this user's searches, seen photos and favourites; it needs no network.
package protocol PhotoArchive: Sendable {
    /// Earlier searches whose words begin with `prefix`, the last first, each once.
    func queries(beginningWith prefix: String, limit: Int) async throws(ArchiveFailure) -> [Query]

    func remember(_ query: Query) async throws(ArchiveFailure)

    /// The favourites as they were when they were added, the last one first.
    func favourites() async throws(ArchiveFailure) -> [Photo]

    func favouriteIDs() async throws(ArchiveFailure) -> Set<PhotoID>

    func setFavourite(_ photo: Photo, _ isFavourite: Bool) async throws(ArchiveFailure)

    /// Stores the entries of listed photos, so that they are found offline.
    func remember(seen photos: [Photo]) async throws(ArchiveFailure)

    /// Photos seen before that have all words of `text`, or words that begin so, the best first.
    ///
    /// Without a word: all, the last seen first. Of one service if it is named, else of all.
    func seen(
        matching text: String, of service: Service?, limit: Int
    ) async throws(ArchiveFailure) -> [Photo]

    /// The places that are kept, the last one first.
    func places() async throws(ArchiveFailure) -> [Bookmark]

    /// Keeps a place; one that is kept already gets the new name.
    func keep(_ place: Bookmark) async throws(ArchiveFailure)

    /// Forgets the place of that photo and view.
    func forget(_ place: Bookmark) async throws(ArchiveFailure)

    /// Something the user should know; given once.
    func notice() async -> ArchiveNotice?
}

extension PhotoArchive {
    /// The favourites of a service, or all if none is named; the last one first.
    package func favourites(of service: Service?) async throws(ArchiveFailure) -> [Photo] {
        let photos = try await favourites()
        return service.map { service in photos.filter { $0.id.service == service } } ?? photos
    }
}

/// An event of the archive that is reported once.
package enum ArchiveNotice: Hashable, Sendable {
    /// It was damaged and moved to this path; a new one was begun.
    case wasReset(movedTo: String)
}

/// The reason why the archive cannot be used; the program goes on without it.
package enum ArchiveFailure: Error, Hashable, Sendable {
    /// There is no place for it: the user has no home.
    case noPlace
    /// It was written by a newer version of the program, in another format.
    case newerVersion
    /// Its folder or its file is another user's, or not a folder or a file.
    case notOurs(path: String)
    case isLink(path: String)
    /// It was damaged, and so is the new one.
    case damagedAgain
    /// A query takes more steps than any archive needs.
    case endless
    /// In the system's or the database's words: to be sanitized before they are shown.
    case unusable(reason: String)
}

/// The archive of a user who has no place for one: nothing is kept.
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
        matching text: String, of service: Service?, limit: Int
    ) async throws(ArchiveFailure) -> [Photo] { throw .noPlace }

    package func places() async throws(ArchiveFailure) -> [Bookmark] { throw .noPlace }

    package func keep(_ place: Bookmark) async throws(ArchiveFailure) { throw .noPlace }

    package func forget(_ place: Bookmark) async throws(ArchiveFailure) { throw .noPlace }

    package func notice() async -> ArchiveNotice? { nil }
}

/// The contents of the disk cache.
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

/// The reason why the cache stores nothing further; requests still succeed.
package enum CacheError: Error, Hashable, Sendable {
    case diskFull
    case notWritable
    /// The folder is another user's, or no folder.
    case notOurs
    case isLink
    /// In the system's words.
    case unusable(reason: String)
}
