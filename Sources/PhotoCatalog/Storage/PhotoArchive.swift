/// The archive of the user's searches, seen photos, favourites and bookmarks, which needs no
/// network.
package protocol PhotoArchive: Sendable {
    /// Returns earlier searches whose text begins with `prefix`: the latest first, each search
    /// once.
    func queries(beginningWith prefix: String, limit: Int) async throws(ArchiveFailure) -> [Query]

    func remember(_ query: Query) async throws(ArchiveFailure)

    /// Returns the favourites as they were when added, the latest first.
    func favourites() async throws(ArchiveFailure) -> [Photo]

    func favouriteIDs() async throws(ArchiveFailure) -> Set<PhotoID>

    func setFavourite(_ photo: Photo, _ isFavourite: Bool) async throws(ArchiveFailure)

    /// Stores the entries of listed photos, so that the user can find these photos offline.
    func remember(seen photos: [Photo]) async throws(ArchiveFailure)

    /// Returns previously seen photos that match `text`, the best matches first.
    ///
    /// A photo matches if each word of `text` is the beginning of one of the photo's words. If
    /// `text` has no words, all photos are returned, the last seen first. If `service` is not
    /// `nil`, only the service's photos are returned.
    func seen(
        matching text: String, of service: Service?, limit: Int
    ) async throws(ArchiveFailure) -> [Photo]

    /// Returns the bookmarks, the latest first.
    func bookmarks() async throws(ArchiveFailure) -> [Bookmark]

    /// Stores a bookmark; if the region already has a bookmark, that bookmark gets the new name.
    func keep(_ bookmark: Bookmark) async throws(ArchiveFailure)

    /// Deletes the bookmark for the photo and the region of `bookmark`.
    func forget(_ bookmark: Bookmark) async throws(ArchiveFailure)

    /// Returns a notice for the user; `nil` if there is no new notice.
    ///
    /// Each notice is returned only once.
    func notice() async -> ArchiveNotice?
}

extension PhotoArchive {
    /// Returns the favourites of a service, the latest first; all favourites if `service` is `nil`.
    package func favourites(of service: Service?) async throws(ArchiveFailure) -> [Photo] {
        let photos = try await favourites()
        return service.map { service in photos.filter { $0.id.service == service } } ?? photos
    }
}

/// A message of the archive for the user, which is shown once.
package enum ArchiveNotice: Hashable, Sendable {
    /// The archive was damaged and was moved to this path; a new archive was created.
    case wasReset(movedTo: String)
}

/// The reason why the archive cannot be used; the program continues without it.
package enum ArchiveFailure: Error, Hashable, Sendable {
    /// There is no location for the archive, because the user has no home folder.
    case noHomeFolder
    /// The archive was written by a newer version of the program, in another format.
    case newerVersion
    /// The archive's folder or file belongs to another user or has the wrong type.
    case notOurs(path: String)
    case isLink(path: String)
    /// The archive was damaged, and so is its replacement.
    case damagedAgain
    /// A database query takes longer, or returns more, than in any valid archive.
    case endless
    /// The system or the database reports an error; `reason` is the error's text, which must be
    /// sanitised before display.
    case unusable(reason: String)
}

/// An archive that stores nothing, for a user who has no home folder.
package struct DisabledArchive: PhotoArchive {
    package init() {}

    package func queries(
        beginningWith prefix: String, limit: Int
    ) async throws(ArchiveFailure) -> [Query] { throw .noHomeFolder }

    package func remember(_ query: Query) async throws(ArchiveFailure) { throw .noHomeFolder }

    package func favourites() async throws(ArchiveFailure) -> [Photo] { throw .noHomeFolder }

    package func favouriteIDs() async throws(ArchiveFailure) -> Set<PhotoID> { throw .noHomeFolder }

    package func setFavourite(
        _ photo: Photo, _ isFavourite: Bool
    ) async throws(ArchiveFailure) { throw .noHomeFolder }

    package func remember(seen photos: [Photo]) async throws(ArchiveFailure) { throw .noHomeFolder }

    package func seen(
        matching text: String, of service: Service?, limit: Int
    ) async throws(ArchiveFailure) -> [Photo] { throw .noHomeFolder }

    package func bookmarks() async throws(ArchiveFailure) -> [Bookmark] { throw .noHomeFolder }

    package func keep(_ bookmark: Bookmark) async throws(ArchiveFailure) { throw .noHomeFolder }

    package func forget(_ bookmark: Bookmark) async throws(ArchiveFailure) { throw .noHomeFolder }

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

/// The reason why the cache no longer stores anything; requests still succeed.
package enum CacheError: Error, Hashable, Sendable {
    case diskFull
    case notWritable
    /// The folder belongs to another user, or is not a folder.
    case notOurs
    case isLink
    /// The system reports an error; `reason` is the system's text.
    case unusable(reason: String)
}
