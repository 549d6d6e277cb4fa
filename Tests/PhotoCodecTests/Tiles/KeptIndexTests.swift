import Files
import Foundation
import Imaging
import PhotoCodec
import TestSupport
import Testing

/// The index of a photo's bits is stored for the next visit.
@Suite struct KeptIndexTests {
    private static func withFolder(_ body: (URL) throws -> Void) throws {
        let home = FileManager.default.temporaryDirectory
            .appending(path: "KeptIndex-\(UUID().uuidString)")
        let folder = home.appending(path: "index")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: home) }
        try body(folder)
    }

    private static func open(
        _ photo: URL, keptIn folder: URL
    ) throws -> any ImageSource {
        var means = TiledPhotos.means
        means.indexStore = DecodingOptions.indexStore(in: folder.path)
        return try ImageDecoder.open(PhotoBytes.open(path: photo.path), within: means)
    }

    /// Makes a first visit: returns the photo's pixels, after its index is stored.
    ///
    /// It is stored in the background after the last tile, unless the photo is closed before.
    private static func visit(
        _ photo: URL, keptIn folder: URL
    ) throws -> (pixels: Raster, index: URL) {
        let source = try open(photo, keptIn: folder)
        return try withExtendedLifetime(source) {
            (try source.whole(), try storedIndex(in: folder))
        }
    }

    private static func storedIndex(in folder: URL) throws -> URL {
        func name() -> String? {
            let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
            return names?.first { $0.hasSuffix(".index") }
        }
        _ = waitUntil(within: 60) { name() != nil }
        guard let name = name() else { throw CocoaError(.fileNoSuchFile) }
        return folder.appending(path: name)
    }

    @Test func givesTheSamePixelsOnTheNextVisit() throws {
        try Self.withFolder { folder in
            let photo = Folders.photos.appending(path: "Tiles/420.jpg")
            let (first, _) = try Self.visit(photo, keptIn: folder)
            let again = try Self.open(photo, keptIn: folder)
            #expect(try again.whole() == first)
            #expect(
                try again.whole(reducedBy: .sixteenth)
                    == Self.open(photo, keptIn: folder).whole(reducedBy: .sixteenth))
        }
    }

    /// Whatever happens to the file, no pixel is wrong: the photo is indexed again.
    @Test(arguments: [0, 40, 90, 5000])
    func isNotTrusted(place: Int) throws {
        try Self.withFolder { folder in
            let photo = Folders.photos.appending(path: "Tiles/420.jpg")
            let (first, index) = try Self.visit(photo, keptIn: folder)
            var bytes = [UInt8](try Data(contentsOf: index))
            bytes[min(place, bytes.count - 1)] ^= 0x40
            try Data(bytes).write(to: index)
            #expect(try Self.open(photo, keptIn: folder).whole() == first)
            try Data(bytes.prefix(bytes.count / 2)).write(to: index)
            #expect(try Self.open(photo, keptIn: folder).whole() == first)
        }
    }

    @Test("D6: nothing is stored or read through a link")
    func isNotKeptBehindALink() throws {
        try Self.withFolder { folder in
            let photo = Folders.photos.appending(path: "Tiles/420.jpg")
            let link = folder.deletingLastPathComponent().appending(path: "link")
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder)
            let store = DecodingOptions.indexStore(in: link.path)
            store.store(OpenFile(held: [1, 2, 3]), "a")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
            DecodingOptions.indexStore(in: folder.path).store(OpenFile(held: [1, 2, 3]), "a")
            #expect(store.load("a") == nil)
            #expect(DecodingOptions.indexStore(in: folder.path).load("a") == [1, 2, 3])
            #expect(try Self.open(photo, keptIn: link).whole().size.width > 0)
        }
    }

    /// A program killed while writing an index leaves a file that the next one removes.
    @Test func sweepsWhatWasNotFinished() throws {
        try Self.withFolder { folder in
            let left = folder.appending(path: "writing-999999999-1")
            try Data([1, 2, 3]).write(to: left)
            let photo = Folders.photos.appending(path: "Tiles/444.jpg")
            _ = try Self.visit(photo, keptIn: folder)
            #expect(!FileManager.default.fileExists(atPath: left.path))
        }
    }

    @Test func aPhotoThatIsCutOffIsWalkedEachTime() throws {
        try Self.withFolder { folder in
            let photo = folder.appending(path: "cut.jpg")
            let bytes = try TiledPhotos.bytes("420.jpg")
            try Data(bytes.prefix(bytes.count / 2)).write(to: photo)
            for _ in 0..<2 {
                let source = try Self.open(photo, keptIn: folder)
                _ = try source.whole()
                #expect(source.status.damage != nil)
            }
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(names == ["cut.jpg"])
        }
    }
}
