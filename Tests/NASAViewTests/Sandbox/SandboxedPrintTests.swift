import Foundation
import Imaging
import TestSupport
import Testing

extension WholeProgram {
    /// Commands decode in the sandbox, too: a crash of the decoder is not a crash of the command.
    @Suite(
        .enabled(if: SandboxCommand.isSupported, "no sandboxed processes on this system"),
        .enabled(if: PreloadedLibrary.canBeBuilt, "no C compiler"))
    struct SandboxedPrints {
        /// libpng, taken over by the file.
        private static func decoder(_ crash: String) -> String {
            """
            #include <stdlib.h>
            #include <sys/mman.h>
            static char *volatile nowhere;
            /* The photo ends sooner than it did when it was mapped. */
            static void lose_the_file(void) {
              for (int file = 3; file < 64; file++) {
                volatile char *page = mmap(0, 4096, PROT_READ, MAP_PRIVATE, file, 1 << 24);
                if (page != MAP_FAILED) (void)*page;
              }
            }
            void *png_create_read_struct_2(void) { \(crash); return 0; }
            """
        }

        private static let crashes = [
            "abort()", "*nowhere = 1", "__builtin_trap()", "lose_the_file()", "_Exit(0)",
        ]

        private static func run(
            _ arguments: [String], _ library: PreloadedLibrary, input: StandardStream = .nowhere
        ) throws -> ProgramRun {
            var start = ProgramStart(try BuiltProgram.viewer.path(), arguments)
            start.environment["LD_PRELOAD"] = CleanEnvironment.preloading(library.file.path)
            start.input = input
            return try ProgramRun(start)
        }

        private static func hostile() throws -> ScratchFile {
            try ScratchFile(
                PlainPNG.blank(PixelSize(width: 60, height: 40)), name: "hostile.png")
        }

        /// A JPEG, which does not use libpng.
        private static let other = BuiltProgram.package.appending(
            path: "Fixtures/Photos/exif-6.jpg")

        @Test(arguments: crashes)
        func aCrashCostsAPhotoAndAStatus(crash: String) throws {
            let library = try PreloadedLibrary(Self.decoder(crash))
            let (hostile, other) = (try Self.hostile(), Self.other)
            for option in ["--print", "--plain"] {
                let run = try Self.run([option, hostile.path, other.path], library)
                #expect(run.status == .code(1), "\(option) \(run.status)")
                #expect(
                    run.errors.hasPrefix("nasa-view: Can't show")
                        && run.errors.contains("the decoder crashed"), "\(option) \(run.errors)")
                #expect(!run.output.isEmpty, "the other photo is shown")
            }
        }

        @Test func standardInputIsDecodedInTheSandbox() throws {
            let library = try PreloadedLibrary(Self.decoder("abort()"))
            let hostile = try Self.hostile()
            let run = try Self.run(["--print", "-"], library, input: .file(hostile.path))
            #expect(run.status == .code(6), "\(run.status)")
            #expect(run.errors.contains("the decoder crashed"), "\(run.errors)")
        }

        /// Also a region of a photo, for which other options are fixed before the process forks.
        @Test func aRegionIsDecodedInTheSandbox() throws {
            let library = try PreloadedLibrary(Self.decoder("abort()"))
            let hostile = try Self.hostile()
            let run = try Self.run(["--print", hostile.path + "#xywh=1,1,8,8"], library)
            #expect(run.status == .code(6), "\(run.status)")
        }

        /// The process that parses the photo is not the one that was started, according to the
        /// kernel.
        @Test func theProgramItselfParsesNoPhoto() throws {
            let library = try PreloadedLibrary(
                """
                #include <stdlib.h>
                #include <sys/prctl.h>
                /* 2 where a filter of system calls is set, which only the processes that decode have. */
                void *png_create_read_struct_2(void) {
                  if (prctl(PR_GET_SECCOMP) == 0) abort();
                  return 0;
                }
                """)
            let hostile = try Self.hostile()
            let run = try Self.run(["--print", hostile.path], library)
            #expect(run.status == .code(1), "\(run.status) \(run.errors)")
        }

        /// The calls of each thread with the photo, according to the kernel.
        @Test(.enabled(if: TracedRun.isHere, "no strace"), arguments: ["--print", "--plain"])
        func onlyAFilteredProcessReadsMoreThanTheKindOfThePhoto(option: String) throws {
            let log = try ScratchFile(name: "trace")
            let folder = log.url.deletingLastPathComponent()
            let start = ProgramStart(
                TracedRun.strace,
                [
                    "-ff", "-qq", "-y", "-o", log.path, "-e",
                    "trace=mmap,read,pread64,readv,preadv,prctl,clone",
                    try BuiltProgram.viewer.path(), option, Self.other.path,
                ])
            let run = try ProgramRun(start)
            #expect(run.status == .code(0), "\(run.errors)")
            var calls: [String: [Substring]] = [:]
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
                let text = try String(
                    contentsOf: folder.appending(path: name), encoding: .utf8)
                calls[name.replacing("trace.", with: "")] = text.split(separator: "\n")
            }
            var filtered = Set(
                calls.filter {
                    $0.value.contains { $0.contains("PR_SET_SECCOMP, SECCOMP_MODE_FILTER, {") }
                }
                .keys)
            #expect(filtered.count == 1)
            for _ in 0..<3 {
                for thread in filtered {
                    filtered.formUnion((calls[thread] ?? []).compactMap(Self.madeThread))
                }
            }
            let readers = calls.filter { $0.value.contains(where: Self.readsPhoto) }.keys
            #expect(!readers.isEmpty && filtered.isSuperset(of: readers), "\(readers) \(filtered)")
        }

        private static func madeThread(_ call: Substring) -> String? {
            call.hasPrefix("clone(") ? call.split(separator: " ").last.map(String.init) : nil
        }

        /// More than the first bytes, which show its kind.
        private static func readsPhoto(_ call: Substring) -> Bool {
            guard call.contains(other.lastPathComponent + ">") else { return false }
            let result = call.split(separator: " ").last.flatMap { Int($0) } ?? 0
            return call.hasPrefix("mmap(") || result > 256
        }
    }
}
