import Foundation
import Imaging
import TestSupport
import Testing

/// The viewer in a terminal, and a user's actions.
final class Viewer {
    let program: TerminalProgram

    /// Starts it; without `withNeighbours` the only named file is viewed without its folder.
    ///
    /// Stores its files at `place`, by default a new one.
    init(
        _ arguments: [String], withNeighbours: Bool = false,
        in terminal: SimulatedTerminal = .vt340,
        geometry: TerminalGeometry = TerminalGeometry(columns: 80, rows: 24),
        input: StandardStream = .terminal, place: [String: String] = CleanEnvironment.ownPlace()
    ) throws {
        let alone = withNeighbours ? [] : ["--only"]
        var start = ProgramStart(try BuiltProgram.viewer.path(), alone + arguments)
        start.input = input
        start.environment.merge(place) { _, own in own }
        program = try TerminalProgram(start, in: terminal, geometry: geometry)
    }

    var model: TerminalModel { program.model }
    var facts: ViewerFacts? { ViewerFacts(model.statusLine) }
    var page: String { PageText.text(model.grid) }
    /// The words of the page, regardless of line ends, which depend on the length of a file's path.
    var words: String { page.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

    /// Waits until the status line meets the condition.
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

    /// Returns the facts of a complete bar: the terminal may have read only a part of it.
    func waitForWholeBar(_ place: SourceLocation = #_sourceLocation) throws -> ViewerFacts {
        try waitForFacts(place) { _ in model.statusLine.contains("?: ") }
    }

    func waitForText(_ text: String, _ place: SourceLocation = #_sourceLocation) {
        let isThere = { self.page.contains(text) || self.words.contains(text) }
        let isSo = program.wait { program.status != nil || isThere() }
        #expect(
            isSo && isThere(), "“\(text)” is not on the screen:\n\(page)", sourceLocation: place)
    }

    /// Waits until the picture is within a mean error per channel of one of the expected ones.
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

    /// The visible state: the pictures' pixels and the text.
    struct Snapshot: Equatable, CustomStringConvertible {
        let pictures: Raster
        let page: String

        var description: String { "pictures of \(pictures.pixels.hashValue) under\n\(page)" }
    }

    /// The events that the program waits for, for failure messages.
    var waitsFor: String { "\(Activity(of: program.identifier)?.polls ?? [])" }

    var snapshot: Snapshot {
        let canvas = model.canvas
        return Snapshot(pictures: canvas, page: seenPage(under: canvas))
    }

    /// Returns the text not covered by pictures.
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

    /// Waits until the program has nothing more to draw, and returns the visible state: it waits
    /// for input, all its output is read, all its queries are answered, and no thread has run
    /// between two checks.
    ///
    /// If the system does not report a program's activity, 0.7 s without output count as rest.
    func waitForQuiet(_ place: SourceLocation = #_sourceLocation) -> Snapshot {
        var (count, before) = (-1, Activity?.none)
        let isQuiet = program.wait(within: 120) {
            guard program.status == nil else { return true }
            let isRead =
                program.output.count == count && !model.isUnfinished && program.hasReadInput
            defer { count = program.output.count }
            // Checked last: the program may not have processed input that it reads now.
            let activity = isRead ? Activity(of: program.identifier) : nil
            defer { before = activity }
            guard isRead else { return false }
            guard let activity else {
                return !program.wait(within: 0.7) { program.output.count != count }
            }
            return activity.isWaiting && activity == before
        }
        #expect(
            isQuiet, "it is never at rest: \(before.map { "\($0)" } ?? "nothing known")",
            sourceLocation: place)
        program.settle()
        return snapshot
    }

    func press(_ keys: String) { program.type(keys) }

    /// Presses q and checks that the program leaves successfully and without a trace.
    func quit(_ place: SourceLocation = #_sourceLocation) throws {
        program.settle()
        program.type("q")
        #expect(program.waitForExit() == .code(0), sourceLocation: place)
        try expectTerminalRestored(program, place)
    }
}

/// The facts at the right end of the status line: `1280x600  50%  [⠛⠛⠀⠀]  1/2  ?: keys`.
struct ViewerFacts: Hashable {
    /// `nil` if it does not fit.
    let photo: PixelSize?
    let percent: Double
    /// The visible part of the photo, in words.
    let region: String?
    /// The number of the photo and the count, if there are several; without commas.
    let place: String?

