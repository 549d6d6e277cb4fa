import Foundation
import Imaging
import Painting
import PhotoCodec
import TestSupport
import Testing

/// The committed collection is what `workbench paint --demo` paints.
struct DemoCollectionTests {
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
        let data = try Data(contentsOf: Places.demo.appending(path: "collection.json"))
        return try JSONDecoder().decode(Index.self, from: data).collection
    }

    @Test func theIndexTellsTheTruth() throws {
        let collection = try Self.index()
        #expect(collection.version == "1.1")
        #expect(collection.items.count >= 14)
        for item in collection.items {
            let link = try #require(item.links.first)
            let bytes = try Data(contentsOf: Places.demo.appending(path: link.href))
            let path = Places.demo.appending(path: link.href).path
            let size = try ImageDecoder.open(PhotoBytes.open(path: path)).size
            #expect(bytes.count == link.size, "\(link.href)")
            #expect(size == PixelSize(width: link.width, height: link.height), "\(link.href)")
        }
    }

    @Test func theFolderStaysSmall() throws {
        let total = try Self.index().items.reduce(0) { $0 + ($1.links.first?.size ?? 0) }
        #expect(total < 6_000_000)
    }

    // Pixels, not bytes: another zlib or libjpeg may store the same picture otherwise.
    @Test func theThumbnailIsReproducedExactly() throws {
        let painter = Painter(
            try #require(DemoScene.named("comet")), size: PixelSize(width: 96, height: 64), seed: 2)
        let committed = try Places.picture(
            Places.demo.appending(path: "demo-thumbnail~orig.png").path)
        let painted = painter.strip(0..<64, samples: .rgb)
        #expect(committed.pixels.rgb == painted)
    }

    @Test func theMoonIsReproducedAsFarAsItsCompressionGoes() throws {
        let size = PixelSize(width: 1600, height: 1200)
        let painter = Painter(try #require(DemoScene.named("moon")), size: size, seed: 1)
        let committed = try Places.picture(Places.demo.appending(path: "demo-moon~orig.jpg").path)
        let rows = 600..<602
        let painted = painter.strip(rows, samples: .gray)
        let start = rows.lowerBound * size.width * Raster.bytesPerPixel
        let apart = painted.indices.map { index in
            abs(Int(painted[index]) - Int(committed.pixels[start + index * Raster.bytesPerPixel]))
        }
        #expect(Double(apart.reduce(0, +)) / Double(apart.count) < 3)
    }
}

extension [UInt8] {
    /// Four samples a pixel, without the fourth.
    fileprivate var rgb: [UInt8] {
        stride(from: 0, to: count, by: 4).flatMap { self[$0..<($0 + 3)] }
    }
}
