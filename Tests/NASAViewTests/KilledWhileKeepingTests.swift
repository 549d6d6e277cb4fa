import Checksums
import Files
import Foundation
import Imaging
import TestSupport
import Testing

@testable import Transfer

extension WholeProgramFaults {
    /// A program killed while it writes: stored files stay undamaged.
    @Suite struct KilledWhileKeeping {
        private static let rounds =
            ProcessInfo.processInfo.environment["NASA_VIEW_KILLS"].flatMap { Int($0) } ?? 60

        @Test("D3: after a kill entries are complete or absent, and leftovers are removed")
        func entriesAreWholeOrAbsentAndLeftoversGo() throws {
            let raster = TestPictures.gradient(PixelSize(width: 300, height: 200))
            let library = try TestLibrary(
                (1...3).map { LibraryItem(id: "KILL-\($0)", sizes: [("orig", raster)]) })
            let home = CleanEnvironment.home.appending(path: UUID().uuidString)
            try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: home) }
            let folder = home.appending(path: ".cache/nasa-view/entries-1")
            let begin = ContinuousClock.now
            _ = try ProgramRun(try start(0, home, library.address))
            let microseconds = UInt32((ContinuousClock.now - begin) / .microseconds(1))
            var (numbers, replay) = SeededNumbers.replayable()
            for round in 0..<Self.rounds {
                // Without earlier entries there is something to write.
                if round.isMultiple(of: 2) { try? FileManager.default.removeItem(at: folder) }
                let child = try ChildProcess(try start(round, home, library.address))
                usleep(UInt32.random(in: 0..<microseconds, using: &numbers))
                child.end()
                try Self.expectNothingStrange(in: folder, replay)
            }
            // No picture is damaged, from any source.
            for round in 0..<3 {
                let run = try ProgramRun(try start(round, home, library.address))
                #expect(run.status == .code(0), "\(run.errors), \(replay)")
                #expect(run.output == (try fresh(round, library.address)), "\(replay)")
            }
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(names.count == 6 && names.allSatisfy { $0.count == 32 })
        }

        /// Allows only whole entries, and files being written.
        private static func expectNothingStrange(in folder: URL, _ replay: String) throws {
            for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] {
                if name.hasPrefix("writing-") { continue }
                #expect(name.count == 32, "\(name), \(replay)")
                let bytes = [UInt8](try Data(contentsOf: folder.appending(path: name)))
                let (record, byteCount) = try #require(
                    CacheRecord.read(bytes), "\(name), \(replay)")
                #expect(record.length == bytes.count - byteCount, "\(replay)")
                let checksum = Checksum.of(Array(bytes.dropLast(byteCount)))
                #expect(record.checksum == checksum, "\(replay)")
            }
        }

        private func start(_ round: Int, _ home: URL, _ address: String) throws -> ProgramStart {
            var start = ProgramStart(
                try BuiltProgram.viewer.path(),
                ["--print", "KILL-\(round % 3 + 1)", "--size", "40x20", "--api", address])
            start.environment["HOME"] = home.path
            start.environment["XDG_CACHE_HOME"] = nil
            start.input = .nowhere
            start.output = .nowhere
            start.errors = .nowhere
            return start
        }

        /// Returns the print of a program without a cache.
        private func fresh(_ round: Int, _ address: String) throws -> [UInt8] {
            let id = "KILL-\(round % 3 + 1)"
            let arguments = [
                "--print", id, "--size", "40x20", "--cache-size", "0", "--api", address,
            ]
            return try ProgramRun(
                ProgramStart(try BuiltProgram.viewer.path(), arguments)
            ).output
        }
    }
}
