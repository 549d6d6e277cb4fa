import Foundation
import Imaging
import PhotoCodec
import Testing

/// The committed collection: its index, and the sizes of its files.
struct DemoCollectionTests {
    private static let folder = Folders.package.appending(path: "Fixtures/Demo")

    private struct Index: Decodable {
        struct Collection: Decodable { let version: String, items: [Item] }
        struct Item: Decodable { let data: [Facts], links: [Link] }
        struct Facts: Decodable { let nasa_id: String, title: String, description: String }
        struct Link: Decodable {
            let rel: String, href: String
            let width: Int, height: Int, size: Int
        }
        let collection: Collection
    }

    private static func index() throws -> Index.Collection {
        let data = try Data(contentsOf: folder.appending(path: "collection.json"))
        return try JSONDecoder().decode(Index.self, from: data).collection
    }

    @Test func theIndexTellsTheTruth() throws {
        let collection = try Self.index()
        #expect(collection.version == "1.1")
        #expect(collection.items.count >= 14)
        for item in collection.items {
            let link = try #require(item.links.first)
            let file = Self.folder.appending(path: link.href)
            let size = try Opening.photo(file).size
            #expect(try Data(contentsOf: file).count == link.size, "\(link.href)")
            #expect(size == PixelSize(width: link.width, height: link.height), "\(link.href)")
        }
    }

    @Test func theFolderStaysSmall() throws {
        let total = try Self.index().items.reduce(0) { $0 + ($1.links.first?.size ?? 0) }
        #expect(total < 6_000_000)
    }
}