    init?(_ statusLine: String) {
        let pattern =
            /(?:(\d+)x(\d+) +)?([0-9.]+)%(?:  \[([⠀-⣿]+|[ '.:]{4})\])?(?:  ([\d,]+\/[\d,]+))?/
            .repetitionBehavior(.eager)
        // A title may have a percent sign too: the last one is the bar's.
        guard let match = statusLine.matches(of: pattern).last?.output,
            let percent = Double(match.3)
        else { return nil }
        photo = Self.size(match.1, match.2)
        self.percent = percent
        region = match.4.map { Self.region(String($0)) }
        place = match.5.map { $0.filter { $0 != "," } }
    }

    /// Converts a map in braille, or in points without braille, to words: `top left`, `centre`,
    /// `whole`.
    private static func region(_ map: String) -> String {
        let points: [Unicode.Scalar: UInt32] = [" ": 0, "'": 0x1B, ".": 0xE4, ":": 0xFF]
        let cells = map.unicodeScalars.map { points[$0] ?? $0.value - 0x2800 }
        let all = cells.reduce(0, |)
        let (left, right) = (cells.first ?? 0, cells.last ?? 0)
        let down = side(all & 0x09 != 0, all & 0xC0 != 0, "top", "bottom")
        let across = side(left & 0x47 != 0, right & 0xB8 != 0, "left", "right")
        guard down != nil || across != nil else { return "whole" }
        let words = [down, across].compactMap(\.self).filter { $0 != "centre" }
        return words.isEmpty ? "centre" : words.joined(separator: " ")
    }

    /// Returns the position of a view that reaches one end or none; `nil` if both.
    private static func side(
        _ reachesFirst: Bool, _ reachesLast: Bool, _ first: String, _ last: String
    ) -> String? {
        switch (reachesFirst, reachesLast) {
        case (true, true): nil
        case (true, false): first
        case (false, true): last
        case (false, false): "centre"
        }
    }

    private static func size(_ width: Substring?, _ height: Substring?) -> PixelSize? {
        guard let width = width.flatMap({ Int($0) }), let height = height.flatMap({ Int($0) })
        else { return nil }
        return PixelSize(width: width, height: height)
    }
}

/// The bytes that keys of a keyboard send.
enum Key {
    static let up = "\u{1B}[A"
    static let down = "\u{1B}[B"
    static let right = "\u{1B}[C"
    static let left = "\u{1B}[D"
    static let shiftUp = "\u{1B}[1;2A"
    static let shiftDown = "\u{1B}[1;2B"
    static let shiftRight = "\u{1B}[1;2C"
    static let shiftLeft = "\u{1B}[1;2D"
    static let pageUp = "\u{1B}[5~"
    static let pageDown = "\u{1B}[6~"
    static let home = "\u{1B}[H"
    static let end = "\u{1B}[F"
    static let controlC = "\u{03}"
    static let controlL = "\u{0C}"
}

/// The expected look of a view, computed without the program's own code.
enum ExpectedView {
    /// Returns the photo at its original size, with pixel `origin` in the top left corner of the
    /// screen.
    static func original(_ photo: Raster, _ origin: PixelPoint, screen: PixelSize) -> Raster {
        placed(photo, at: PixelPoint(x: -origin.x, y: -origin.y), screen: screen)
    }

    /// Returns the centre of the photo at its original size: the result of `z` in a fresh view.
    ///
    /// The fitted photo's centre may be displaced by half a pixel, which is more than one of the
    /// original.
    static func originalCentre(of photo: Raster, screen: PixelSize) -> [Raster] {
        let (x, y) = (
            (photo.size.width - screen.width) / 2, (photo.size.height - screen.height) / 2
        )
        return (-1...1).flatMap { right in
            (-1...1).map { down in
                original(photo, PixelPoint(x: x + right, y: y + down), screen: screen)
            }
        }
    }

    /// Returns the whole photo within the screen, centred, for each kind of rounding.
    static func whole(_ photo: Raster, screen: PixelSize) -> [Raster] {
        let scale = min(
            Double(screen.width) / Double(photo.size.width),
            Double(screen.height) / Double(photo.size.height))
        let scaled = photo.resized(
            to: PixelSize(
                width: Int((Double(photo.size.width) * scale).rounded()),
                height: Int((Double(photo.size.height) * scale).rounded())))
        let (left, top) = (screen.width - scaled.size.width, screen.height - scaled.size.height)
        return [(left / 2, top / 2), ((left + 1) / 2, (top + 1) / 2)].map { x, y in
            placed(scaled, at: PixelPoint(x: x, y: y), screen: screen)
        }
    }

    /// Returns the photo as wide as the screen, centred.
    ///
    /// The centre may be displaced by half a pixel: each kind of rounding is given.
    static func fitted(_ photo: Raster, screen: PixelSize) -> [Raster] {
        let height = Double(photo.size.height * screen.width) / Double(photo.size.width)
        let heights = Set([height.rounded(.down), height.rounded(.up)]).map { max(1, Int($0)) }
        return heights.flatMap { height in
            let scaled = photo.resized(to: PixelSize(width: screen.width, height: height))
            let spare = screen.height - height
            return Set([spare / 2, (spare + spare.signum()) / 2]).map { y in
                placed(scaled, at: PixelPoint(x: 0, y: y), screen: screen)
            }
        }
    }

    private static func placed(_ photo: Raster, at place: PixelPoint, screen: PixelSize) -> Raster {
        photo.placed(at: place, on: screen)
    }
}
