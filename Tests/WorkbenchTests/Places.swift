import Foundation
import Imaging
import PhotoCodec
import TestSupport

/// Where the tests find the collection, and a folder of their own.
enum Places {
    static let demo = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures/Demo")

    /// NASA's originals, which only some checkouts have beside them; nil elsewhere.
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
