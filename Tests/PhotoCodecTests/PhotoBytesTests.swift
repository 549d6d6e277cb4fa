import Foundation
import Imaging
import PhotoCodec
import Testing

@Suite struct PhotoBytesTests {
    static func withFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "PhotoBytes-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    @Test(
        "P13: anything but a regular file with bytes is refused with its reason",
        arguments: [
            ("/nowhere/at/all.jpg", FileFailure.notFound), ("/dev/null/photo.jpg", .notFound),
            ("", .notFound), ("/", .isDirectory), ("/dev/zero", .notRegular),
            (Folders.photos.path, .isDirectory),
            (Folders.photos.appending(path: "empty.jpg").path, .empty),
        ])
    func refusesWhatIsNoFileWithBytes(path: String, failure: FileFailure) {
        #expect(throws: failure) { try PhotoBytes.open(path: path) }
    }

    @Test("P13: a pipe without a writer causes no wait")
    func doesNotWaitForTheWriterOfAPipe() throws {
        try Self.withFolder { folder in
            let pipe = folder.appending(path: "pipe.jpg").path
            #expect(mkfifo(pipe, 0o600) == 0)
            #expect(throws: FileFailure.notRegular) { try PhotoBytes.open(path: pipe) }
        }
    }

    @Test(.enabled(if: geteuid() != 0, "root may read everything"))
    func saysThatAFileMayNotBeRead() throws {
        try Self.withFolder { folder in
            let file = folder.appending(path: "secret.jpg")
            try Data([1]).write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: file.path)
            #expect(throws: FileFailure.notPermitted) { try PhotoBytes.open(path: file.path) }
        }
    }

    @Test func readsWhatTheFileHolds() throws {
        let place = Folders.photos.appending(path: "baseline.jpg")
        let expected = [UInt8](try Data(contentsOf: place))
        let bytes = try PhotoBytes.open(path: place.path)
        #expect(bytes.count == expected.count)
        #expect(bytes.withUnsafeBytes { Array($0) } == expected)
    }

    /// 70 MB, nearly all of it a hole after the photo: above the limit for reading.
    @Test func mapsALargeFile() throws {
        try Self.withFolder { folder in
            let file = folder.appending(path: "large.jpg")
            let photo = Folders.photos.appending(path: "baseline.jpg")
            try FileManager.default.copyItem(at: photo, to: file)
            #expect(truncate(file.path, 70 << 20) == 0)
            let bytes = try PhotoBytes.open(path: file.path)
            #expect(bytes.count == 70 << 20)
            let whole = try ImageDecoder.open(bytes).whole()
            #expect(whole == (try Opening.photo(photo).whole()))
        }
    }
}
