import Foundation
import PhotoCatalog
import StandIn
import Testing
import Transfer

/// The whole path over HTTP: an ID, its photo, its files, their bytes.
@Suite(.timeLimit(.minutes(10)))
struct LibraryServerTests {
    @Test func everyPhotoOfTheFixturesArrives() async throws {
        let store = ItemStore(folders: [PackageFolders.standard.fixtureReplies])
        try await Self.serving(store) { client in
            let repository = NASAPhotoRepository(fetcher: client.fetcher, site: client.site)
            for item in store.items where item.mediaType == "image" {
                let photo = try await repository.photo(id: PhotoID(item.id))
                let assets = try await repository.assets(of: photo)
                let choice = try assets.largest()
                #expect(choice.passedOver == nil)
                #expect((choice.asset.format == .tiff) == item.id.hasPrefix("FIX-TIFF"))
                // No picture replaces a TIFF.
                guard choice.asset.format != .tiff else { continue }
                let bytes = try await client.fetcher.bytes(at: choice.asset.address, for: .photo)
                #expect(bytes.starts(with: [0x89, 0x50]) || bytes.starts(with: [0xFF, 0xD8]))
            }
        }
    }

    @Test func aCutPictureIsTriedAgain() async throws {
        let faults = ServedFaults(
            delayMilliseconds: 1, fail: .none, cut: try #require(Ratio(argument: "1/2")))
        let store = ItemStore(folders: [PackageFolders.standard.fixtureReplies])
        try await Self.serving(store, faults) { client in
            let reply = try await client.bytes("/asset/FIX-0001")
            #expect(reply.starts(with: Array("{".utf8)))
        }
    }

    @Test func aServerInTroubleIsTriedAgain() async throws {
        let faults = ServedFaults(
            delayMilliseconds: 0, fail: try #require(Ratio(argument: "2/3")), cut: .none)
        let store = ItemStore(folders: [PackageFolders.standard.fixtureReplies])
        try await Self.serving(store, faults) { client in
            let reply = try await client.bytes("/asset/FIX-0001")
            #expect(reply.starts(with: Array("{".utf8)))
        }
    }

    private static func serving(
        _ store: ItemStore, _ faults: ServedFaults = .none,
        _ body: @Sendable (TestClient) async throws -> Void
    ) async throws {
        let server = LibraryServer(
            store, PictureStore(folders: PackageFolders.standard.pictures), faults: faults)
        let (addresses, found) = AsyncStream<String>.makeStream()
        let task = Task { try await server.run(port: 0) { found.yield($0) } }
        defer { task.cancel() }
        for await address in addresses {
            return try await body(TestClient(address: address))
        }
    }
}
