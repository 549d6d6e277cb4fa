import Foundation
import Imaging
import PhotoCodec
import TestSupport
import Testing

extension WholeProgramCommands {
    /// The chart of each kind of description from its file to a terminal and to another file.
    @Suite struct ColourCharts {
        private static let fixtures = BuiltProgram.package.appending(path: "Fixtures/Photos")

        private static let files = ColourPatches.files.filter { file in
            let library: CodecLibrary? =
                switch URL(filePath: file.name).pathExtension {
                case "avif", "heic": .heif
                case "jxl": .jxl
                case "jp2": .openJPEG
                case "webp": .webp
                default: nil
                }
            return library?.version.isEmpty != true
        }

        private func run(_ arguments: [String]) throws -> ProgramRun {
            var start = ProgramStart(try BuiltProgram.viewer.path(), arguments)
            start.environment.merge(CleanEnvironment.ownPlace()) { $1 }
            start.environment["COLORTERM"] = "truecolor"
            let run = try ProgramRun(start)
            #expect(run.status == .code(0), "\(run.errors)")
            return run
        }

        /// Sixel counts colours in hundredths, which is one code and a quarter.
        @Test(arguments: files) func itIsPrintedRight(file: (name: String, tolerance: Double))
            throws
        {
            let path = Self.fixtures.appending(path: file.name).path
            let sixel = try run(["--print", path, "--protocol", "sixel", "--size", "48x32px"])
            var parser = OutputParser()
            let strings = parser.feed(sixel.output).compactMap { event in
                if case .string(let string) = event { string } else { nil }
            }
            let drawing = SixelDrawing(try #require(strings.first).bytes)
            #expect(drawing.problems == [] && drawing.size == ColourPatches.size)
            let raster = Raster(size: drawing.size, pixels: drawing.pixels)
            #expect(ColourPatches.worst(raster, side: 8) <= file.tolerance + 1.5)
            let kitty = try run(["--print", path, "--protocol", "kitty", "--size", "48x32px"])
            let command = try #require(kitty.text.firstMatch(of: /_G[^;]*f=100[^;]*;([^\u{1B}]*)/))
            let png = try #require(Data(base64Encoded: String(command.output.1)))
            let sent = try ImageDecoder.open(PhotoBytes([UInt8](png)))
            let pixels = try sent.pixels(of: PixelRect(sent.size), reducedBy: .none).raster
            #expect(ColourPatches.worst(pixels, side: 8) <= file.tolerance)
            let blocks = try run(["--print", path, "--protocol", "blocks", "--size", "48x16"])
            var model = TerminalModel(.vte, geometry: TerminalGeometry(columns: 60, rows: 20))
            // A terminal's driver adds the returns.
            _ = model.feed(blocks.output.flatMap { $0 == 10 ? [13, 10] : [$0] })
            let seen = model.blocks.cropped(to: PixelRect(x: 0, y: 0, width: 48, height: 32))
            #expect(ColourPatches.worst(seen, side: 8) <= file.tolerance)
        }

        @Test(arguments: files) func itIsWrittenRight(file: (name: String, tolerance: Double))
            throws
        {
            let path = Self.fixtures.appending(path: file.name).path
            let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let ways: [(arguments: [String], side: Int)] = [
                (["convert", path], 8), (["convert", path, "--fit", "24x16"], 4),
                (["crop", path], 8),
            ]
            for (number, way) in ways.enumerated() {
                let made = folder.appending(path: "\(number).png").path
                _ = try run(way.arguments + ["--to", made])
                let photo = try ImageDecoder.open(PhotoBytes.open(path: made))
                let raster = try photo.pixels(of: PixelRect(photo.size), reducedBy: .none).raster
                #expect(raster.size.width == 6 * way.side)
                #expect(ColourPatches.worst(raster, side: way.side) <= file.tolerance + 0.5)
            }
        }
    }
}
