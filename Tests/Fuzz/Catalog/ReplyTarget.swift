import Fuzzing

@testable import PhotoCatalog

/// A reply of the API: whatever it contains, the result has only the library's addresses.
enum ReplyTarget: FuzzTarget {
    static let name = "json"

    static func take(_ bytes: [UInt8]) throws {
        let site = LibrarySite.nasa
        if let collection = read(CollectionEntity.self, bytes) {
            try check(Page(collection, site: site))
        }
        if let manifest = read(ManifestEntity.self, bytes) {
            var reader = AddressReader(site: site)
            try manifest.hrefs.compactMap { reader.read($0) }.forEach(check)
        }
        if let metadata = read(MetadataEntity.self, bytes) {
            try expect(metadata.fields.count <= 1000, "too many fields")
        }
    }

    private static func read<Reply: Decodable>(_ type: Reply.Type, _ bytes: [UInt8]) -> Reply? {
        try? ReplyReader.read(type, from: bytes)
    }

    private static func check(_ page: Page) throws {
        try expect(page.skipped >= 0 && page.totalHits ?? 0 >= 0, "a negative number")
        if case .next(let cursor) = page.continuation { try check(cursor.address) }
        for photo in page.photos {
            try photo.links.map(\.address).forEach(check)
            try photo.manifest.map(check)
            try checkWhole(try checkKeeping(photo), is: photo)
        }
    }

    /// Checks that a stored photo is read back unchanged, except for rejected addresses, which are
    /// not stored.
    ///
    /// - Returns: the photo that was read back.
    @discardableResult
    static func checkKeeping(_ photo: Photo) throws -> Photo {
        let kept = PhotoSnapshot.photo(in: PhotoSnapshot.bytes(of: photo), site: .nasa)
        guard let kept else { throw BrokenPromise("it is not read back") }
        let addresses = photo.links.map(\.address)
        try expect(
            kept.id == photo.id && kept.links.map(\.address) == addresses, "it is kept as another")
        let again = PhotoSnapshot.photo(in: PhotoSnapshot.bytes(of: kept), site: .nasa)
        try expect(again == kept, "it changes each time it is kept")
        return kept
    }

    /// Checks that photos of the library are stored with all known details of their files, and
    /// their words.
    ///
    /// For other services, names of formats that no file has are not stored.
    private static func checkWhole(_ kept: Photo, is photo: Photo) throws {
        try expect(kept.links == photo.links, "other files")
        try expect(kept.texts == photo.texts && kept.credits == photo.credits, "other words")
    }

    private static func check(_ address: PhotoAddress) throws {
        try AddressTarget.expectOfTheLibrary(address)
    }
}
