import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Files

/// Names for finished files, on disks of all kinds.
@Suite struct FreeNameTests {
    private static func folder() throws -> URL {
        let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        return url
    }

    private static func name(in folder: URL) -> WishedName {
        WishedName(Array("a".utf8), ending: "jpg", in: FilePath(folder.path))
    }

    @Test func theFirstFreeNameIsGiven() throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        for (number, name) in ["a.jpg", "a-1.jpg"].enumerated() {
            let part = folder.appending(path: "part")
            try Data([UInt8(number)]).write(to: part)
            let path = try FreeName.give(FilePath(part.path), Self.name(in: folder))
            #expect(path.string == folder.appending(path: name).path)
            #expect(try Data(contentsOf: URL(filePath: path.string)) == Data([UInt8(number)]))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
    }

    /// A folder has no hard links, like files on some disks, and replaces no file.
    @Test func aNameThatCannotBeTakenIsLeftFree() throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let part = folder.appending(path: "part")
        try FileManager.default.createDirectory(at: part, withIntermediateDirectories: false)
        #expect(throws: (any Error).self) {
            try FreeName.give(FilePath(part.path), Self.name(in: folder))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["part"])
    }
}
