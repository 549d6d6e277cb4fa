import Foundation
import Imaging
import TestSupport
import Testing

extension WholeProgram {
    /// Each system call fails once, at each of its calls: no crash, and the terminal is restored.
    ///
    /// strace makes them fail. It takes a second per failure: `make torture` runs it, with the
    /// number of failures of each call in NASA_VIEW_TORTURE, spread over the visit.
    @Suite struct Torture {
        private static let turns =
            ProcessInfo.processInfo.environment["NASA_VIEW_TORTURE"].flatMap { Int($0) } ?? 0

        /// A call, and a realistic failure.
        ///
        /// brk is excluded: it never fails by a number, and glibc takes one for an address. So are
        /// eventfd2 and epoll_create1: libdispatch traps without its first.
        private static let failures: [(call: String, error: String)] = [
            ("write", "EIO"), ("read", "EIO"), ("openat", "EMFILE"), ("mmap", "ENOMEM"),
            ("renameat", "ENOSPC"), ("pwrite64", "ENOSPC"), ("fstat", "EIO"),
            ("socket", "EMFILE"), ("poll", "EINTR"), ("ioctl", "EIO"), ("clone3", "EAGAIN"),
            ("ftruncate", "ENOSPC"), ("mkdirat", "EACCES"),
            ("pread64", "EIO"), ("epoll_wait", "EINTR"), ("writev", "EIO"),
        ]

        private static let picture = TestPictures.gradient(PixelSize(width: 300, height: 200))

        private static func library() throws -> TestLibrary {
            try TestLibrary(
                (1...3).map { LibraryItem(id: "TORTURE-\($0)", sizes: [("orig", picture)]) })
        }

        @Test(
            .enabled(if: turns > 0, "only asked for by NASA_VIEW_TORTURE"),
            .enabled(if: TracedRun.isHere, "no strace"), arguments: failures)
        func anyCallMayFailOnce(call: String, error: String) throws {
            let library = try Self.library()
            let count = try Self.count(of: call, library)
            var ends: [String: Int] = [:]
            for turn in Self.spread(count) {
                let visit = try Visit(
                    ["-e", "trace=\(call)", "-e", "inject=\(call):error=\(error):when=\(turn)"],
                    library.address)
                let end = try visit.end()
                ends["\(end)", default: 0] += 1
                // The first calls are the system loader's, which fails in its own ways.
                let isOurs = visit.program.output.contains(0x1B)
                #expect(end.isOrderly || !isOurs, "\(call) \(turn) of \(count): \(end)")
                try expectRestored(visit.program, "\(call) \(turn) of \(count): \(error)")
            }
            print("torture, \(call) \(error), \(count) calls:", ends)
        }

        /// Returns the calls to fail: all of them, or an evenly spread selection.
        private static func spread(_ count: Int) -> [Int] {
            guard count > turns else { return count > 0 ? Array(1...count) : [] }
            return (0..<turns).map { 1 + $0 * count / turns }
        }

        private static func count(of call: String, _ library: TestLibrary) throws -> Int {
            let visit = try Visit(["-e", "trace=\(call)"], library.address)
            _ = try visit.end()
            // Calls are counted per thread: the highest count is the first thread's.
            let threads = Dictionary(grouping: try visit.calls) { $0.prefix { $0 != " " } }
            return threads.values.map(\.count).max() ?? 0
        }

        private func expectRestored(_ program: TerminalProgram, _ what: String) throws {
            let attributes = try program.terminal.attributes()
            #expect(attributes == program.attributesBefore, "termios, \(what)")
            #expect(program.model.leftovers == [], "\(what)")
        }
    }
}

extension WholeProgram.Torture {
    /// A visit under strace that continues despite failures: list, page, photo, a pan, a zoom,
    /// help, back.
    struct Visit {
        let program: TerminalProgram
        private let log: ScratchFile

        init(_ options: [String], _ address: String) throws {
            log = try ScratchFile(name: "trace")
            var start = ProgramStart(
                TracedRun.strace,
                ["-f", "-qq", "-o", log.path] + options + [
                    try BuiltProgram.viewer.path(), "--search", "made-up", "--grid", "0", "--api",
                    address,
                ])
            start.environment.merge(CleanEnvironment.ownPlace()) { _, own in own }
            program = try TerminalProgram(start, in: .vt340)
        }

        var calls: [Substring] {
            get throws {
                String(decoding: try log.contents(), as: UTF8.self).split(separator: "\n")
            }
        }

        /// Runs the visit and leaves; does not wait for a key without effect.
        func end() throws -> TestSupport.ExitStatus {
            let page = { PageText.text(program.model.grid) }
            _ = program.wait(within: 4) { program.status != nil || page().contains("of 3") }
            program.type("i")
            _ = program.wait(within: 2) { program.status != nil || page().contains("1/3") }
            program.type("\rzl")
            _ = program.wait(within: 2) { program.status != nil || page().contains("100%") }
            program.type("?qqqq")
            if let status = program.waitForExit(within: 4) { return status }
            program.type("\u{03}")
            guard let status = program.waitForExit(within: 10) else {
                throw TestEnvironmentError.outOfTime("the program ends")
            }
            return status
        }
    }
}

extension TestSupport.ExitStatus {
    /// True unless it crashed: a regular end, or an end by the requested signal.
    var isOrderly: Bool {
        switch self {
        case .code: true
        case .signal(let number): [SIGINT, SIGHUP, SIGTERM].contains(number)
        }
    }
}
