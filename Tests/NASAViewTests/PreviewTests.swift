import Foundation
import Imaging
import PhotoCodec
import TestSupport
import Testing

extension WholeProgramCommands {
    /// `preview`, `convert` and the lines for file managers.
    @Suite struct Previews {
        private static let fixtures = BuiltProgram.package.appending(path: "Fixtures/Photos")

        private func run(_ arguments: [String], _ variables: [String: String] = [:]) throws
            -> ProgramRun
        {
            var start = ProgramStart(try BuiltProgram.viewer.path(), arguments)
            start.environment.merge(CleanEnvironment.ownPlace()) { $1 }
            start.environment.merge(variables) { $1 }
            start.environment["COLORTERM"] = "truecolor"
            return try ProgramRun(start)
        }

        /// The pixels of a file that was written.
        private func made(_ path: String) throws -> Raster {
            let photo = try ImageDecoder.open(PhotoBytes.open(path: path))
            return try photo.pixels(of: PixelRect(photo.size), reducedBy: .none).raster
        }

        /// 1280x600 pixels in 20 by 10 cells: 20 by 9 half blocks.
        @Test func aPreviewLiesInItsRectangleAndLeavesTheCursor() throws {
            let photo = try TestPictures.wideGradient.path()
            let run = try run(["preview", photo, "--place", "20x10@5,3"])
            #expect(run.status == .code(0), "\(run.errors)")
            var model = TerminalModel(
                .vte, geometry: TerminalGeometry(columns: 40, rows: 20))
            _ = model.feed(Array("top".utf8))
            _ = model.feed(run.output)
            #expect(model.faults == [] && model.leftovers == [])
            #expect(model.grid.cursor == GridPosition(row: 0, column: 3))
            let seen = model.blocks.cropped(to: PixelRect(x: 5, y: 6, width: 20, height: 9))
            let wished = TestPictures.wideGradient.raster.resized(to: seen.size)
            #expect(RasterDifference(seen, wished).mean < 4)
            _ = model.feed(try self.run(["preview", "--clear", "--place", "20x10@5,3"]).output)
            #expect(PageText.text(model.grid) == "top")
        }

        /// The environment names the terminal; nothing is asked where another program reads.
        @Test(
            arguments: [
                (["TERM": "xterm-kitty"], [], "_Ga=T"), (["TERM": "foot"], [], "q\"1;1;"),
                (["TERM": "xterm-kitty"], ["--placeholder"], "\u{10EEEE}"),
                (["TERM": "xterm-256color"], [], "▀"),
                (["TERM": "foot"], ["--protocol", "kitty"], "_Ga=T"),
            ] as [([String: String], [String], String)])
        func itsProtocolIsThatOfTheNamedTerminal(
            variables: [String: String], options: [String], mark: String
        ) throws {
            let photo = try TestPictures.smallMosaic.path()
            let run = try run(["preview", photo, "--place", "20x10"] + options, variables)
            #expect(run.status == .code(0) && run.text.contains(mark), "\(run.text.prefix(200))")
            #expect(!run.text.contains("\u{1B}[c"))
        }

        /// kitty reads a picture on this machine and removes it; here the test does both.
        @Test(arguments: [("memory", "s"), ("file", "t")])
        func aPictureCanReachKittyOnThisMachineBesideTheOutput(
            transfer: String, letter: String
        ) throws {
            let photo = try TestPictures.smallMosaic.path()
            let options = ["--place", "20x10", "--protocol", "kitty", "--transfer", transfer]
            let run = try run(["preview", photo] + options)
            #expect(run.status == .code(0) && run.output.count < 400, "\(run.errors)")
            let pattern = /_Ga=T,t=(.),f=24,s=(\d+),v=(\d+),S=(\d+),q=2;([^\u{1B}]*)/
            let command = try #require(run.text.firstMatch(of: pattern)).output
            #expect(command.1 == letter)
            let name = try #require(Data(base64Encoded: String(command.5)))
            let folder = transfer == "memory" ? "/dev/shm" : ""
            let path = folder + String(decoding: name, as: UTF8.self)
            let bytes = try Data(contentsOf: URL(filePath: path))
            try FileManager.default.removeItem(atPath: path)
            #expect(bytes.count == Int(command.4) && path.contains("tty-graphics-protocol"))
            let sides = [command.2, command.3].compactMap { Int($0) }
            #expect(sides.reduce(3, *) == bytes.count)
        }

        @Test(
            arguments: [
                ("text-named.jpg", 3), ("empty.jpg", 3), ("web-page.jpg", 3), (".", 3),
                ("nothing-there.jpg", 1), ("truncated.jpg", 0),
            ] as [(String, Int32)])
        func theNextRuleOfAHostIsTriedForWhatIsNoPicture(name: String, code: Int32) throws {
            let path = Self.fixtures.appending(path: name).path
            #expect(try run(["preview", path, "--place", "9x5"]).status == .code(code))
        }

        @Test(arguments: [
            "60x20@", "60x20@1", "60x20@-1,2", "60x@1,2", "x@1,2", "60x20@1,2@3,4", "60x20px@1,1",
        ])
        func aPlaceThatIsNoneIsOneLine(place: String) throws {
            let run = try run(["preview", "a.jpg", "--place", place])
            #expect(run.status == .code(2) && run.errors.contains(place), "\(run.errors)")
        }

