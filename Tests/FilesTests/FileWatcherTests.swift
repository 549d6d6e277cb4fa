import Files
import Foundation
import SystemPackage
import Testing

/// Changes of files and folders, as the system reports them.
@Suite(.timeLimit(.minutes(1))) struct FileWatcherTests {
    /// A folder with a watched file, and the reports about both.
    private final class Watched {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        let file: URL
        private var reports: AsyncStream<FileChange>.Iterator
        private let watcher: FileWatcher

        /// Names that end with `.jpg` are listed.
        init(folders: Bool = true, link: Bool = false) async throws {
            file = folder.appending(path: "a.jpg")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data([1]).write(to: file)
            var watched = FilePath(file.path)
            if link {
                watched = FilePath(folder.path + "-link.jpg")
                try FileManager.default.createSymbolicLink(
                    atPath: watched.string, withDestinationPath: file.path)
            }
            let (stream, continuation) = AsyncStream.makeStream(of: FileChange.self)
            reports = stream.makeAsyncIterator()
            watcher = FileWatcher {
                String(decoding: $0, as: UTF8.self).hasSuffix(".jpg")
            } report: {
                continuation.yield($0)
            }
            // Reported as changed before it was watched: from then on it is watched.
            watcher.watch(
                files: [watched], folders: folders ? [FilePath(folder.path)] : [],
                isCurrent: { _ in false })
            #expect(await next()?.files == [watched])
        }

        func next() async -> FileChange? { await reports.next(isolation: #isolation) }

        func write(_ bytes: [UInt8], to name: String) throws {
            try Data(bytes).write(to: folder.appending(path: name))
        }

        deinit {
            try? FileManager.default.removeItem(at: folder)
            try? FileManager.default.removeItem(atPath: folder.path + "-link.jpg")
        }
    }

    @Test(arguments: ["write", "truncate", "replace", "remove", "rename"])
    func aChangeOfTheFileIsReported(change: String) async throws {
        let watched = try await Watched()
        let path = watched.file.path
        switch change {
        case "write":
            let file = try FileHandle(forWritingTo: watched.file)
            try file.write(contentsOf: [7, 7, 7])
            try file.close()
        case "truncate": #expect(truncate(path, 0) == 0)
        case "replace":
            try watched.write([2], to: "new")
            #expect(rename(watched.folder.path + "/new", path) == 0)
        case "remove": #expect(unlink(path) == 0)
        default: #expect(rename(path, watched.folder.path + "/b.jpg") == 0)
        }
        let report = try #require(await watched.next())
        #expect(report.files == [FilePath(path)])
        #expect(report.folders == [FilePath(watched.folder.path)])
    }

    @Test func aFileThatWasReplacedIsStillWatched() async throws {
        let watched = try await Watched(folders: false)
        for byte in 2...6 as ClosedRange<UInt8> {
            try watched.write([byte], to: "new")
            #expect(rename(watched.folder.path + "/new", watched.file.path) == 0)
            #expect(await watched.next()?.files == [FilePath(watched.file.path)])
        }
    }

    @Test func aFileThatComesBackIsReported() async throws {
        let watched = try await Watched(folders: false)
        #expect(unlink(watched.file.path) == 0)
        #expect(await watched.next()?.files == [FilePath(watched.file.path)])
        try watched.write([9], to: "a.jpg")
        #expect(await watched.next()?.files == [FilePath(watched.file.path)])
    }

    /// The descriptor of one that was dropped is used again by the next.
    @Test func watchersThatComeAndGoAllReport() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...8 {
                group.addTask {
                    for byte in 2...6 as ClosedRange<UInt8> {
                        let watched = try await Watched()
                        try watched.write([byte], to: "a.jpg")
                        #expect(await watched.next()?.files == [FilePath(watched.file.path)])
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func theFileBehindALinkIsWatched() async throws {
        let watched = try await Watched(folders: false, link: true)
        try watched.write([5, 5], to: "a.jpg")
        #expect(await watched.next()?.files == [FilePath(watched.folder.path + "-link.jpg")])
    }

    @Test func onlyNamesThatAreListedMatterInAFolder() async throws {
        let watched = try await Watched()
        try watched.write([1], to: "notes.txt")
        try watched.write([1], to: "new.jpg")
        let report = try #require(await watched.next())
        #expect(report.files == [] && report.folders == [FilePath(watched.folder.path)])
        try watched.write([1], to: "more notes.txt")
        try FileManager.default.createDirectory(
            at: watched.folder.appending(path: "sub"), withIntermediateDirectories: false)
        #expect(await watched.next()?.folders == [FilePath(watched.folder.path)])
    }

    @Test func manyChangesAreFewReports() async throws {
        let watched = try await Watched()
        for number in 0..<500 { try watched.write([1], to: "\(number).jpg") }
        #expect(unlink(watched.file.path) == 0)
        var count = 0
        while let report = await watched.next() {
            count += 1
            if !report.files.isEmpty { break }
        }
        #expect(count < 50)
    }
}
