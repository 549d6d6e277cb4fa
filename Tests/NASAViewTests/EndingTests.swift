import Foundation
import Imaging
import TestSupport
import Testing

extension WholeProgramLeaving {
    /// Ctrl-C and the signals that end programs end this one in any state.
    @Suite struct Ending {
        /// A terminal that answers nothing leaves Escape pending for longest.
        @Test(
            "Ctrl-C right after Escape ends the program",
            arguments: [SimulatedTerminal.vt340, .kitty])
        func controlCAfterEscape(terminal: SimulatedTerminal) throws {
            let viewer = try Viewer([try TestPictures.smallMosaic.path()], in: terminal)
            try viewer.waitForFacts { _ in true }
            viewer.press("\u{1B}\u{3}")
            #expect(viewer.program.waitForExit() == .signal(SIGINT))
            try expectTerminalRestored(viewer.program)
        }

        /// Each row was an update of ncurses, which examined all cells: a key was answered after a
        /// minute.
        @Test(
            "a page of a tall window is drawn at once",
            arguments: [
                CellSize(columns: 244, rows: 4096), CellSize(columns: 300, rows: 2000),
                CellSize(columns: 80, rows: 4096),
            ])
        func tallWindow(cells: CellSize) throws {
            // No more pixels than the kernel can report.
            let geometry = TerminalGeometry(
                columns: cells.columns, rows: cells.rows, cell: CellMetrics(width: 4, height: 8))
            let viewer = try Viewer([try TestPictures.smallMosaic.path()])
            try viewer.waitForFacts { _ in true }
            try viewer.program.resize(to: geometry)
            viewer.program.send(SIGWINCH)
            viewer.press("?")
            let isShown = viewer.program.wait(within: 10) { viewer.page.contains("original size") }
            #expect(isShown, "no help on the screen")
            viewer.program.send(SIGTERM)
            #expect(viewer.program.waitForExit(within: 5) == .signal(SIGTERM))
        }

        /// A loop that never checks its signals again: ncurses does not return.
        @Test(
            "a signal ends the program within a second while the loop computes",
            .enabled(if: PreloadedLibrary.canBeBuilt, "no C compiler"),
            arguments: [SIGTERM, SIGHUP, SIGINT])
        func busyLoop(signal: Int32) throws {
            let busy = try ScratchFile(name: "busy")
            try FileManager.default.removeItem(at: busy.url)
            let library = try PreloadedLibrary(
                """
                #include <stdlib.h>
                #include <unistd.h>
                #define _GNU_SOURCE
                #include <dlfcn.h>
                int doupdate(void) {
                  static int (*own)(void);
                  if (!own) own = dlsym((void *)-1L, "doupdate");
                  while (access(getenv("NASA_VIEW_TEST_BUSY"), F_OK) == 0) {}
                  return own();
                }
                """)
            var place = CleanEnvironment.ownPlace()
            place["LD_PRELOAD"] = CleanEnvironment.preloading(library.file.path)
            place["NASA_VIEW_TEST_BUSY"] = busy.path
            let viewer = try Viewer([try TestPictures.smallMosaic.path()], place: place)
            try viewer.waitForFacts { _ in true }
            _ = viewer.waitForQuiet()
            try Data().write(to: busy.url)
            viewer.press("?")
            #expect(viewer.program.wait { viewer.program.hasReadInput })
            viewer.program.send(signal)
            #expect(viewer.program.waitForExit(within: 5) == .signal(signal))
            try expectTerminalRestored(viewer.program)
        }

        /// A library's exit function that finds a thread at work in that library, as libcrypto's may.
        private static let crashingAtExit = """
            #include <signal.h>
            __attribute__((destructor)) static void end(void) {
              signal(SIGSEGV, SIG_DFL);
              raise(SIGSEGV);
            }
            """

        @Test(
            "q calls no exit functions of libraries, which other threads still use",
            .enabled(if: PreloadedLibrary.canBeBuilt, "no C compiler"))
        func libraryCrashingAtQuit() throws {
            let library = try PreloadedLibrary(Self.crashingAtExit)
            var place = CleanEnvironment.ownPlace()
            place["LD_PRELOAD"] = CleanEnvironment.preloading(library.file.path)
            let viewer = try Viewer([try TestPictures.smallMosaic.path()], place: place)
            try viewer.waitForFacts { _ in true }
            try viewer.quit()
        }

