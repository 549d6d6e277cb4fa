import Foundation
import TestSupport
import Testing

extension WholeProgramDrawing {
    /// Every sixel string passes a strict reader without warnings, each of which stands for a
    /// terminal that draws it wrong.
    @Suite struct StrictSixel {
        /// Returns the sixel strings in some output, from `ESC P` to `ESC \\`.
        private func sixelStrings(in output: [UInt8]) -> [[UInt8]] {
            var rest = output[...]
            var strings: [[UInt8]] = []
            while let start = rest.firstRange(of: [0x1B, 0x50])?.lowerBound {
                rest = rest[start...]
                let isSixel =
                    rest.dropFirst(2).first { $0 != 0x3B && !(0x30...0x39).contains($0) } == 0x71
                let end = rest.firstRange(of: [0x1B, 0x5C])?.upperBound ?? rest.endIndex
                if isSixel { strings.append(Array(rest[..<end])) }
                rest = rest[end...]
            }
            return strings
        }

        private func printed(
            _ path: String, _ size: String, _ options: [String] = []
        ) throws -> [UInt8] {
            let run = try ProgramRun(
                ProgramStart(
                    try BuiltProgram.viewer.path(),
                    ["--print", "--protocol", "sixel", "--size", size + "px", path] + options))
            #expect(run.status == .code(0), "\(path): \(run.errors)")
            return run.output
        }

        @Test func printedPicturesAreStrict() throws {
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
            for output in outputs {
                let strings = sixelStrings(in: output)
                #expect(strings.count == 1)
                #expect(throws: Never.self) {
                    for string in strings { _ = try SixelReader(string) }
                }
            }
        }

        @Test func theFramesOfASessionAreStrict() throws {
            let viewer = try Viewer([
                try TestPictures.largeMosaic.path(), try TestPictures.tallGradient.path(),
            ])
            try viewer.waitForFacts { $0.percent < 100 }
            // A key would interrupt the first frame, which might still be in flight.
            _ = viewer.waitForQuiet()
            // Ten of these views differ from the previous one; moving frames appear only if there
            // is time.
            for key in ["z", "l", "J", "h", "K", "+", "-", "n", "w", "?", "?"] {
                viewer.press(key)
                _ = viewer.waitForQuiet()
            }
            try viewer.program.resize(to: TerminalGeometry(columns: 57, rows: 13))
            _ = viewer.waitForQuiet()
            try viewer.quit()
            let strings = sixelStrings(in: viewer.program.output)
            #expect(strings.count > 10)
            #expect(throws: Never.self) { for string in strings { _ = try SixelReader(string) } }
        }
    }
}
