import Foundation
import TestSupport
import Testing

extension WholeProgramFaults {
    /// The trash of other disks, of full ones, and a program that is killed while it moves a file.
    @Suite struct TrashFaults {
        private static let unshare = "/usr/bin/unshare"

        /// True if this user may mount a disk that others do not see.
        private static let canMount: Bool = {
            guard FileManager.default.isExecutableFile(atPath: unshare) else { return false }
            let trial = ["-m", "/bin/sh", "-c", "mount -t tmpfs none /mnt"]
            return (try? ProgramRun(ProgramStart(unshare, trial)).status) == .code(0)
        }()

        /// Views a folder on a disk of its own, trashes its first file, and returns the files of the disk
        /// afterwards.
        private static func files(
            on options: String, after script: String, keys: String, until text: String,
            then more: (keys: String, text: String)? = nil
        ) throws -> [String] {
            let folder = try PictureFolder(["a.png", "b.png", "disk/none.txt"])
            let whole = """
                mount -t tmpfs -o \(options) none "$1/disk" && cp "$1"/*.png "$1/disk" && cd "$1/disk" || exit 9
                \(script)
                "$0" --grid 0 .
                find . -type f | sort > "$1/result.txt"
                """
            var start = ProgramStart(
                unshare,
                ["-m", "/bin/sh", "-c", whole, try BuiltProgram.viewer.path(), folder.path])
            start.environment.merge(CleanEnvironment.ownPlace()) { _, own in own }
            let program = try TerminalProgram(start, in: .vt340)
            let page = { PageText.text(program.model.grid) }
            #expect(program.wait { page().contains("of 2") }, "\(page())")
            program.type(keys)
            #expect(program.wait { page().contains(text) }, "\(page())")
            if let more {
                program.type(more.keys)
                #expect(program.wait { page().contains(more.text) }, "\(page())")
            }
            program.type("q")
            #expect(program.waitForExit() == .code(0))
            let result = try Data(contentsOf: folder.url.appending(path: "result.txt"))
            return String(decoding: result, as: UTF8.self).split(separator: "\n").map(String.init)
        }

        @Test(
            "a file of another disk goes into that disk's trash",
            .enabled(if: canMount, "no unshare, or no right to mount"),
            arguments: [
                ("", ".Trash-USER"), ("mkdir .Trash; chmod 1777 .Trash", ".Trash/USER"),
                ("mkdir .Trash; chmod 777 .Trash", ".Trash-USER"),
                ("mkdir .t; chmod 1777 .t; ln -s .t .Trash", ".Trash-USER"),
            ])
        func otherDisk(script: String, place: String) throws {
            let files = try Self.files(
                on: "size=1m", after: script, keys: "#y", until: "In the trash: a.png")
            let trash = "./" + place.replacing("USER", with: "\(getuid())")
            #expect(
                files == ["\(trash)/files/a.png", "\(trash)/info/a.png.trashinfo", "./b.png"])
        }

        @Test(
            "what was moved there comes back",
            .enabled(if: canMount, "no unshare, or no right to mount"))
        func restored() throws {
            let files = try Self.files(
                on: "size=1m", after: "", keys: "#y", until: "In the trash: a.png",
                then: ("&", "Restored: a.png"))
            #expect(files == ["./a.png", "./b.png"])
        }

        @Test(
            "on a full or a read-only disk the file stays",
            .enabled(if: canMount, "no unshare, or no right to mount"),
            arguments: [
                (
                    "mkdir -p .Trash-0/info .Trash-0/files; cat /dev/zero > full 2>&-; rm -f full.x",
                    "a.png stays: the disk is full."
                ),
                ("mount -o remount,ro \"$1/disk\"", "a.png stays: its disk has no trash"),
            ])
        func noRoom(script: String, sentence: String) throws {
            let files = try Self.files(
                on: "size=64k", after: script.replacing("-0", with: "-\(getuid())"), keys: "#y",
                until: sentence)
            #expect(files.filter { $0.contains(".png") } == ["./a.png", "./b.png"])
        }

        @Test("a kill at any moment leaves the file at its place or in the trash")
        func killed() throws {
            for round in 0..<12 {
                let folder = try PictureFolder(["a.png", "b.png"])
                let place = CleanEnvironment.ownPlace()
                let viewer = try Viewer([folder.path, "--grid", "0"], place: place)
                viewer.waitForText("1 of 2")
                viewer.press("#y")
                usleep(UInt32(round * round * 600))
                viewer.program.send(SIGKILL)
                _ = viewer.program.waitForExit()
                let home = try #require(place["XDG_DATA_HOME"] ?? place["HOME"])
                let all = FileManager.default.enumerator(atPath: home)?.compactMap { $0 as? String }
                let isInTrash = (all ?? []).contains { $0.hasSuffix("Trash/files/a.png") }
                let isThere = FileManager.default.fileExists(atPath: folder.path + "/a.png")
                #expect(isInTrash != isThere, "after \(round * round * 600) µs")
                if isInTrash {
                    #expect((all ?? []).contains { $0.hasSuffix("info/a.png.trashinfo") })
                }
            }
        }
    }
}