        @Test(
            "no command calls exit functions of libraries, whatever its status",
            .enabled(if: PreloadedLibrary.canBeBuilt, "no C compiler"),
            arguments: [
                (["--version"], 0), (["--help"], 0), (["info", "--help"], 0), (["--nothing"], 2),
                (["--print", "/dev/null/a.png"], 3), (["info", "/dev/null/a.png"], 3),
                (["cache"], 0), (["--print", "--demo"], 0),
            ] as [([String], Int32)])
        func libraryCrashingAtExit(arguments: [String], status: Int32) throws {
            let library = try PreloadedLibrary(Self.crashingAtExit)
            var start = ProgramStart(try BuiltProgram.viewer.path(), arguments)
            start.environment["LD_PRELOAD"] = CleanEnvironment.preloading(library.file.path)
            let run = try ProgramRun(start)
            #expect(run.status == .code(status), "\(run.status) \(run.errors)")
        }

        @Test(
            "a stopped zygote does not delay the program's end",
            .enabled(if: SandboxCommand.isSupported, "no sandboxed processes on this system"),
            arguments: [true, false])
        func stoppedZygote(areWorkersStopped: Bool) throws {
            let viewer = try Viewer([try TestPictures.smallMosaic.path()])
            try viewer.waitForFacts { _ in true }
            let workers = Workers(session: viewer.program.identifier)
            #expect(viewer.program.wait { workers.photos.count == 1 })
            let zygote = try #require(workers.zygote)
            let processes = workers.photos + [zygote]
            if areWorkersStopped { workers.send(SIGSTOP) }
            kill(zygote, SIGSTOP)
            viewer.press("\u{3}")
            #expect(viewer.program.waitForExit(within: 10) == .signal(SIGINT))
            #expect(viewer.program.wait { processes.allSatisfy { !Workers.isAlive($0) } })
            try expectTerminalRestored(viewer.program)
        }

        /// The stack of a libdispatch thread is as small as the limit, and reaches its guard at
        /// once.
        @Test(
            "a stack overflow on any thread restores the terminal",
            .enabled(if: PreloadedLibrary.canBeBuilt, "no C compiler"),
            .disabled(if: CleanEnvironment.isSanitized, "a sanitizer has handlers of its own"))
        func overflowOfAnotherThread() throws {
            let library = try PreloadedLibrary(Self.overflowing)
            var place = CleanEnvironment.ownPlace()
            place["LD_PRELOAD"] = CleanEnvironment.preloading(library.file.path)
            let wish = try ScratchFile(name: "wish")
            try FileManager.default.removeItem(at: wish.url)
            place["NASA_VIEW_TEST_OVERFLOW"] = wish.path
            let viewer = try Viewer([try TestPictures.largeMosaic.path()], place: place)
            try viewer.waitForFacts { _ in true }
            _ = viewer.waitForQuiet()
            try Data().write(to: wish.url)
            viewer.press("z")
            let status = viewer.program.waitForExit()
            #expect(
                status == .signal(SIGSEGV) || status == .signal(SIGBUS),
                "\(String(describing: status))")
            #expect(viewer.model.leftovers == [])
            #expect(try viewer.program.terminal.attributes() == viewer.program.attributesBefore)
        }

        /// Any thread but the first overflows its stack in its next call of `pread`, `recvmsg` or
        /// `madvise`, once that is requested.
        private static let overflowing = """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <stdlib.h>
            #include <sys/socket.h>
            #include <sys/syscall.h>
            #include <unistd.h>
            static int endless(volatile char *above) {
              volatile char here[4096];
              here[0] = above[0];
              return endless(here) + here[1];
            }
            static void overflow(void) {
              char byte = 0;
              const char *wish = getenv("NASA_VIEW_TEST_OVERFLOW");
              if (getpid() == syscall(SYS_gettid) || getpid() != getsid(0)) return;
              if (wish && access(wish, F_OK) == 0) endless(&byte);
            }
            ssize_t recvmsg(int socket, struct msghdr *message, int flags) {
              static ssize_t (*own)(int, struct msghdr *, int);
              if (!own) own = dlsym(RTLD_NEXT, "recvmsg");
              ssize_t count = own(socket, message, flags);
              overflow();
              return count;
            }
            """
    }
}

