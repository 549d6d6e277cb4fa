/// The archive of the user's searches, seen photos, favourites and bookmarks; it needs no network.
package protocol PhotoArchive: Sendable {
    /// Returns earlier searches whose words begin with `prefix`, the latest first, each once.
    func queries(beginningWith prefix: String, limit: Int) async throws(ArchiveFailure) -> [Query]

    func remember(_ query: Query) async throws(ArchiveFailure)

    /// Returns the favourites in the state in which they were added, the latest first.
    func favourites() async throws(ArchiveFailure) -> [Photo]

    func favouriteIDs() async throws(ArchiveFailure) -> Set<PhotoID>

    func setFavourite(_ photo: Photo, _ isFavourite: Bool) async throws(ArchiveFailure)

    /// Stores the entries of listed photos, so that they can be found offline.
    func remember(seen photos: [Photo]) async throws(ArchiveFailure)

    /// Returns photos seen before whose words begin with each word of `text`, the best matches
    /// first.
    ///
    /// Without words, all photos are returned, the last seen first. If `service` is given, only its
    /// photos are returned.
    func seen(
        matching text: String, of service: Service?, limit: Int
    ) async throws(ArchiveFailure) -> [Photo]

    /// Returns the bookmarks, the latest first.
    func places() async throws(ArchiveFailure) -> [Bookmark]

    /// Stores a bookmark; an existing bookmark of the region gets the new name.
    func keep(_ bookmark: Bookmark) async throws(ArchiveFailure)

    /// Deletes the bookmark of the photo and region of `place`.
    func forget(_ place: Bookmark) async throws(ArchiveFailure)

    /// Returns a notice for the user, and returns each notice only once.
    func notice() async -> ArchiveNotice?
}

extension PhotoArchive {
    /// Returns the favourites of a service, or all favourites for `nil`, the latest first.
    package func favourites(of service: Service?) async throws(ArchiveFailure) -> [Photo] {
        let photos = try await favourites()
        return service.map { service in photos.filter { $0.id.service == service } } ?? photos
    }
}

/// An event of the archive that is reported once.
package enum ArchiveNotice: Hashable, Sendable {
    /// The archive was damaged and was moved to this path; a new one was created.
    case wasReset(movedTo: String)
}

/// The reason why the archive cannot be used; the program continues without it.
package enum ArchiveFailure: Error, Hashable, Sendable {
    /// There is no location for the archive, because the user has no home folder.
    case noPlace
    /// The archive was written by a newer version of the program, in another format.
    case newerVersion
    /// The archive's folder or file belongs to another user, or is not a folder or a file.
    case notOurs(path: String)
    case isLink(path: String)
    /// The archive was damaged, and the new one is damaged, too.
    case damagedAgain
    /// A query takes more steps than any valid archive requires.
    case endless
    /// The reason is in the words of the system or the database, and must be sanitised before
    /// display.
    case unusable(reason: String)
}

/// An archive that stores nothing, for a user who has no home folder.
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

    package func keep(_ bookmark: Bookmark) async throws(ArchiveFailure) { throw .noPlace }

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

/// The reason why the cache has stopped storing; requests still succeed.
package enum CacheError: Error, Hashable, Sendable {
    case diskFull
    case notWritable
    /// The folder belongs to another user, or is not a folder.
    case notOurs
    case isLink
    /// The reason is in the system's words.
    case unusable(reason: String)
}
