import Foundation
import Imaging
import TestSupport
import Testing

extension WholeProgramFaults {
    /// Files that cannot be shown: one clear sentence, an exit code outside the viewer, a panel inside.
    @Suite struct BadInput {
        private static let folder = BuiltProgram.package.appending(path: "Fixtures/Photos")

        private static let sentences: [(String, String, Int32)] = [
            ("/nowhere/missing.jpg", "No file named", 3),
            ("Fixtures/Photos/text-named.jpg", "text", 5),
            ("Fixtures/Photos/empty.jpg", "empty", 5),
            ("Fixtures/Photos/web-page.jpg", "web page", 5),
            ("Fixtures/Photos/bmp-named.png", "BMP", 5),
            ("Fixtures/Photos/old-jpeg.tif", "TIFF", 5),
            ("Fixtures/Photos/claims-65500.png", "too large", 1),
        ]

        private static func path(_ name: String) -> String {
            name.hasPrefix("/") ? name : BuiltProgram.package.appending(path: name).path
        }

        private func printed(_ path: String) throws -> ProgramRun {
            try ProgramRun(
                ProgramStart(
                    try BuiltProgram.viewer.path(),
                    ["--print", path, "--protocol", "sixel", "--size", "300x300px"]))
        }

        @Test(arguments: sentences)
        func outsideTheViewerASentenceAndAnExitCode(
            name: String, word: String, code: Int32
        ) throws {
            let run = try printed(Self.path(name))
            #expect(run.status == .code(code))
            #expect(run.output.isEmpty)
            #expect(run.errors.contains(word))
            #expect(run.errors.split(separator: "\n").count == 1)
            #expect(!run.errors.utf8.contains(0x1b))
        }

        // A missing file is reported before the viewer starts.
        @Test(arguments: Array(sentences.dropFirst()))
        func insideTheViewerAPanel(name: String, word: String, code: Int32) throws {
            let viewer = try Viewer([Self.path(name)])
            viewer.waitForText("r: retry")
            #expect(viewer.words.contains(word), "\(viewer.page)")
            try viewer.quit()
        }

        @Test func aTruncatedPhotoIsShownAndCalledDamaged() throws {
            let viewer = try Viewer([Self.path("Fixtures/Photos/truncated.jpg")])
            try viewer.waitForFacts { _ in true }
            viewer.waitForText("damaged")
            #expect(viewer.program.wait { viewer.model.pictureCount > 0 })
            try viewer.quit()
        }

        @Test func aTruncatedPhotoIsPrintedAndCalledDamaged() throws {
            let run = try printed(Self.path("Fixtures/Photos/truncated.jpg"))
            #expect(run.output.starts(with: [0x1b, 0x50]))
            #expect(run.errors.contains("damaged"))
        }

        @Test func rTriesAgain() throws {
            let file = try ScratchFile(name: "later.png")
            let viewer = try Viewer([file.path])
            viewer.waitForText("r: retry")
            let photo = TestPictures.wideGradient.raster
            try Data(PlainPNG.bytes(of: photo)).write(to: file.url)
            viewer.press("r")
            try viewer.waitForFacts { $0.photo == photo.size }
            try viewer.quit()
        }

        @Test func aBadPhotoAmongGoodOnesIsPassedBy() throws {
            let good = try TestPictures.wideGradient.path()
            let viewer = try Viewer([good, Self.path("Fixtures/Photos/text-named.jpg"), good])
            try viewer.waitForFacts { $0.place == "1/3" }
            viewer.press("n")
            viewer.waitForText("r: retry")
            viewer.press("n")
            try viewer.waitForFacts { $0.place == "3/3" }
            try viewer.quit()
        }

        @Test("T5: a file's name with escapes is shown harmlessly")
        func aNameWithEscapesIsShownHarmlessly() throws {
            let file = try ScratchFile(
                PlainPNG.bytes(of: TestPictures.smallMosaic.raster),
                name: "a\u{1B}]0;evil\u{07}\u{1B}[31mb\u{9B}2Jc\u{202E}d.png")
            let viewer = try Viewer([file.path])
            try viewer.waitForFacts { _ in true }
            // The terminal of the tests reports every sequence outside our grammar as a fault.
            viewer.waitForText("a␛]0;evil␇␛[31mb\u{FFFD}2Jcd.png")
            #expect(viewer.model.title.isEmpty)
            try viewer.quit()
        }
    }
}

extension WholeProgramFaults {
    /// Every corrupt file ends in a picture or a sentence, within 2 s and 256 MB: enforced by the system.
    ///
    /// `NASA_VIEW_CORPORA=all` takes all of them, for a run in release.
    @Suite(.enabled(if: Corpora.folder != nil, "no corpora beside the checkout"))
    struct HostileFiles {
        /// Every thirtieth; empty without the corpora.
        static let names: [String] = {
            guard let folder = Corpora.folder,
                let table = try? String(
                    contentsOf: folder.appending(path: "INDEX.tsv"), encoding: .utf8)
            else { return [] }
            let rows = table.split(separator: "\n").map { $0.split(separator: "\t") }
            let names = rows.filter { row in
                row.count > 1 && (row[1].hasSuffix("corrupt") || row[1] == "weird")
            }.map { String($0[0]) }
            let takesAll = ProcessInfo.processInfo.environment["NASA_VIEW_CORPORA"] == "all"
            let some = stride(from: 0, to: names.count, by: takesAll ? 1 : 30).map { names[$0] }
            return some + names.filter { failedOnce.contains($0) && !some.contains($0) }
        }()

        /// The 32 rows per read did not fit.
        private static let failedOnce = ["weird/gen/png-1000000x1.png"]

        // Limits the process's own data, not the libraries it maps, and its processor time. A
        // sanitizer uses any amount of memory: with one, the files are tried for its reports.
        private static let limits =
            "ulimit -t \(2 * Int(TimeoutScale.factor)); "
            + (CleanEnvironment.isSanitized ? "" : "ulimit -d 262144; ") + "exec \"$0\" \"$@\""

        private static func run(_ name: String, _ way: [String]) throws -> ProgramRun {
            let path = try #require(Corpora.folder).appending(path: name).path
            var start = ProgramStart(
                "/bin/sh",
                ["-c", limits, try BuiltProgram.workbench.path(), "decode"] + way + [path])
            start.input = .nowhere
            start.environment.merge(CleanEnvironment.ownPlace()) { _, own in own }
            return try ProgramRun(start)
        }

        @Test(arguments: [[], ["--tiles"]] as [[String]])
        func endInAPictureOrASentenceWithinLimits(way: [String]) throws {
            for name in Self.names {
                let run = try Self.run(name, way)
                #expect(run.status == .code(0), "\(name): \(run.status) \(run.errors)")
                #expect(run.text.split(separator: "\n").count == 1, "\(name): \(run.text)")
                #expect(!run.text.contains("not enough memory"), "\(name): \(run.text)")
            }
        }

        /// The limits are real: a program that exceeds them ends.
        @Test func theLimitsHold() throws {
            var start = ProgramStart(
                "/bin/sh", ["-c", Self.limits, "/bin/sh", "-c", "while :; do :; done"])
            start.input = .nowhere
            #expect(try ProgramRun(start).status != .code(0))
        }
    }
}

/// The valid and hostile pictures beside some checkouts.
private enum Corpora {
    static let folder: URL? = {
        let folder = BuiltProgram.package.deletingLastPathComponent()
            .appending(path: "shared/corpora")
        let isThere = FileManager.default.fileExists(
            atPath: folder.appending(path: "INDEX.tsv").path)
        return isThere ? folder : nil
    }()
}
