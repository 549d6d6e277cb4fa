import Foundation
import SystemPackage
import Testing

@testable import Files

/// The trash of the freedesktop specification.
@Suite struct TrashTests {
    /// A folder with a file in it, and a home's trash beside that.
    private final class Disk {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
            .resolvingSymlinksInPath()
        var root: FilePath { FilePath(folder.path) }
        var home: FilePath { root.appending("home/Trash") }
        var trash: Trash { Trash(home: home) }

        init() throws {
            try FileManager.default.createDirectory(
                at: folder.appending(path: "photos"), withIntermediateDirectories: true)
        }

        func add(_ name: String, _ text: String = "picture") throws -> FilePath {
            try Data(text.utf8).write(to: folder.appending(path: name))
            return root.appending(name)
        }

        /// The files below a folder, by their paths.
        func files(_ part: String = "") -> [String] {
            let all = FileManager.default.enumerator(atPath: folder.path + "/" + part)
            return (all?.compactMap { $0 as? String } ?? []).filter {
                var isFolder: ObjCBool = false
                let path = folder.path + "/" + (part.isEmpty ? "" : part + "/") + $0
                FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
                return !isFolder.boolValue
            }.sorted()
        }

        func text(_ name: String) throws -> String {
            String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
        }

        deinit { try? FileManager.default.removeItem(at: folder) }
    }

    /// 2026-11-27 in every time zone.
    private static let noon = 1_795_780_800

    @Test func aFileMovesIntoTheTrashOfTheHomeWithARecord() throws {
        let disk = try Disk()
        _ = try disk.trash.move(try disk.add("photos/50% ä.jpg"), at: Self.noon)
        #expect(disk.files("photos") == [])
        #expect(try disk.text("home/Trash/files/50% ä.jpg") == "picture")
        let record = try disk.text("home/Trash/info/50% ä.jpg.trashinfo")
        let lines = record.split(separator: "\n").map(String.init)
        #expect(lines[0] == "[Trash Info]")
        #expect(lines[1] == "Path=\(disk.folder.path)/photos/50%25%20%C3%A4.jpg")
        #expect(lines[2].wholeMatch(of: /DeletionDate=2026-11-2[78]T\d\d:\d\d:\d\d/) != nil)
    }

    @Test func aNameThatIsTakenGetsANumberAndNothingIsReplaced() throws {
        let disk = try Disk()
        let file = try disk.add("photos/a.jpg", "first")
        _ = try disk.trash.move(file, at: Self.noon)
        _ = try disk.add("home/Trash/files/a.jpg 1", "without a record")
        let second = try disk.trash.move(try disk.add("photos/a.jpg", "second"), at: Self.noon)
        #expect(try disk.text("home/Trash/files/a.jpg") == "first")
        #expect(try disk.text("home/Trash/files/a.jpg 1") == "without a record")
        #expect(try disk.text("home/Trash/files/a.jpg 2") == "second")
        #expect(disk.files("home/Trash/info") == ["a.jpg 2.trashinfo", "a.jpg.trashinfo"])
        try Trash.restore(second)
        #expect(try disk.text("photos/a.jpg") == "second")
        #expect(disk.files("home/Trash/info") == ["a.jpg.trashinfo"])
    }

    @Test func aFileIsNotRestoredOverAnother() throws {
        let disk = try Disk()
        let item = try disk.trash.move(try disk.add("photos/a.jpg", "old"), at: Self.noon)
        _ = try disk.add("photos/a.jpg", "new")
        #expect(throws: TrashError.taken) { try Trash.restore(item) }
        #expect(try disk.text("photos/a.jpg") == "new")
        #expect(try disk.text("home/Trash/files/a.jpg") == "old")
    }

    /// A program that was killed before it moved the file leaves a record.
    @Test func aRecordWithoutAFileIsLeftAlone() throws {
        let disk = try Disk()
        _ = try disk.trash.move(try disk.add("photos/other.jpg"), at: Self.noon)
        _ = try disk.add("home/Trash/info/a.jpg.trashinfo", "[Trash Info]\n")
        _ = try disk.trash.move(try disk.add("photos/a.jpg"), at: Self.noon)
        #expect(disk.files("home/Trash/files") == ["a.jpg 1", "other.jpg"])
    }