extension WholeProgram {
    /// If the system lacks a resource, the program says so and ends.
    @Suite struct Shortages {
        private static let canLimit = FileManager.default.isExecutableFile(atPath: "/bin/sh")

        private func run(_ limit: String, _ arguments: [String]) throws -> ProgramRun {
            let script = "ulimit \(limit) && exec \"$0\" \"$@\""
            let start = ProgramStart(
                "/bin/sh", ["-c", script, try BuiltProgram.viewer.path()] + arguments)
            return try ProgramRun.UnderWay(start).finish(within: 20)
        }

        private static let rooms = [
            12288, 16384, 20480, 24576, 32768, 40960, 45056, 49152, 65536, 98304,
        ]
        private static let shortRuns = rooms.flatMap { room in
            ["print", "plain", "search", "crop", "doctor"].map { (room, $0) }
        }
        /// A printed photo in any amount of memory, each of the others in two.
        private static let few = shortRuns.enumerated().filter { number, run in
            run.1 == "print" || number % 6 == 1
        }.map(\.element)

        /// libdispatch waits for a thread without limit: the program creates them all before it
        /// needs them.
        @Test(
            .enabled(if: canLimit, "no shell"),
            .disabled(if: CleanEnvironment.isSanitized, "a sanitizer needs terabytes of addresses"),
            arguments: FullMatrix.all(shortRuns, else: few))
        func withAnyRoomForStacksItWorksOrSaysWhy(kilobytes: Int, command: String) throws {
            let photo = try TestPictures.smallMosaic.path()
            let target = CleanEnvironment.home.appending(path: UUID().uuidString + ".png").path
            let arguments =
                switch command {
                case "print": ["--print", photo, "--size", "40x20"]
                case "plain": ["--plain", photo]
                case "search": ["search", "--demo", "moon"]
                case "crop": ["crop", photo, "--area", "0,0,10,10", "--to", target]
                default: ["doctor"]
                }
            let run = try run("-d \(kilobytes)", arguments)
            guard run.status != .code(0) else { return }
            #expect(run.status == .code(1), "\(run.status) \(run.errors)")
            #expect(run.errors.hasPrefix("nasa-view: "), "\(run.errors)")
            #expect(run.errors.split(separator: "\n").count == 1)
        }

        private static let setpriv = "/usr/bin/setpriv"
        private static let prlimit = "/usr/bin/prlimit"
        /// A user without processes; root may have any number.
        private static let somebody = ["--reuid=61234", "--regid=61234", "--clear-groups"]

        private static let canBeSomebody: Bool = {
            guard [setpriv, prlimit].allSatisfy(FileManager.default.isExecutableFile),
                let viewer = try? BuiltProgram.viewer.path()
            else { return false }
            // As the test does: setpriv itself may still enter a folder that is root's alone.
            let trial = ProgramStart(
                setpriv, somebody + [prlimit, "--core=0", viewer, "--version"])
            return (try? ProgramRun(trial).status) == .code(0)
        }()

        /// A process that never started has neither crashed nor stopped responding.
        @Test(
            .enabled(
                if: canBeSomebody,
                "no prlimit, no right to be somebody else, or a folder that is root's alone"),
            .enabled(if: SandboxCommand.isSupported, "no sandboxed processes on this system"),
            .disabled(if: CleanEnvironment.isSanitized, "a sanitizer has threads of its own"),
            arguments: Array(1...16))
        func withAnyNumberOfProcessesItWorksOrSaysWhy(count: Int) throws {
            let photo = BuiltProgram.package.appending(path: "Fixtures/Photos/exif-6.jpg").path
            let start = ProgramStart(
                Self.setpriv,
                Self.somebody + [
                    Self.prlimit, "--nproc=\(count)", try BuiltProgram.viewer.path(), "--print",
                    photo, "--size", "40x20",
                ])
            // Sooner than the time-out of a worker that does not answer.
            let run = try ProgramRun.UnderWay(start).finish(within: 8)
            guard run.status != .code(0) else { return #expect(!run.output.isEmpty) }
            #expect(run.status == .code(1), "\(run.status) \(run.errors)")
            let sentences = ["Can't start a thread", "can start no more processes"]
            #expect(sentences.contains(where: run.errors.contains), "\(run.errors)")
        }
    }
}
