import Foundation
import Imaging
import TestSupport
import Testing

extension WholeProgramFaults {
    /// What cannot be shown: one clear sentence, exit code 1 outside the viewer, a panel inside.
    @Suite struct BadInput {
        private static let folder = BuiltProgram.package.appending(path: "Fixtures/Photos")

        private static let sentences = [
            ("/nowhere/missing.jpg", "No file named"),
            ("/tmp", "folder"),
            ("Fixtures/Photos/text-named.jpg", "text"),
            ("Fixtures/Photos/empty.jpg", "empty"),
            ("Fixtures/Photos/web-page.jpg", "web page"),
            ("Fixtures/Photos/gif-named.png", "GIF"),
            ("Fixtures/Photos/tiff-named.jpg", "TIFF"),
            ("Fixtures/Photos/claims-65500.png", "too large"),
        ]

        private static func path(_ name: String) -> String {
            name.hasPrefix("/") ? name : BuiltProgram.package.appending(path: name).path
        }

        private func printed(_ path: String) throws -> ProgramRun {
            try ProgramRun(
                ProgramStart(
                    try BuiltProgram.viewer.path(),
                    ["--print", path, "--protocol", "sixel", "--size", "300x300"]))
        }

        @Test(arguments: sentences)
        func outsideTheViewerASentenceAndExitCode1(name: String, word: String) throws {
            let run = try printed(Self.path(name))
            #expect(run.status == .code(1))
            #expect(run.output.isEmpty)
            #expect(run.errors.contains(word))
            #expect(run.errors.split(separator: "\n").count == 1)
            #expect(!run.errors.utf8.contains(0x1b))
        }

        @Test(arguments: sentences)
        func insideTheViewerAPanel(name: String, word: String) throws {
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
            // The terminal of the tests calls every sequence a fault that is not of our grammar.
            viewer.waitForText("a␛]0;evil␇␛[31mb\u{FFFD}2Jcd.png")
            #expect(viewer.model.title.isEmpty)
            try viewer.quit()
        }
    }
}
