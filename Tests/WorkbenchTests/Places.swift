import Foundation
import Imaging
import PhotoCodec
import TestSupport

/// Where the tests find the collection, and a folder of their own.
enum Places {
    static let demo = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures/Demo")

    /// All pixels of a picture file.
    static func picture(_ path: String) throws -> Raster {
        let source = try PhotoOpener.open(PhotoBytes.open(path: path))
        return try source.pixels(of: PixelRect(source.size), reducedBy: .none).raster
    }
}
