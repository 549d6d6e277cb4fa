import Files
import Foundation
import Testing

@Suite struct SecureDirectoryTests {
    private let home = FileManager.default.temporaryDirectory
        .appending(path: "SecureDirectory-\(UUID().uuidString)")

    private func withHome(_ body: () throws -> Void) throws {
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: home) }
        try body()
    }

    private func folder(_ path: String, ownNames: Int = 2) throws -> SecureDirectory {
        try SecureDirectory(path: home.appending(path: path).path, ownNames: ownNames)
    }

    private func mode(_ path: String) throws -> Int {
        var facts = stat()
        try #require(lstat(home.appending(path: path).path, &facts) == 0)
        return Int(facts.st_mode & 0o777)
    }

    @Test("D6: missing folders are created for this user alone")
    func makesWhatIsMissing() throws {
        try withHome {
            try folder("a/nasa-view/v1").write(OpenFile(held: [1, 2, 3]), as: "file")
            for path in ["a", "a/nasa-view", "a/nasa-view/v1"] { #expect(try mode(path) == 0o700) }
            #expect(try mode("a/nasa-view/v1/file") == 0o600)
        }
    }

    @Test("D6: a folder that others may enter is closed to them")
    func shutsWhatIsOpen() throws {
        try withHome {
            _ = try folder("nasa-view/v1")
            chmod(home.appending(path: "nasa-view").path, 0o777)
            _ = try folder("nasa-view/v1")
            #expect(try mode("nasa-view") == 0o700)
        }
    }

    @Test("D6: links are allowed above the program's own folders, not among them")
    func followsLinksOnlyAbove() throws {
        try withHome {
            _ = try folder("real/nasa-view")
            for (link, target) in [("above", "real"), ("real/v1", "nasa-view")] {
                symlink(target, home.appending(path: link).path)
            }
            #expect(throws: Never.self) { try folder("above/nasa-view", ownNames: 1) }
            #expect(throws: DirectoryError.isLink) { try folder("real/v1", ownNames: 1) }
            #expect(throws: DirectoryError.isLink) { try folder("real/v1/index") }
        }
    }

    @Test(
        "D6: another user's folder is not ours",
        .enabled(if: geteuid() == 0, "only root can give folders away"))
    func leavesWhatIsAnothers() throws {
        try withHome {
            _ = try folder("nasa-view/v1")
            chown(home.appending(path: "nasa-view").path, 65534, 65534)
            #expect(throws: DirectoryError.notOurs) { try folder("nasa-view/v1") }
        }
    }

    @Test("D6: a link or a pipe does not count as a file of the folder")
    func opensNoLinks() throws {
        try withHome {
            let folder = try folder("nasa-view", ownNames: 1)
            symlink("/etc/passwd", home.appending(path: "nasa-view/link").path)
            mkfifo(home.appending(path: "nasa-view/pipe").path, 0o600)
            #expect(folder.open("link") == nil)
            #expect(["link", "pipe", "none"].map { folder.file($0) } == [nil, nil, nil])
            try folder.write(OpenFile(held: [7]), as: "link")
            #expect(folder.file("link")?.byteCount == 1)
        }
    }

    @Test func aFileWithoutANameLeavesNone() throws {
        try withHome {
            let folder = try folder("nasa-view", ownNames: 1)
            let file = try #require(folder.makeUnnamed())
            try file.write([1, 2, 3])
            #expect(folder.names() == [])
            #expect((folder.freeBytes ?? 0) > 0)
        }
    }

    @Test func whatEndedProgramsLeftGoesAndNothingElse() throws {
        try withHome {
            let folder = try folder("nasa-view", ownNames: 1)
            let names = ["writing-999999999-1", "writing-x", "writing-1-7", "spill-abc", "mine"]
            for name in names { try folder.write(OpenFile(held: [1]), as: name) }
            folder.sweep()
            #expect(Set(folder.names()) == ["writing-1-7", "spill-abc", "mine"])
        }
    }

    @Test(arguments: [true, false])
    func aNewFileIsThereWholeOrNotAtAll(isCommitted: Bool) throws {
        try withHome {
            let folder = try folder("nasa-view", ownNames: 1)
            var file: NewFile? = try folder.newFile()
            let reading = try #require(file?.openForReading())
            try file?.descriptor.write([1, 2, 3])
            #expect(folder.file("entry") == nil)
            #expect((try? reading.write([4])) == nil, "it is open for reading only")
            if isCommitted { try file?.commit(as: "entry") }
            file = nil
            #expect(folder.names() == (isCommitted ? ["entry"] : []))
            #expect(reading.read(3) == [1, 2, 3])
        }
    }
}
