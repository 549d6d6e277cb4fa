import Foundation
import Imaging
import PhotoCodec
import TestSupport
import Testing

extension WholeProgram {
    /// The abilities of a process that decodes photos, tried by `workbench sandbox` in such a
    /// process.
    @Suite(.enabled(if: SandboxCommand.isSupported, "no sandboxed processes on this system"))
    struct DecodingSandbox {
        @Test(arguments: [
            "read-file", "write-file", "remove-file", "make-folder", "status-of-file", "network",
            "local-socket", "program", "process", "signal-parent", "signal-anyone", "terminal",
            "code", "shared-memory", "growing-memory", "limits",
        ])
        func refuses(attempt: String) throws {
            #expect(try SandboxCommand.lines([attempt]) == [[attempt, "EPERM"]])
        }

        /// Its streams lead nowhere; besides, it has only its connection and the photo.
        @Test func holdsNoDescriptorOfTheSession() throws {
            #expect(try SandboxCommand.lines(["descriptors"]) == [["descriptors", "5"]])
        }

        @Test func hasNoMoreDescriptorsThanItNeeds() throws {
            #expect(
                try SandboxCommand.lines(["more-descriptors"])
                    == [["more-descriptors", "Too many open files"]])
        }

        @Test func aPictureTooLargeForItIsRefused() throws {
            #expect(try SandboxCommand.lines(["memory"]) == [["memory", "outOfMemory"]])
        }

        /// Each of them costs a photo; later photos are opened.
        ///
        /// Messages that none of our workers writes count as a crash, too.
        @Test(arguments: ["array", "fault", "abort", "huge-figures", "two-descriptors"])
        func aCrashIsReportedAndTheNextPhotoIsOpened(attempt: String) throws {
            #expect(
                try SandboxCommand.lines([attempt, "read-file", attempt, "read-file"]) == [
                    [attempt, "decoderCrashed"], ["read-file", "EPERM"],
                    [attempt, "decoderCrashed"], ["read-file", "EPERM"],
                ])
        }

        /// Such a process reads a download as it arrives, with the correct result.
        @Test func aPhotoIsReadAsItArrives() throws {
            let folder = FileManager.default.temporaryDirectory
            let place = folder.appending(path: "arriving-\(UUID().uuidString).jpg")
            defer { try? FileManager.default.removeItem(at: place) }
            try Self.writeNoise(to: place.path)
            #expect(
                try SandboxCommand.lines(["--arriving", place.path]) == [
                    [place.path, "half was read before its end came, the same pixels"]
                ])
        }

        /// About 1.5 MB: smaller files are opened when they are complete.
        private static func writeNoise(to path: String) throws {
            let size = PixelSize(width: 1500, height: 1600)
            let format = JPEGFormat(size: size, layout: .rgb, quality: 90)
            let rows = format.rowsPerStrip(near: 64)
            var writer = try JPEGWriter(path: path, format: format, rowsPerStrip: rows)
            var numbers = SeededNumbers(seed: 5)
            let pixels = (0..<(size.width * rows * 3)).map { _ in
                UInt8(truncatingIfNeeded: numbers.next())
            }
            for _ in 0..<(size.height / rows) {
                try writer.append(JPEGStripEncoder(format: format).strip(of: pixels))
            }
            try writer.finish()
        }

        @Test(arguments: ["spin", "sleep", "say-alive"])
        func decodingThatNeverEndsIsStopped(attempt: String) throws {
            #expect(
                try SandboxCommand.lines([attempt, "read-file"]) == [
                    [attempt, "decoderStalled"], ["read-file", "EPERM"],
                ])
        }
    }
}

