import Foundation
import Imaging
import TestSupport
import Testing

extension WholeProgramCommands {
    /// `--print`: one picture to a pipe.
    @Suite struct Printing {
        private func print(_ picture: TestPicture, _ options: String...) throws -> ProgramRun {
            var start = ProgramStart(
                try BuiltProgram.viewer.path(), ["--print", try picture.path()] + options)
            start.environment["COLORTERM"] = "truecolor"
            return try ProgramRun(start)
        }

        private func sixel(_ run: ProgramRun) throws -> SixelDrawing {
            var parser = OutputParser()
            let events = parser.feed(run.output)
            #expect(!parser.isUnfinished)
            let strings = events.compactMap { event in
                if case .string(let string) = event { string } else { nil }
            }
            #expect(strings.count == 1)
            let drawing = SixelDrawing(try #require(strings.first).bytes)
            #expect(drawing.problems == [])
            #expect(drawing.undrawnCount == 0)
            return drawing
        }

        @Test(arguments: [
            ("640x480px", PixelSize(width: 640, height: 300)),
            ("100x1000px", PixelSize(width: 100, height: 47)),
            ("2000x60px", PixelSize(width: 128, height: 60)),
            // Never enlarged.
            ("4000x4000px", PixelSize(width: 1280, height: 600)),
        ])
        func sixelFitsTheBox(box: String, size: PixelSize) throws {
            let picture = TestPictures.wideGradient
            let run = try print(picture, "--protocol", "sixel", "--size", box)
            #expect(run.status == .code(0), "\(run.errors)")
            let drawing = try sixel(run)
            #expect(drawing.size == size)
            let seen = Raster(size: drawing.size, pixels: drawing.pixels)
            let wished = picture.raster.resized(to: drawing.size)
            #expect(RasterDifference(seen, wished).mean < 6)
        }

        @Test func sixelAtTheOriginalSizeHasThePhotosPixels() throws {
            let picture = TestPictures.smallMosaic
            let run = try print(picture, "--protocol", "sixel", "--size", "300x200px")
            let drawing = try sixel(run)
            #expect(drawing.size == picture.raster.size)
            let seen = Raster(size: drawing.size, pixels: drawing.pixels)
            #expect(RasterDifference(seen, picture.raster).mean < 2)
        }

        /// Half transparent, over the ground that only an option can tell: mixed as in a browser.
        @Test(arguments: [("dark", 255, 128), ("light", 0, 127), ("auto", 255, 128)])
        func transparentPixelsLieOnTheThemesGround(theme: String, gray: UInt8, shown: Int) throws {
            let size = PixelSize(width: 12, height: 6)
            let pixel: [UInt8] = [gray, gray, gray, 128]
            let pixels = (0..<size.width * size.height).flatMap { _ in pixel }
            let raster = Raster(size: size, pixels: pixels, isOpaque: false)
            let run = try print(
                TestPicture(raster, "half.png"), "--theme", theme, "--protocol", "sixel", "--size",
                "12x6px")
            let drawing = try sixel(run)
            // Sixel gives colours in hundredths.
            #expect(abs(Int(drawing.pixels[0]) - shown) <= 2)
        }

        /// The region named by a link, with nothing around it: pixel for pixel if it fits.
        @Test(arguments: [
            ("#xywh=120,60,90,70", PixelRect(x: 120, y: 60, width: 90, height: 70)),
            ("#xywh=0,0,300,200", PixelRect(x: 0, y: 0, width: 300, height: 200)),
            ("#xywh=250,150,500,500", PixelRect(x: 250, y: 150, width: 50, height: 50)),
            ("#150,100", PixelRect(x: 0, y: 0, width: 300, height: 200)),
        ])
        func aPlaceIsPrintedAlone(place: String, area: PixelRect) throws {
            let picture = TestPictures.smallMosaic
            let run = try ProgramRun(
                ProgramStart(
                    try BuiltProgram.viewer.path(),
                    [
                        "--print", try picture.path() + place, "--protocol", "sixel", "--size",
                        "300x200px",
                    ]))
            #expect(run.status == .code(0), "\(run.errors)")
            let drawing = try sixel(run)
            #expect(drawing.size == area.size)
            let seen = Raster(size: drawing.size, pixels: drawing.pixels)
            #expect(RasterDifference(seen, picture.raster.cropped(to: area)).mean < 2)
        }

        /// A larger region is scaled to fit.
        @Test func aPlaceIsMadeToFitTheBox() throws {
            let picture = TestPictures.wideGradient
            let run = try ProgramRun(
                ProgramStart(
                    try BuiltProgram.viewer.path(),
                    [
                        "--print", try picture.path() + "#xywh=200,100,600,400", "--protocol",
                        "sixel", "--size", "300x300px",
                    ]))
            let drawing = try sixel(run)
            #expect(drawing.size == PixelSize(width: 300, height: 200))
            let seen = Raster(size: drawing.size, pixels: drawing.pixels)
            let wished = picture.raster.cropped(
                to: PixelRect(x: 200, y: 100, width: 600, height: 400)
            )
            .resized(to: drawing.size)
            #expect(RasterDifference(seen, wished).mean < 6)
        }

        /// Grays from 100 to 119: levels spread them, or turn them around.
        @Test(arguments: [
            ("none", 100, 119), ("auto", 0, 255), ("inverted", 155, 136), ("equalised", 0, 255),
        ])
        func itHasTheLevelsThatAreNamed(levels: String, first: Int, last: Int) throws {
            let size = PixelSize(width: 20, height: 6)
            let pixels = (0..<120).flatMap { place -> [UInt8] in
                let gray = UInt8(100 + place % 20)
                return [gray, gray, gray, 255]
            }
            let picture = TestPicture(Raster(size: size, pixels: pixels), "grays.png")
            let run = try print(
                picture, "--levels", levels, "--protocol", "sixel", "--size", "20x6px")
            let drawing = try sixel(run)
            // Sixel gives colours in hundredths.
            #expect(abs(Int(drawing.pixels[0]) - first) <= 3)
            #expect(abs(Int(drawing.pixels[19 * Raster.bytesPerPixel]) - last) <= 3)
        }

        @Test func itIsEnlargedOnlyWhenAsked() throws {
            let run = try print(
                TestPictures.smallMosaic, "--protocol", "sixel", "--size", "600x500px", "--enlarge")
            #expect(try sixel(run).size == PixelSize(width: 600, height: 400))
        }

        @Test(arguments: [
            ("80x40", PixelSize(width: 80, height: 38)),
            ("20x40", PixelSize(width: 20, height: 9)),
            ("200x5", PixelSize(width: 21, height: 10)),
        ])
        func blocksFitTheBox(box: String, size: PixelSize) throws {
            let picture = TestPictures.wideGradient
            let run = try print(picture, "--protocol", "blocks", "--size", box)
            #expect(run.status == .code(0), "\(run.errors)")
            let rows = (size.height + 1) / 2
            var model = TerminalModel(
                .vte, geometry: TerminalGeometry(columns: size.width, rows: rows + 2))
            // A pipe has bare line feeds; the terminal driver would add the returns.
            _ = model.feed(
                Array(run.text.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n").utf8))
            #expect(model.leftovers == [])
            #expect(model.faults == [])
            #expect(model.grid.cursor == GridPosition(row: rows, column: 0))
            let seen = model.blocks.cropped(to: PixelRect(size))
            #expect(RasterDifference(seen, picture.raster.resized(to: size)).mean < 4)
        }

        @Test func standardInputIsPrinted() throws {
            var start = ProgramStart(
                try BuiltProgram.viewer.path(),
                ["--print", "-", "--protocol", "sixel", "--size", "64x64px"])
            start.input = .file(try TestPictures.wideGradient.path())
            #expect(try sixel(ProgramRun(start)).size == PixelSize(width: 64, height: 30))
        }

        /// A kitty on another machine, whose pictures are in the output.
        private static let distantKitty = {
            var terminal = SimulatedTerminal.kitty
            terminal.kittyMedia = ["d"]
            return terminal
        }()

        /// An unfinished sixel or APC string would swallow the shell's next words.
        @Test(
            arguments: [
                ("sixel", SimulatedTerminal.vt340), ("kitty", distantKitty), ("blocks", .st),
            ],
            [SIGINT, SIGTERM, SIGUSR1])
        func aSignalWithinAPictureEndsItsString(
            way: (protocol: String, terminal: SimulatedTerminal), signal: Int32
        ) throws {
            let program = try printing(
                "--protocol", way.protocol, "--colours", "true", in: way.terminal)
            // Then nothing is read, and the picture is longer than the system's buffer.
            #expect(program.waitForOutput(longerThan: 2000))
            program.send(signal)
            #expect(program.waitForExit() == .signal(signal))
            #expect(!program.model.isUnfinished)
            try expectTerminalRestored(program)
        }

        @Test func controlCWithinAPictureEndsItsString() throws {
            let program = try printing("--protocol", "sixel", in: .vt340)
            #expect(program.waitForMiddleOfPicture())
            program.type(Key.controlC)
            #expect(program.waitForExit() == .signal(SIGINT))
            #expect(!program.model.isUnfinished)
            try expectTerminalRestored(program)
        }

        @Test func whatWasStoppedWithinAPictureBeginsItAnew() throws {
            let shell = try JobShell()
            #expect(shell.waitForPrompt())
            let path = try TestPictures.largeMosaic.path()
            let program = shell.program
            program.type(
                "'\(try BuiltProgram.viewer.path())' --print --protocol sixel '\(path)'\n")
            #expect(program.waitForMiddleOfPicture())
            program.type("\u{1A}")
            #expect(shell.waitForPrompt())
            #expect(!program.model.isUnfinished)
            let before = program.model.pictureCount
            program.type("fg\n")
            #expect(program.wait { program.model.pictureCount > before } && shell.waitForPrompt())
            program.type("exit\n")
            #expect(program.waitForExit() == .code(0))
        }

        private func printing(
            _ options: String..., in terminal: SimulatedTerminal
        ) throws -> TerminalProgram {
            let path = try TestPictures.noise.path()
            return try TerminalProgram(
                ProgramStart(try BuiltProgram.viewer.path(), ["--print", path] + options),
                in: terminal)
        }

        @Test func onATerminalTheShellGoesOnBelow() throws {
            let path = try TestPictures.smallMosaic.path()
            let program = try TerminalProgram(
                ProgramStart(
                    try BuiltProgram.viewer.path(),
                    ["--print", path, "--protocol", "sixel", "--size", "300x200px"]), in: .vt340)
            #expect(program.waitForExit() == .code(0))
            #expect(program.model.pictureCount == 1)
            #expect(program.model.grid.cursor.column == 0)
            #expect(program.model.grid.cursor.row >= 200 / 17)
            try expectTerminalRestored(program)
        }
    }
}

extension WholeProgramCommands {
    /// Words instead of pictures, for screen readers.
    @Suite struct PlainWords {
        private static let items = [
            LibraryItem(
                id: "HEARD-1", title: "Zebra on Mars", description: "A long story.",
                altText: "A striped robot stands on red sand."),
            LibraryItem(
                id: "HEARD-2", title: "Zebra two", description: "What everybody reads.",
                altText: "017A6953.NEF"),
            LibraryItem(id: "HEARD-3", title: "Zebra \u{1B}[31mthree"),
        ]

        private func run(_ arguments: [String], at address: String) throws -> ProgramRun {
            var start = ProgramStart(try BuiltProgram.viewer.path(), ["--plain"] + arguments)
            start.environment.merge(CleanEnvironment.ownPlace()) { $1 }
            start.environment["NASA_VIEW_API"] = address
            return try ProgramRun(start)
        }

        @Test(arguments: [
            (
                "HEARD-1",
                """
                Zebra on Mars
                Jo Painter — 3 Feb 2001, HEARD-1
                A striped robot stands on red sand.


                """
            ),
            (
                "HEARD-2",
                """
                Zebra two
                Jo Painter — 3 Feb 2001, HEARD-2
                What everybody reads.


                """
            ),
        ])
        func aPhotoIsTitleCreditDateAndWhatIsToBeSeen(id: String, text: String) throws {
            let library = try TestLibrary(Self.items)
            let run = try run([id], at: library.address)
            #expect(run.status == .code(0), "\(run.errors)")
            #expect(run.text == text)
        }

        @Test func aSearchIsAPhotoAfterTheOtherWithoutAnyControlSequence() throws {
            let library = try TestLibrary(Self.items)
            let run = try run(["--search", "zebra"], at: library.address)
            #expect(run.status == .code(0), "\(run.errors)")
            let photos = run.text.split(separator: "\n\n")
            #expect(photos.count == 3)
            #expect(!run.output.contains(0x1B))
        }

        @Test func whatIsNotThereEndsWithItsStatus() throws {
            let library = try TestLibrary(Self.items)
            let run = try run(["HEARD-9", "HEARD-1"], at: library.address)
            #expect(run.status == .code(1))
            #expect(run.errors.contains("HEARD-9"))
            #expect(run.text.hasPrefix("Zebra on Mars"))
            #expect(try self.run(["HEARD-9"], at: library.address).status == .code(3))
        }

        @Test func aFileIsItsNameAndItsSize() throws {
            let file = try ScratchFile(
                PlainPNG.bytes(of: TestPictures.smallMosaic.raster), name: "moon.png")
            let size = TestPictures.smallMosaic.raster.size
            let run = try run([file.path], at: "http://127.0.0.1:9")
            #expect(run.text == "moon.png\n\(size.width) by \(size.height) pixels\n\n")
        }
    }
}
