import Foundation
import Imaging
import Painting
import PhotoCodec
import TestSupport
import Testing

/// The committed collection: its index, and the pictures whose scenes are still here.
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
    @Test func theChartIsReproducedExactly() throws {
        let size = PixelSize(width: 1280, height: 960)
        let painter = Painter(try #require(DemoScene.named("chart")), size: size, seed: 1)
        let committed = try Places.picture(Places.demo.appending(path: "demo-chart~orig.png").path)
        #expect(committed.pixels.rgb == painter.strip(0..<size.height, samples: .rgb))
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

/// Paths of the tests' pictures.
enum Places {
    static let demo = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures/Demo")

    /// NASA's originals, which only some checkouts have beside them; `nil` elsewhere.
    static let photos: URL? = {
        let shared = ProcessInfo.processInfo.environment["NASA_VIEW_SHARED"].map {
            URL(filePath: $0)
        }
        let beside = demo.appending(path: "../../../shared").standardizedFileURL
        let folder = (shared ?? beside).appending(path: "nasa/photos/nivl")
        return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
    }()

    /// All pixels of a picture file.
    static func picture(_ path: String) throws -> Raster {
        let source = try ImageDecoder.open(PhotoBytes.open(path: path))
        return try source.pixels(of: PixelRect(source.size), reducedBy: .none).raster
    }
}
