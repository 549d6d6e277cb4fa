import Foundation
import PhotoCatalog
import Testing
import workbench

struct ResolvingTests {
    @Test func everyIdOfTheFixturesResolves() async throws {
        try await expectAllResolve(ItemStore(folders: [StandIn.fixtures]), atLeast: 25)
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: recorded), "no recorded replies"))
    func everyRecordedIdResolves() async throws {
        try await expectAllResolve(ItemStore(folders: [Self.recorded]), atLeast: 1000)
    }

    @Test func aNearIdIsNotTakenForTheOneAskedFor() async throws {
        let repository = try StandIn.repository(ItemStore(folders: [StandIn.fixtures]))
        let photo = try await repository.photo(id: PhotoID("FIX-0001"))
        #expect(photo.title == "A Lighthouse Under the Galaxy")
        await #expect(throws: CatalogFailure.noSuchPhoto(PhotoID("fix-0001"))) {
            try await repository.photo(id: PhotoID("fix-0001"))
        }
    }

    private static let recorded = PackageFolders.standard.recordedReplies

    private func expectAllResolve(_ shelf: ItemStore, atLeast count: Int) async throws {
        let repository = try StandIn.repository(shelf)
        let ids = shelf.items.map(\.id) + shelf.manifestIDs
        #expect(ids.count >= count)
        for id in ids.map({ PhotoID($0) }) {
            await expectResolves(id, in: repository, isPhoto: Self.isPhoto(id, in: shelf))
        }
    }

    private func expectResolves(
        _ id: PhotoID, in repository: NASAPhotoRepository, isPhoto: Bool
    ) async {
        do {
            let photo = try await repository.photo(id: id)
            let assets = try await repository.assets(of: photo)
            #expect(photo.id == id && isPhoto)
            #expect(!assets.all.isEmpty, "\(id) has no files")
        } catch CatalogFailure.notAPhoto(let other, _) {
            #expect(other == id && !isPhoto)
        } catch {
            Issue.record("\(id): \(error)")
        }
    }

    private static func isPhoto(_ id: PhotoID, in shelf: ItemStore) -> Bool {
        let href = shelf.item(id.text)?.json["href"]?.text ?? shelf.manifest(id.text)?.first ?? ""
        let type = shelf.item(id.text)?["media_type"]
        return type.map { $0 == "image" } ?? !(href.contains("/video/") || href.contains("/audio/"))
    }
}
