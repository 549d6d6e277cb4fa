import Foundation
import Imaging
import TestSupport
import Testing

/// The viewer in a terminal, and what a person does with it.
final class Viewer {
    let program: TerminalProgram

    /// It keeps things at `place`; a fresh one if not said.
    init(
        _ arguments: [String], in terminal: SimulatedTerminal = .vt340,
        geometry: TerminalGeometry = TerminalGeometry(columns: 80, rows: 24),
        input: StandardStream = .terminal, place: [String: String] = CleanEnvironment.ownPlace()
    ) throws {
        var start = ProgramStart(try BuiltProgram.viewer.path(), arguments)
        start.input = input
        start.environment.merge(place) { _, own in own }
        program = try TerminalProgram(start, in: terminal, geometry: geometry)
    }

    var model: TerminalModel { program.model }
    var facts: ViewerFacts? { ViewerFacts(model.statusLine) }
    var page: String { PageText.text(model.grid) }
    /// The words of the page, wherever its lines end: that depends on how long a file's path is.
    var words: String { page.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

    /// Waits until the status line says what the condition wants.
    @discardableResult
    func waitForFacts(
        _ place: SourceLocation = #_sourceLocation, until condition: (ViewerFacts) -> Bool
    ) throws -> ViewerFacts {
        let isSo = program.wait {
            program.status != nil || facts.map { condition($0) } == true
        }
        #expect(isSo, "the screen shows:\n\(page)", sourceLocation: place)
        #expect(program.status == nil, "the program has ended:\n\(page)", sourceLocation: place)
        return try #require(facts, "the screen shows:\n\(page)", sourceLocation: place)
    }

    func waitForText(_ text: String, _ place: SourceLocation = #_sourceLocation) {
        let isThere = { self.page.contains(text) || self.words.contains(text) }
        let isSo = program.wait { program.status != nil || isThere() }
        #expect(
            isSo && isThere(), "“\(text)” is not on the screen:\n\(page)", sourceLocation: place)
    }

    /// Waits until the picture is within a mean error per channel of one of the wished ones.
    ///
    /// A frame may be a quick one with a finer one to follow: only the last must be right.
    func expectPicture(
        _ wished: [Raster], under limit: Double = 6, within seconds: Double = 15,
        _ place: SourceLocation = #_sourceLocation,
        shown: (TerminalModel) -> Raster = { $0.pictureArea }
    ) {
        var best: RasterDifference?
        var judged = -1
        let isSo = program.wait(within: seconds) {
            guard program.output.count != judged, !model.isUnfinished else {
                return program.status != nil
            }
            judged = program.output.count
            let raster = shown(model)
            best = wished.map { RasterDifference($0, raster) }.min { $0.mean < $1.mean }
            return best.map { $0.mean < limit } == true
        }
        #expect(
            isSo && program.status == nil,
            "off by \(best?.description ?? "all")\n\(model.statusLine)", sourceLocation: place)
    }

    /// What a person sees: the pictures' pixels and the text.
    struct Sight: Equatable {
        let pictures: Raster
        let page: String
    }

    var sight: Sight {
        let canvas = model.canvas
        return Sight(pictures: canvas, page: seenPage(under: canvas))
    }

    /// The text that no picture lies on.
    private func seenPage(under canvas: Raster) -> String {
        let cell = model.geometry.cell
        return model.grid.rows.enumerated().map { row, cells in
            cells.enumerated().map { column, text in
                let middle = cell.middle(row: row, column: column)
                let place = (middle.y * canvas.size.width + middle.x) * Raster.bytesPerPixel
                let alpha = canvas.pixels[place + 3]
                return alpha == 0 ? text.text : " "
            }.joined()
        }.joined(separator: "\n")
    }

    /// What there is to see when the program has nothing more to draw.
    func waitForQuiet() -> Sight {
        var count = -1
        while program.output.count != count || model.isUnfinished {
            count = program.output.count
            _ = program.wait(within: 0.7) { program.status != nil }
        }
        return sight
    }

    func press(_ keys: String) { program.type(keys) }

    /// Presses q and checks that the program leaves, well and without a trace.
    func quit(_ place: SourceLocation = #_sourceLocation) throws {
        program.type("q")
        #expect(program.waitForExit() == .code(0), sourceLocation: place)
        try expectTerminalRestored(program, place)
    }
}