        @Test(arguments: [
            ("600x100", PixelSize(width: 213, height: 100)),
            ("30x", PixelSize(width: 30, height: 14)),
            ("x50", PixelSize(width: 107, height: 50)),
            ("900x900", PixelSize(width: 900, height: 422)),
        ])
        func aConvertedFileFitsIntoItsBox(fit: String, size: PixelSize) throws {
            let picture = TestPictures.wideGradient
            let folder = try PictureFolder([])
            let path = folder.path + "/made.png"
            let run = try run(["convert", try picture.path(), "--fit", fit, "--to", path])
            #expect(run.status == .code(0) && run.output.isEmpty, "\(run.errors)")
            let made = try self.made(path)
            #expect(made.size == size)
            #expect(RasterDifference(made, picture.raster.resized(to: size)).mean < 4)
        }

        private static let overWhite = (left: [255, 255, 255, 255], right: [228, 178, 127, 255])

        /// A PNG keeps transparent parts, at any size, and a JPEG has them in black; a background
        /// replaces them in both.
        @Test(arguments: [
            (["--to", "a.png"], [0, 0, 0, 0], [200, 100, 0, 128]),
            (["--fit", "16x", "--to", "b.png"], [0, 0, 0, 0], [200, 100, 0, 128]),
            (["--to", "c.jpg"], [0, 0, 0, 255], [100, 50, 0, 255]),
            (["--background", "white", "--to", "d.png"], overWhite.left, overWhite.right),
            (
                ["--background", "white", "--fit", "16x", "--to", "e.png"], overWhite.left,
                overWhite.right
            ),
            (["--background", "white", "--to", "f.jpg"], overWhite.left, overWhite.right),
        ])
        func transparentPartsAreKeptOrOverTheBackground(
            options: [String], left: [Int], right: [Int]
        ) throws {
            let folder = try PictureFolder([])
            let (clear, half): ([UInt8], [UInt8]) = ([90, 90, 90, 0], [200, 100, 0, 128])
            let row = (0..<32).flatMap { $0 < 16 ? clear : half }
            let photo = folder.path + "/half.png"
            let raster = Raster(
                size: PixelSize(width: 32, height: 32), pixels: (0..<32).flatMap { _ in row },
                isOpaque: false)
            try Data(PlainPNG.bytes(of: raster)).write(to: URL(filePath: photo))
            let path = folder.path + "/" + (options.last ?? "")
            let run = try run(["convert", photo] + options.dropLast() + [path])
            #expect(run.status == .code(0), "\(run.errors)")
            let made = try self.made(path)
            let pixel = { (x: Int) in made.pixels[(x * 4)..<(x * 4 + 4)].map(Int.init) }
            for (found, wished) in [(pixel(1), left), (pixel(made.size.width - 2), right)] {
                let visible = wished[3] == 0 ? 3..<4 : 0..<4
                #expect(visible.allSatisfy { abs(found[$0] - wished[$0]) <= 3 }, "\(found)")
            }
        }

        @Test func anExistingFileIsReplacedOnlyByForce() throws {
            let folder = try PictureFolder(["there.png"])
            let path = folder.path + "/there.png"
            let before = try Data(contentsOf: URL(filePath: path))
            let command = [
                "convert", try TestPictures.smallMosaic.path(), "--fit", "9x9", "--to", path,
            ]
            let refused = try run(command)
            #expect(refused.status == .code(1) && refused.errors.contains("--force"))
            #expect(try Data(contentsOf: URL(filePath: path)) == before)
            #expect(try run(command + ["--force"]).status == .code(0))
            #expect(try self.made(path).size == "9x6")
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["there.png"])
        }

        @Test func whatCannotBeReplacedStaysAndNothingIsLeftBesideIt() throws {
            let folder = try PictureFolder(["there.png/inside.png"])
            let run = try run([
                "convert", try TestPictures.smallMosaic.path(), "--fit", "9x9", "--to",
                folder.path + "/there.png", "--force",
            ])
            #expect(run.status == .code(1) && run.errors.split(separator: "\n").count == 1)
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["there.png"])
        }

        @Test(arguments: [
            "fzf", "lf", "ranger", "vifm", "nnn", "yazi", "less", "mailcap", "git", "thumbnailer",
        ])
        func theLinesOfAHostNameTheirFileAndOurCommand(host: String) throws {
            let run = try run(["generate", "preview", host])
            #expect(run.status == .code(0) && run.text.contains("nasa-view"))
            #expect(["# ~/.", "\" ~/."].contains { run.text.hasPrefix($0) }, "\(run.text)")
        }

        @Test func withoutAHostTheyAreListed() throws {
            let run = try run(["generate", "preview"])
            #expect(run.status == .code(2) && run.errors.contains("fzf, lf, ranger"))
        }

        /// A file by its address, and pipes that a shell names.
        @Test(arguments: [
            #"--print --size 9x4 "file://$1""#, #"--print --size 9x4 "file://localhost$1""#,
            #"--print --size 9x4 /dev/stdin < "$1""#, #"--print --size 9x4 <(cat "$1")"#,
            #"--print --size 9x4 - < "$1""#,
        ])
        func allWaysInShowTheSame(words: String) throws {
            let photo = try TestPictures.smallMosaic.path()
            let plain = try run(["--print", "--size", "9x4", photo])
            var start = ProgramStart(
                "/bin/bash", ["-c", "\"$0\" " + words, try BuiltProgram.viewer.path(), photo])
            start.environment.merge(CleanEnvironment.ownPlace()) { $1 }
            start.environment["COLORTERM"] = "truecolor"
            let run = try ProgramRun(start)
            #expect(run.status == .code(0) && run.output == plain.output, "\(run.errors)")
        }

        @Test func anAddressMayHaveEscapes() throws {
            let folder = try PictureFolder(["a b#1%.png"])
            let run = try run([
                "--print", "--size", "9x4", "file://\(folder.path)/a%20b%231%25.png",
            ])
            #expect(run.status == .code(0), "\(run.errors)")
        }
    }
}