    @Test func aLongNameAndOneThatIsNotTextFit() throws {
        let disk = try Disk()
        let long = String(repeating: "x", count: 251) + ".jpg"
        let item = try disk.trash.move(try disk.add("photos/" + long), at: Self.noon)
        try Trash.restore(item)
        #expect(disk.files("photos") == [long])
        #if os(Linux)
        let latin = disk.root.appending("photos").appending(
            bytes: Array("caf".utf8) + [0xE9])
        #expect(FreeName.create(latin) != nil)
        _ = try disk.trash.move(latin, at: Self.noon)
        let record = try disk.text("home/Trash/info/caf%E9.trashinfo")
        #expect(record.contains("/photos/caf%E9\n"))
        #endif
    }

    @Test(arguments: [
        ("photos", TrashError.notAFile), ("photos/a.jpg/b.jpg", .notAFile),
        ("photos/none.jpg", .noFile), ("none/a.jpg", .noFile),
    ])
    func onlyAFileIsMoved(name: String, error: TrashError) throws {
        let disk = try Disk()
        _ = try disk.add("photos/a.jpg")
        #expect(throws: error) {
            _ = try disk.trash.move(disk.root.appending(name), at: Self.noon)
        }
        #expect(disk.files() == ["photos/a.jpg"])
    }

    @Test func aLinkIsMovedItselfAndFoldersAboveMayBeLinks() throws {
        let disk = try Disk()
        let file = try disk.add("photos/a.jpg")
        let link = disk.folder.appending(path: "photos/link.jpg")
        try FileManager.default.createSymbolicLink(
            atPath: link.path, withDestinationPath: file.string)
        try FileManager.default.createSymbolicLink(
            atPath: disk.folder.path + "/way", withDestinationPath: disk.folder.path + "/photos")
        let item = try disk.trash.move(disk.root.appending("way/link.jpg"), at: Self.noon)
        #expect(item.original == disk.root.appending("photos/link.jpg"))
        #expect(disk.files("photos") == ["a.jpg"])
    }

    @Test func aTrashThatIsALinkIsNotUsed() throws {
        let disk = try Disk()
        let file = try disk.add("photos/a.jpg")
        let home = disk.folder.appending(path: "home")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: home.path + "/Trash", withDestinationPath: disk.folder.path + "/photos")
        #expect(throws: TrashError.noTrash) { _ = try disk.trash.move(file, at: Self.noon) }
        #expect(disk.files("photos") == ["a.jpg"])
    }

    @Test(
        .enabled(if: geteuid() != 0, "root may move every file"),
        arguments: ["photos", "home/Trash/files", "home/Trash/info"])
    func withoutPermissionTheFileStays(locked: String) throws {
        let disk = try Disk()
        _ = try disk.trash.move(try disk.add("photos/other.jpg"), at: Self.noon)
        let file = try disk.add("photos/a.jpg")
        let path = disk.folder.path + "/" + locked
        chmod(path, 0o500)
        defer { chmod(path, 0o700) }
        #expect(throws: TrashError.system(.permissionDenied)) {
            _ = try disk.trash.move(file, at: Self.noon)
        }
        #expect(disk.files("photos") == ["a.jpg"])
        #expect(disk.files("home/Trash/info") == ["other.jpg.trashinfo"])
    }

    /// The administrator's `.Trash` must be a folder in which users cannot rename each other's files.
    @Test(arguments: [
        ("none", [".Trash-7"]), ("sticky", [".Trash/7", ".Trash-7"]), ("open", [".Trash-7"]),
        ("link", [".Trash-7"]), ("file", [".Trash-7"]),
    ])
    func theSharedTrashOfADiskIsUsedOnlyIfItIsSafe(kind: String, names: [String]) throws {
        let disk = try Disk()
        let shared = disk.folder.path + "/.Trash"
        switch kind {
        case "none": break
        case "link":
            mkdir(disk.folder.path + "/other", 0o1777)
            chmod(disk.folder.path + "/other", 0o1777)
            symlink(disk.folder.path + "/other", shared)
        case "file": _ = try disk.add(".Trash")
        default:
            mkdir(shared, 0o777)
            chmod(shared, kind == "sticky" ? 0o1777 : 0o777)
        }
        let folders = TrashFolder.all(atTop: disk.root, user: 7)
        #expect(folders.map(\.path) == names.map { disk.root.appending($0) })
    }
}
