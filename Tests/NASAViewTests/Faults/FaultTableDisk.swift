import Foundation
import Imaging
import TestSupport
import Testing

extension WholeProgramFaults {
    /// Rows D of the fault table, as seen by a user.
    @Suite struct FaultTableDisk {
        private static let picture = TestPictures.gradient(PixelSize(width: 96, height: 64))

        private static func library() throws -> TestLibrary {
            try TestLibrary([
                LibraryItem(id: "ROW-D", sizes: [("thumb", picture), ("orig", picture)])
            ])
        }

        /// Prints the photo with a changed environment.
        private func printed(
            _ library: TestLibrary, _ change: (inout [String: String]) -> Void
        ) throws -> ProgramRun {
            var start = ProgramStart(
                try BuiltProgram.viewer.path(),
                ["--print", "ROW-D", "--size", "40x20", "--api", library.address])
            change(&start.environment)
            return try ProgramRun(start)
        }

        @Test(
            "D8: wherever HOME and XDG_CACHE_HOME point, the photo is shown",
            arguments: [nil, "", "relative/path", "/dev/null", "/proc/1", "/nowhere/at/all"],
            [nil, "", "relative", "/dev/null/x", "/proc"])
        func anyPlace(home: String?, cache: String?) throws {
            let library = try Self.library()
            let run = try printed(library) { environment in
                environment["HOME"] = home
                environment["XDG_CACHE_HOME"] = cache
                environment["XDG_CONFIG_HOME"] = cache
                environment["XDG_DATA_HOME"] = cache
            }
            #expect(run.status == .code(0), "\(run.errors)")
            #expect(!run.output.isEmpty)
            let here = FileManager.default.currentDirectoryPath
            #expect(!FileManager.default.fileExists(atPath: here + "/relative"))
        }

        @Test(
            "D2: a viewer whose cache cannot be written says so in a line, and shows the photo",
            arguments: [
                ("en", "Nothing is cached", "1 of 1"),
                ("de", "Der Cache", "1 von 1"),
            ])
        func noCache(language: String, notice: String, position: String) throws {
            let library = try Self.library()
            let place = ["XDG_CACHE_HOME": "/dev/null/x", "XDG_DATA_HOME": "/dev/null/x"]
            let viewer = try Viewer(
                [
                    "--search", "made-up", "--grid", "0", "--api", library.address, "--language",
                    language,
                ],
                place: place)
            viewer.waitForText(notice)
            viewer.waitForText(position)
            viewer.press("i\r")
            viewer.waitForText("96x64")
            viewer.press("qq")
            viewer.waitForText(position)
            try viewer.quit()
        }

        @Test(
            "D1: if no file may grow, the photo is shown, and nothing incomplete is stored",
            .enabled(
                if: FileManager.default.isExecutableFile(atPath: "/usr/bin/prlimit"), "no prlimit"),
            .disabled(
                if: CleanEnvironment.isThreadSanitized, "the thread sanitizer must write a file"),
            arguments: [0, 100, 5000])
        func noRoom(bytes: Int) throws {
            let library = try Self.library()
            let place = CleanEnvironment.ownPlace()
            let output = try OwnPipe()
            var start = ProgramStart(
                "/usr/bin/prlimit",
                [
                    "--fsize=\(bytes)", try BuiltProgram.viewer.path(), "--print", "ROW-D",
                    "--size", "4x2", "--api", library.address,
                ])
            start.environment.merge(place) { _, own in own }
            start.input = .nowhere
            start.output = .descriptor(output.writing)
            start.errors = .nowhere
            let child = try ChildProcess(start)
            let isOver = waitUntil(within: 30) { child.status != nil }
            #expect(isOver && child.status == .code(0))
            let folder = try #require(place["XDG_CACHE_HOME"]) + "/nasa-view/entries-1"
            for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
                let size = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
                #expect(name.count == 32 && (size[.size] as? Int ?? 0) <= bytes)
            }
        }

        /// The device accepts no byte, like a file in a full /tmp.
        private static let fullTemporaryFiles = """
            #include <stdio.h>
            FILE *tmpfile(void) { return fopen("/dev/full", "w+"); }
            FILE *tmpfile64(void) { return tmpfile(); }
            """

        @Test(
            "D1: pages are drawn although /tmp is full",
            .enabled(if: PreloadedLibrary.canBeBuilt, "no C compiler"))
        func aFullTemporaryFolder() throws {
            let calls = try PreloadedLibrary(Self.fullTemporaryFiles)
            let place = ["LD_PRELOAD": calls.file.path].merging(CleanEnvironment.ownPlace()) {
                _, own in own
            }
            let viewer = try Viewer([try TestPictures.smallMosaic.path()], place: place)
            try viewer.waitForFacts { _ in true }
            viewer.press("?")
            viewer.waitForText("original size")
            viewer.press("?")
            try viewer.quit()
        }

        @Test("D4: a damaged photo in the cache is fetched again without a message")
        func damagedEntries() throws {
            let library = try Self.library()
            let place = CleanEnvironment.ownPlace()
            let folder = try #require(place["XDG_CACHE_HOME"]) + "/nasa-view/entries-1"
            let whole = try printed(library) { $0.merge(place) { _, own in own } }
            for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
                let file = URL(filePath: "\(folder)/\(name)")
                var bytes = try Data(contentsOf: file)
                bytes[bytes.count - 7] ^= 0x10
                try bytes.write(to: file)
            }
            let before = library.requests.count
            let again = try printed(library) { $0.merge(place) { _, own in own } }
            #expect(again.output == whole.output && again.errors.isEmpty)
            #expect(library.requests.count > before)
        }
    }
}
