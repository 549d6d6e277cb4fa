import Foundation
import TestSupport
import Testing

extension WholeProgramDrawing {
    /// Every sixel string is one that a strict decoder, not ours, takes without a word
    /// (`sixel_decode.py`): what it complains of, some terminal draws wrong.
    ///
    /// The tool lies beside the project; without it the tests are skipped.
    @Suite struct StrictSixel {
        private static let tools = BuiltProgram.package.deletingLastPathComponent()
            .appending(path: "shared/tools")

        private static let python = ["/usr/bin/python3", "/usr/local/bin/python3"].first {
            FileManager.default.isExecutableFile(atPath: $0)
        }

        private static let isHere =
            python != nil
            && FileManager.default.fileExists(
                atPath: tools.appending(path: "sixel_decode.py").path)

        /// Prints each string's problems, then how many strings there were.
        private static let script = """
            import sys
            sys.path.insert(0, sys.argv[1])
            from sixel_decode import decode
            count = 0
            for path in sys.argv[2:]:
                data, start = open(path, "rb").read(), 0
                while data.find(b"\\x1bP", start) >= 0:
                    try:
                        picture = decode(data, start)
                    except ValueError:
                        break
                    for problem in picture.problems:
                        print(path, count, problem)
                    count, start = count + 1, max(picture.end, start + 1)
            print(count, "strings")
            """

        /// What the tool says of the sixel strings in some output.
        private func judgement(of outputs: [[UInt8]]) throws -> String {
            let files = try outputs.map { try ScratchFile($0, name: "picture.six") }
            let run = try ProgramRun(
                ProgramStart(
                    try #require(Self.python),
                    ["-c", Self.script, Self.tools.path] + files.map(\.path)))
            #expect(run.status == .code(0), "\(run.errors)")
            return run.text
        }

        private func printed(
            _ path: String, _ size: String, _ options: [String] = []
        ) throws -> [UInt8] {
            let run = try ProgramRun(
                ProgramStart(
                    try BuiltProgram.viewer.path(),
                    ["--print", "--protocol", "sixel", "--size", size, path] + options))
            #expect(run.status == .code(0), "\(path): \(run.errors)")
            return run.output
        }

        @Test(.enabled(if: isHere, "skipped: sixel_decode.py or Python is not here"))
        func printedPicturesAreStrict() throws {
            let photos = [
                "baseline.jpg", "progressive.jpg", "gray.jpg", "1x1.png", "alpha.png", "16-bit.png",
                "gray-1-bit.png", "palette-trns.png", "cmyk-adobe.jpg", "truncated.jpg",
            ].map { "Photos/" + $0 }
            let folder = BuiltProgram.package.appending(path: "Fixtures")
            var outputs = try photos.map {
                try printed(folder.appending(path: $0).path, "200x150")
            }
            for size in ["1x1", "7x5", "640x480", "333x77"] {
                outputs.append(
                    try printed(folder.appending(path: "Demo/demo-galaxy~orig.jpg").path, size))
            }
            outputs.append(
                try printed(
                    folder.appending(path: "Demo/demo-galaxy~orig.jpg").path, "640x480",
                    ["--registers", "1024"]))
            #expect(try judgement(of: outputs) == "\(outputs.count) strings\n")
        }

        @Test(.enabled(if: isHere, "skipped: sixel_decode.py or Python is not here"))
        func theFramesOfASessionAreStrict() throws {
            let viewer = try Viewer([
                try TestPictures.largeMosaic.path(), try TestPictures.tallGradient.path(),
            ])
            try viewer.waitForFacts { $0.percent < 100 }
            // A key would break off the first frame, which might still be on its way.
            _ = viewer.waitForQuiet()
            // Ten of these views differ from the one before; moving frames come only if there is time.
            for key in ["z", "l", "J", "h", "K", "+", "-", "n", "w", "?", "?"] {
                viewer.press(key)
                _ = viewer.waitForQuiet()
            }
            try viewer.program.resize(to: TerminalGeometry(columns: 57, rows: 13))
            _ = viewer.waitForQuiet()
            try viewer.quit()
            let text = try judgement(of: [viewer.program.output])
            let count = try #require(Int(text.prefix { $0.isNumber }), "\(text)")
            #expect(count > 10)
            #expect(text == "\(count) strings\n")
        }
    }
}