extension WholeProgram {
    /// The reports with a sandbox, and on systems without one: photos are shown in both cases.
    @Suite(
        .enabled(if: SandboxCommand.isSupported, "no sandboxed processes on this system"),
        .enabled(if: PreloadedLibrary.canBeBuilt, "no C compiler"))
    struct SandboxReports {
        /// Functions of the C library as on other systems.
        private static let systems = [
            "with filters": "",
            "without filters": """
            #include <errno.h>
            int prctl(int what, ...) { if (what != 22) return 0; errno = EINVAL; return -1; }
            """,
            "with filters that cannot be set": """
            #include <errno.h>
            int prctl(int what, long mode, void *program) {
              if (what != 22) return 0;
              errno = program ? ENOMEM : EFAULT;
              return -1;
            }
            """,
            // The first connection is the zygote's own.
            "without descriptors": """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <errno.h>
            #include <sys/socket.h>
            static int lines;
            int socketpair(int family, int kind, int protocol, int ends[2]) {
              int (*real)(int, int, int, int *) = dlsym(RTLD_NEXT, "socketpair");
              if (lines++ == 0) return real(family, kind, protocol, ends);
              errno = EMFILE;
              return -1;
            }
            """,
            // The first is for the zygote's streams.
            "without memory": """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <errno.h>
            #include <unistd.h>
            int ftruncate(int file, off_t size) {
              int (*real)(int, off_t) = dlsym(RTLD_NEXT, "ftruncate");
              if (size == 0) return real(file, size);
              errno = ENOMEM;
              return -1;
            }
            """,
            "without processes": """
            #include <errno.h>
            int fork(void) { errno = EAGAIN; return -1; }
            """,
        ]

        private static let wide = TerminalGeometry(columns: 160, rows: 48)

        private static func start(
            _ arguments: [String], on system: PreloadedLibrary
        ) throws -> ProgramStart {
            var start = ProgramStart(try BuiltProgram.viewer.path(), arguments)
            start.environment["LD_PRELOAD"] = CleanEnvironment.preloading(system.file.path)
            return start
        }

        private static func library(_ system: String) throws -> PreloadedLibrary {
            try PreloadedLibrary(try #require(systems[system]))
        }

        @Test(arguments: [
            ("with filters", "active", []),
            ("without filters", "inactive", ["openFiles", "useNetwork", "signalProcesses"]),
            ("without processes", "none", []),
            ("with filters that cannot be set", "failed", []),
            ("without descriptors", "failed", []), ("without memory", "failed", []),
        ])
        func doctorTestsTheSandbox(system: String, sandbox: String, operations: [String]) throws {
            let library = try Self.library(system)
            let run = try ProgramRun(try Self.start(["doctor", "--json"], on: library))
            let report = try JSONDecoder().decode(DoctorReply.self, from: Data(run.output))
            #expect(
                report.decoding
                    == DoctorReply.Decoding(sandbox: sandbox, forbidden_operations: operations))
        }

        @Test(arguments: [
            ("with filters", "cannot open files, use the network or signal other processes"),
            ("without filters", "could open files, use the network, signal processes."),
            ("without processes", "decoded in the program itself"),
            ("without descriptors", "none could be started"),
        ])
        func doctorSaysItInASentence(system: String, words: String) throws {
            let library = try Self.library(system)
            let run = try ProgramRun(try Self.start(["doctor"], on: library))
            #expect(run.text.contains(words), "\(run.text)")
        }

        /// A sandbox that fails, although the system supports it, is not bypassed.
        @Test(arguments: [
            ("with filters that cannot be set", false, "the decoder crashed"),
            ("without descriptors", false, "run out of memory, open files or processes"),
            ("without memory", true, "not enough memory"),
        ])
        func photosAreNotDecodedOutsideTheSandboxThatTheSystemHas(
            system: String, isPiped: Bool, words: String
        ) throws {
            let library = try Self.library(system)
            let path = try TestPictures.largeMosaic.path()
            let viewer = try Viewer(
                [isPiped ? "-" : path], geometry: Self.wide,
                input: isPiped ? .file(path) : .terminal,
                place: CleanEnvironment.ownPlace()
                    .merging(["LD_PRELOAD": CleanEnvironment.preloading(library.file.path)]) { $1 }
            )
            viewer.waitForText(words)
            try viewer.quit()
        }

        @Test(arguments: [
            ("with filters", false), ("without filters", true), ("without processes", true),
        ])
        func photosAreShownWithoutASandboxAndTheOverlaySaysSo(
            system: String, isSaid: Bool
        ) throws {
            let library = try Self.library(system)
            let photo = TestPictures.largeMosaic
            let viewer = try Viewer(
                [try photo.path()], geometry: Self.wide,
                place: CleanEnvironment.ownPlace()
                    .merging(["LD_PRELOAD": CleanEnvironment.preloading(library.file.path)]) { $1 }
            )
            viewer.expectPicture(
                ExpectedView.fitted(
                    photo.raster, screen: Self.wide.pictureArea),
                under: 12)
            viewer.press("d")
            viewer.waitForText("sixel ")
            #expect(viewer.page.contains("not sandboxed") == isSaid, "\(viewer.page)")
            try viewer.quit()
        }
    }
}
