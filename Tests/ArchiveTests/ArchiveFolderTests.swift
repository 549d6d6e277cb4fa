import Archive
import Foundation
import PhotoCatalog
import TestSupport
import Testing

/// The archive's folder is treated like the cache's.
struct ArchiveFolderTests {
    private let place = TestArchive()
    private var folder: String { place.file.deletingLastPathComponent().path }

    private func makeFolder() throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
    }

    private func mode(_ path: String) throws -> Int {
        var facts = stat()
        try #require(lstat(path, &facts) == 0)
        return Int(facts.st_mode & 0o777)
    }

    private func remember() async throws {
        try await place.archive().remember(Query(text: "Mars"))
    }

    @Test("D6: missing folders are created for this user alone")
    func makesWhatIsMissing() async throws {
        try await remember()
        #expect(try mode(folder) == 0o700 && mode(place.file.path) == 0o600)
    }

    @Test("D6: a folder that others may write is closed to them", arguments: [0o777, 0o770, 0o755])
    func shutsWhatIsOpen(rights: mode_t) async throws {
        try makeFolder()
        chmod(folder, rights)
        try await remember()
        #expect(try mode(folder) == 0o700)
    }

    @Test("D6: a folder that is a link is not followed")
    func followsNoFolder() async throws {
        try makeFolder()
        let other = place.folder.appending(path: "other").path
        try FileManager.default.moveItem(atPath: folder, toPath: other)
        symlink(other, folder)
        await #expect(throws: ArchiveFailure.isLink(path: folder)) { try await remember() }
        #expect(try FileManager.default.contentsOfDirectory(atPath: other).isEmpty)
    }

    @Test("D6: a file that is a link is not followed")
    func followsNoFile() async throws {
        try makeFolder()
        let other = place.folder.appending(path: "other").path
        symlink(other, place.file.path)
        await #expect(throws: ArchiveFailure.isLink(path: place.file.path)) {
            try await remember()
        }
        #expect(!FileManager.default.fileExists(atPath: other))
    }

    @Test(
        "D6: another user's folder is not ours",
        .enabled(if: geteuid() == 0, "only root can give folders away"))
    func leavesWhatIsAnothers() async throws {
        try makeFolder()
        chown(folder, 65534, 65534)
        await #expect(throws: ArchiveFailure.notOurs(path: folder)) { try await remember() }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }
}
