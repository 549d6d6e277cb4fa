import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Transfer

/// The version of an incomplete file, stored in a file beside it that others may have put there.
@Suite struct ResumeDataTests {
    private let folder: URL
    private let data: ResumeData
    private static let version = HTTPValidator(entityTag: "\"1\"", lastModified: nil)

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        data = ResumeData(
            path: FilePath(folder.appending(path: "a.tag").path),
            address: "https://example.org/a.jpg")
    }

    @Test func whatIsWrittenIsRead() {
        #expect(data.read() == nil)
        #expect(data.write(Self.version))
        #expect(data.read() == Self.version)
        // A shorter one leaves nothing of the longer one.
        #expect(data.write(HTTPValidator(entityTag: "\"\"", lastModified: nil)))
        #expect(data.read()?.entityTag == "\"\"")
        data.remove()
        #expect(data.read() == nil)
    }

    @Test func aLinkIsNotFollowed() throws {
        #expect(data.write(Self.version))
        let other = folder.appending(path: "other")
        try FileManager.default.moveItem(atPath: data.path.string, toPath: other.path)
        let before = try Data(contentsOf: other)
        try FileManager.default.createSymbolicLink(
            atPath: data.path.string, withDestinationPath: other.path)
        #expect(data.read() == nil)
        #expect(!data.write(HTTPValidator(entityTag: "\"2\"", lastModified: nil)))
        #expect(try Data(contentsOf: other) == before)
        data.remove()
        #expect(FileManager.default.fileExists(atPath: other.path))
    }

    @Test func aPipeIsNotWaitedFor() throws {
        #expect(mkfifo(data.path.string, 0o600) == 0)
        #expect(data.read() == nil)
        #expect(!data.write(Self.version))
    }

    @Test func aLongFileIsNone() throws {
        #expect(data.write(Self.version))
        let lines = try Data(contentsOf: URL(filePath: data.path.string))
        let room = (16 << 10) - lines.count
        for (extra, isRead) in [(room, true), (room + 1, false)] {
            // After the last line, which is empty.
            try (lines.dropLast() + Data(repeating: 0x61, count: extra) + Data("\n".utf8))
                .write(to: URL(filePath: data.path.string))
            #expect((data.read() != nil) == isRead)
        }
    }
}
