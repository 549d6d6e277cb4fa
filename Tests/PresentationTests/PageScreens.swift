import Imaging
import Screens
import SystemPackage
import TerminalEmulation
import TerminalProtocols
import TestSupport

@testable import PhotoPipeline
@testable import Presentation

/// A way of showing pictures, and its terminal.
enum PictureWay: CaseIterable {
    case sixel, kitty, blocks
    case xtermJSBySixel, xtermJSByKitty
    /// By text in tmux, in a current kitty.
    case placeholders
    /// In terminals that scroll sixels with rows of text, or with the whole screen.
    case sixelThatScrollsInRegions, sixelThatScrollsWithTheScreen

    fileprivate var setup: Stage.Setup {
        let xtermJS = TerminalReply.version(Array("xterm.js(6.0.0)".utf8))
        return switch self {
        case .sixel: Stage.Setup(.vt340, by: .sixel)
        case .kitty: Stage.Setup(.kitty026, by: .kitty)
        case .blocks: Stage.Setup(.vt340, by: .blocks)
        case .xtermJSBySixel: Stage.Setup(.xtermJS, by: .sixel, xtermJS)
        case .xtermJSByKitty: Stage.Setup(.xtermJS, by: .kitty, xtermJS)
        case .placeholders:
            Stage.Setup(.kittyWithPlaceholders, by: .kitty).with { $0.isInTmux = true }
        case .sixelThatScrollsInRegions: .xterm
        case .sixelThatScrollsWithTheScreen: .foot
        }
    }
}

extension Stage {
    init(
        _ way: PictureWay, _ size: CellSize = CellSize(columns: 40, rows: 12),
        _ change: (inout Setup) -> Void = { _ in }
    ) throws {
        try self.init(
            way.setup.with {
                $0.geometry = TerminalGeometry(
                    columns: size.columns, rows: size.rows, cell: CellMetrics(width: 8, height: 16))
                $0.colours = .trueColour
                change(&$0)
            })
    }

    var graphics: GraphicsProtocol { context.profile.graphics }

    /// Shows a page until nothing more is written.
    mutating func show(_ page: TextPage, _ pictures: [PagePicture]) {
        while !update(to: .page(page, pictures: pictures)).isEmpty {}
    }

    /// Shows a page after some pictures have waited long enough for others.
    mutating func showAfterWaiting(_ page: TextPage, _ pictures: [PagePicture]) {
        show(page, pictures)
        now += Timeouts.pictureBatch
        show(page, pictures)
    }

    /// Replaces the page by another.
    mutating func showEmptyPage() { show(TextPage(size: context.profile.window.cells), []) }

    /// Delivers the pictures of the subjects that meet the condition.
    mutating func deliver(where isMeant: (ImageSubject) -> Bool = { _ in true }) throws {
        for request in wanted where isMeant(request.subject) { try deliver(request) }
    }

    /// Delivers an answer that may no longer be wanted.
    mutating func deliver(_ request: ImageRequest) throws {
        let renderer = Renderer(stopwatch: Stopwatch { 0 }, png: PlainPNG.encode)
        let size = PixelSize(width: 64, height: 48)
        let photo = RasterPhoto(raster: Raster(size, filledWith: Self.colour(request.subject)))
        let all = try photo.pixels(of: PixelRect(size), reducedBy: .none)
        take(renderer.render(request, of: all))
    }

    /// Returns a different colour for each photo, on the grid of percents and in the cube of 256
    /// colours.
    static func colour(_ source: ImageSubject) -> RGBColour {
        guard case .photo(.file(let path)) = source, let number = Int(path.string)
        else { return .black }
        let steps: [UInt8] = [51, 102, 153, 204, 255]
        return RGBColour(
            red: steps[number % 5], green: steps[number / 5 % 5], blue: steps[number / 25 % 5])
    }
}

extension Stage {
    /// Returns the colour in the middle of a cell with a picture; nil without one.
    func colour(row: Int, column: Int) -> RGBColour? {
        colour(row: row, column: column, terminal.canvas)
    }

    /// Returns a map of the screen: the number of the photo that each cell shows, or its text.
    func map(_ photos: [Int]) -> String {
        let names = Dictionary(
            photos.map { (Self.colour(.photo(.file(path: "\($0)"))), "\($0)") },
            uniquingKeysWith: { first, _ in first })
        let canvas = terminal.canvas
        let lines = terminal.grid.rows.indices.map { row in
            let cells = terminal.grid.rows[row].indices.map { column in
                guard let colour = colour(row: row, column: column, canvas) else {
                    return terminal.grid.rows[row][column].text
                }
                return names[colour] ?? "?"
            }
            return cells.joined().replacing("\u{A0}", with: " ")
        }
        return lines.map(Self.trimmed).joined(separator: "\n")
    }

    private func colour(row: Int, column: Int, _ canvas: Raster) -> RGBColour? {
        graphics == .blocks
            ? blockColour(row: row, column: column)
            : pixelColour(row: row, column: column, canvas)
    }

    private func pixelColour(row: Int, column: Int, _ canvas: Raster) -> RGBColour? {
        let middle = terminal.geometry.cell.middle(row: row, column: column)
        let place = (middle.y * canvas.size.width + middle.x) * 4
        guard canvas.pixels[place + 3] != 0 else { return nil }
        return RGBColour(
            red: canvas.pixels[place], green: canvas.pixels[place + 1],
            blue: canvas.pixels[place + 2])
    }

    private func blockColour(row: Int, column: Int) -> RGBColour? {
        let cell = terminal.grid.rows[row][column]
        // A blank of coloured text shows nothing.
        guard
            cell.style.background != .standard
                || cell.style.foreground != .standard && cell.text != " ",
            let upper = cell.halves?.upper
        else { return nil }
        return RGBColour(red: upper[0], green: upper[1], blue: upper[2])
    }

    private static func trimmed(_ line: String) -> String {
        line.lastIndex { $0 != " " }.map { String(line[...$0]) } ?? ""
    }
}

/// A list in a screen's layout: three rows and a blank one for each photo.
struct ListPage {
    static let size = CellSize(columns: 40, rows: 12)

    let text: TextPage
    let pictures: [PagePicture]

    /// Lists the photos from `first` on, as many as fit; the text starts a row higher for each of
    /// `offset`.
    init(first: Int, offset: Int = 0, selected: Int? = nil, isShort: Bool = false) {
        var text = TextPage(size: Self.size)
        var pictures: [PagePicture] = []
        for place in 0..<4 {
            let row = place * 4 - offset
            let photo = first + place
            guard row + 1 < Self.size.rows - 1 else { continue }
            let title: SafeText = isShort ? "P\(photo)" : "Photo \(photo) with a long title"
            text.put(
                title, row: row, column: 8, style: selected == photo ? .reversed : .strong)
            text.put("by somebody", row: row + 1, column: 8, style: .faint)
            text.put(". . .", row: row + 1, column: 1, style: .faint)
            guard row >= 0 else { continue }
            pictures.append(
                PagePicture(
                    .photo(.file(path: "\(photo)")), at: CellPosition(row: row, column: 0),
                    size: CellSize(columns: 6, rows: 3), .cover))
        }
        text.put("status", row: Self.size.rows - 1)
        self.text = text
        self.pictures = pictures
    }
}
