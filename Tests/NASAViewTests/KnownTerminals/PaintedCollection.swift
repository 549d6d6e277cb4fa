import Foundation
import Imaging
import TestSupport

/// Photos with known pixels, as a collection like the demo's.
enum PaintedCollection {
    struct Photo: Sendable {
        let id: String
        let title: String
        let raster: Raster
    }

    static let photos = [
        PixelSize(width: 1000, height: 640), PixelSize(width: 500, height: 900),
        PixelSize(width: 1200, height: 500), PixelSize(width: 900, height: 900),
        PixelSize(width: 960, height: 720),
    ].enumerated().map { number, size in
        Photo(
            id: "painted-\(number)", title: "Tiles no. \(number + 1)",
            raster: painted(size, seed: number))
    }

    /// Paints large tiles of 64 colours and small ones of two brightnesses, in a different order
    /// for each seed.
    ///
    /// They fit in any palette; a small copy is like a large one, but a view displaced by a pixel
    /// is not.
    private static func painted(_ size: PixelSize, seed: Int) -> Raster {
        Raster(size) { x, y in
            let (column, row) = (x / 100 &+ seed &* 5, y / 100 &+ seed &* 3)
            let colour = (column &* 37 &+ row &* 101 &+ column &* row &* 7) & 63
            let mark = (x / 10 &* 73 &+ y / 10 &* 151 &+ (x / 10) &* (y / 10) &* 29) >> 3 & 1
            func level(_ step: Int) -> UInt8 { UInt8(40 + (step & 3) * 60 - mark * 25) }
            return (level(colour), level(colour >> 2), level(colour >> 4))
        }
    }

    /// Written once for all stories.
    static let folder = Result { try write() }

    private static func write() throws -> String {
        let folder = CleanEnvironment.home.appending(path: "painted-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for photo in photos {
            let file = folder.appending(path: "\(photo.id)~orig.png")
            try Data(PlainPNG.bytes(of: photo.raster)).write(to: file)
        }
        let collection: [String: Any] = ["href": "collection.json", "items": photos.map(item)]
        try JSONSerialization.data(withJSONObject: ["collection": collection])
            .write(to: folder.appending(path: "collection.json"))
        return folder.path
    }

    private static func item(_ photo: Photo) -> [String: Any] {
        let data = [
            "nasa_id": photo.id, "title": photo.title, "media_type": "image", "center": "DEMO",
            "date_created": "2025-01-01T00:00:00Z", "description": "Tiles of many colours.",
        ]
        let original: [String: Any] = [
            "href": "\(photo.id)~orig.png", "rel": "canonical", "render": "image",
            "width": photo.raster.size.width, "height": photo.raster.size.height,
            "size": photo.raster.pixels.count,
        ]
        return ["href": "\(photo.id).json", "data": [data], "links": [original]]
    }
}
