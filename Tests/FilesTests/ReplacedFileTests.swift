import Files
import Foundation
import SystemPackage
import Testing

/// A file that gets other bytes.
@Suite struct ReplacedFileTests {
    private static func folder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("old".utf8).write(to: folder.appending(path: "a.jpg"))
        return folder
    }

    private static func text(_ file: URL) throws -> String {
        String(decoding: try Data(contentsOf: file), as: UTF8.self)
    }

    @Test func itKeepsItsModeAndNothingIsLeftBesideIt() throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "a.jpg")
        chmod(file.path, 0o640)
        #expect(try ReplacedFile.replace(FilePath(file.path), by: Array("new".utf8)) { true })
        #expect(try Self.text(file) == "new")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.jpg"])
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
        #expect(mode as? Int == 0o640)
    }

    @Test func aFileThatWasChangedMeanwhileStays() throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "a.jpg")
        #expect(try !ReplacedFile.replace(FilePath(file.path), by: Array("new".utf8)) { false })
        #expect(try Self.text(file) == "old")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.jpg"])
    }

    @Test func aLinkStaysALinkToTheReplacedFile() throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let link = folder.appending(path: "link.jpg")
        try FileManager.default.createSymbolicLink(
            atPath: link.path, withDestinationPath: folder.path + "/a.jpg")
        #expect(try ReplacedFile.replace(FilePath(link.path), by: Array("new".utf8)) { true })
        #expect(try Self.text(folder.appending(path: "a.jpg")) == "new")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) != "")
    }
}
