import Foundation
import PhotoCatalog
import Testing
import Transfer
import workbench

/// The whole way over HTTP: an id, its photo, its files, their bytes.
@Suite(.timeLimit(.minutes(10)))
struct LibraryServerTests {
    @Test func everyPhotoOfTheFixturesArrives() async throws {
        let shelf = ItemStore(folders: [PackageFolders.standard.fixtureReplies])
        try await Self.serving(shelf) { asked in
            let repository = NASAPhotoRepository(fetcher: asked.fetcher, site: asked.site)
            for item in shelf.items where item.mediaType == "image" {
                let photo = try await repository.photo(id: PhotoID(item.id))
                let assets = try await repository.assets(of: photo)
                guard let choice = try? assets.largest() else {
                    #expect(item.id == "FIX-TIFF-ONLY")
                    continue
                }
                let bytes = try await asked.fetcher.bytes(at: choice.asset.address, for: .photo)
                #expect(bytes.starts(with: [0x89, 0x50]) || bytes.starts(with: [0xFF, 0xD8]))
                #expect(choice.passedOver == nil || item.id == "FIX-TIFF-1")
            }
        }
    }

    @Test func aCutPictureIsTriedAgain() async throws {
        let faults = ServedFaults(
            delayMilliseconds: 1, fail: .none, cut: try #require(Ratio(argument: "1/2")))
        let shelf = ItemStore(folders: [PackageFolders.standard.fixtureReplies])
        try await Self.serving(shelf, faults) { asked in
            let reply = try await asked.bytes("/asset/FIX-0001")
            #expect(reply.starts(with: Array("{".utf8)))
        }
    }

    @Test func aServerInTroubleIsTriedAgain() async throws {
        let faults = ServedFaults(
            delayMilliseconds: 0, fail: try #require(Ratio(argument: "2/3")), cut: .none)
        let shelf = ItemStore(folders: [PackageFolders.standard.fixtureReplies])
        try await Self.serving(shelf, faults) { asked in
            let reply = try await asked.bytes("/asset/FIX-0001")
            #expect(reply.starts(with: Array("{".utf8)))
        }
    }

    private static func serving(
        _ shelf: ItemStore, _ faults: ServedFaults = .none,
        _ body: @Sendable (Asked) async throws -> Void
    ) async throws {
        let server = LibraryServer(shelf, PictureStore(folders: []), faults: faults)
        let (addresses, found) = AsyncStream<String>.makeStream()
        let task = Task { try await server.run(port: 0) { found.yield($0) } }
        defer { task.cancel() }
        for await address in addresses {
            return try await body(Asked(address: address))
        }
    }
}
