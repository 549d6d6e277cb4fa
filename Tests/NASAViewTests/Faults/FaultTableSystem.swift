import Foundation
import TestSupport
import Testing

extension WholeProgramFaults {
    /// Limits of the system: the reported numbers suffice, and folders are checked.
    @Suite struct FaultTableSystem {
        private static let prlimit = "/usr/bin/prlimit"
        private static let canLimit = FileManager.default.isExecutableFile(atPath: prlimit)

        /// The program under a limit of the system.
        private func run(_ limit: String, _ arguments: [String]) throws -> ProgramRun {
            try ProgramRun(
                ProgramStart(Self.prlimit, [limit, try BuiltProgram.viewer.path()] + arguments))
        }

        private func number(in sentence: String) throws -> Int {
            let match = try #require(sentence.firstMatch(of: /\((\d+)/), "\(sentence)")
            return try #require(Int(match.1))
        }

        @Test("X16: the reported number of files suffices", .enabled(if: canLimit, "no prlimit"))
        func enoughFiles() throws {
            let photo = ["--plain", try TestPictures.smallMosaic.path()]
            for few in [20, 56, 57] {
                let told = try run("--nofile=\(few)", photo)
                #expect(told.status == .code(1) && told.errors.contains("Can't open enough files"))
                let needed = try number(in: told.errors)
                #expect(needed > few)
                #expect(try run("--nofile=\(needed)", photo).status == .code(0))
                #expect(try run("--nofile=\(needed - 1)", photo).status == .code(1))
            }
        }

        @Test(
            "X16: the reported memory suffices", .enabled(if: canLimit, "no prlimit"),
            .disabled(if: CleanEnvironment.isSanitized, "a sanitizer needs terabytes of addresses"))
        func enoughMemory() throws {
            let photo = ["--plain", try TestPictures.smallMosaic.path()]
            let told = try run("--as=\(150 << 20)", photo)
            #expect(told.status == .code(1) && told.errors.contains("Not enough address space"))
            let needed = try number(in: told.errors)
            // Three times, because the loader's mappings vary.
            for _ in 0..<3 {
                let run = try run("--as=\(needed << 20)", photo)
                #expect(run.status == .code(0), "\(needed) MB: \(run.errors)")
            }
            #expect(try run("--as=\((needed - 12) << 20)", photo).status == .code(1))
        }

        /// The permission to hide parts of the system from a program.
        private static let canHide: Bool = {
            let trial = ["-m", "/bin/sh", "-c", "mount -t tmpfs none /mnt"]
            guard FileManager.default.isExecutableFile(atPath: "/usr/bin/unshare") else {
                return false
            }
            return (try? ProgramRun(ProgramStart("/usr/bin/unshare", trial)).status) == .code(0)
        }()

        /// Runs the program with a hidden folder.
        private func run(without place: String, _ arguments: [String]) throws -> ProgramRun {
            let script = #"mount -t tmpfs none "$0" && exec "$@""#
            return try ProgramRun(
                ProgramStart(
                    "/usr/bin/unshare",
                    ["-m", "/bin/sh", "-c", script, place, try BuiltProgram.viewer.path()]
                        + arguments))
        }

        @Test("X17: without /proc no argument is lost", .enabled(if: canHide, "no right to mount"))
        func argumentsWithoutProc() throws {
            let version = try run(without: "/proc", ["--version"])
            #expect(version.status == .code(0) && version.text.hasPrefix("nasa-view "))
            let help = try run(without: "/proc", ["crop", "--help"])
            #expect(help.status == .code(0) && help.text.contains("--area"))
            let wrong = try run(without: "/proc", ["--grid", "99"])
            #expect(wrong.status == .code(2) && wrong.errors.contains("--grid must be 0–12"))
            // Usage errors are in English.
            let german = try run(without: "/proc", ["--language", "de", "--grid", "99"])
            #expect(german.errors.contains("--grid must be 0–12"), "\(german.errors)")
        }

        /// libdispatch looks for its threads there, and traps: one of six did.
        @Test(
            "X17: without /proc it says so and ends without a signal",
            .enabled(if: canHide, "no right to mount"),
            arguments: [
                ["--plain", "a.jpg"], ["doctor"], ["search", "x", "--demo"], ["crop", "a.jpg"],
                ["--demo"],
            ])
        func endingWithoutProc(arguments: [String]) throws {
            for _ in 0..<FullMatrix.all([1, 2, 3, 4, 5], else: [1, 2]).count {
                let run = try run(without: "/proc", arguments)
                #expect(run.status == .code(1) && run.output.isEmpty, "\(run.status)")
                #expect(run.errors.hasPrefix("nasa-view: Can't read /proc"), "\(run.errors)")
            }
        }

        @Test("X17: without /dev files are opened", .enabled(if: canHide, "no right to mount"))
        func filesWithoutDev() throws {
            let photo = try TestPictures.smallMosaic.path()
            let run = try run(without: "/dev", ["--print", photo, "--size", "8x4"])
            #expect(!run.errors.contains("files"), "\(run.errors)")
            #expect(run.status == .code(0) && !run.output.isEmpty, "\(run.errors)")
        }

        @Test(
            "D6: the folder of the favourites must be this user's own",
            arguments: ["a link", "a file that is a link", "another's", "open to all"])
        func dataFolder(kind: String) throws {
            guard kind != "another's" || geteuid() == 0 else { return }
            let home = try PictureFolder()
            let folder = home.path + "/nasa-view"
            let real = home.path + "/real"
            for path in [folder, real] {
                try FileManager.default.createDirectory(
                    atPath: path, withIntermediateDirectories: true)
            }
            switch kind {
            case "a link":
                try FileManager.default.removeItem(atPath: folder)
                symlink(real, folder)
            case "a file that is a link": symlink(real + "/victim", folder + "/demo.sqlite")
            case "another's": chown(folder, 65534, 65534)
            default: chmod(folder, 0o777)
            }
            var start = ProgramStart(
                try BuiltProgram.viewer.path(), ["favourites", "--demo"])
            start.environment["XDG_DATA_HOME"] = home.path
            let run = try ProgramRun(start)
            guard kind != "open to all" else {
                #expect(run.status == .code(0), "\(run.errors)")
                let facts = try FileManager.default.attributesOfItem(atPath: folder)
                return #expect(facts[.posixPermissions] as? Int == 0o700)
            }
            let reason = kind == "another's" ? "belongs to another user" : "is a link"
            #expect(run.status == .code(1) && run.errors.contains(reason), "\(run.errors)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: real) == [])
        }

        @Test("D7: a program killed while it saves a region leaves nothing")
        func killedWhileSaving() throws {
            let folder = try PictureFolder(["a.png"], side: 2400)
            let left = folder.path + "/old.png.nasa-view.part"
            try folder.write([1, 2, 3], as: "old.png.nasa-view.part")
            try folder.write([1, 2, 3], as: "mine.png.part")
            for _ in 0..<5 {
                let program = try TerminalProgram(
                    ProgramStart(
                        try BuiltProgram.viewer.path(),
                        ["crop", folder.path + "/a.png", "--to", folder.path + "/b.png"]),
                    in: .vt340)
                // Leftover files are deleted at the start.
                _ = program.wait {
                    program.status != nil || !FileManager.default.fileExists(atPath: left)
                }
                program.send(SIGKILL)
                _ = program.waitForExit()
            }
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(names.filter { $0.hasSuffix(".part") } == ["mine.png.part"], "\(names)")
        }
    }
}
