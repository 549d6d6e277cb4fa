import Imaging
import PhotoPipeline
import Screens
import TerminalProtocols
import TestSupport

extension PageStage {
    /// The colour in the middle of a cell where a picture shows; nil where there is none.
    func colour(row: Int, column: Int) -> RGBColour? {
        guard !terminal.profile.keepsPicturesInCells else {
            return pixelColour(row: row, column: column)
        }
        return switch graphics {
        case .blocks: blockColour(row: row, column: column)
        case .kitty: kittyColour(row: row, column: column)
        case .sixel, .iTerm2: pixelColour(row: row, column: column)
        }
    }

    /// A map of the screen: the number of the photo that each cell shows, or its text.
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
        graphics == .sixel || terminal.profile.keepsPicturesInCells
            ? pixelColour(row: row, column: column, canvas) : colour(row: row, column: column)
    }

    private func pixelColour(row: Int, column: Int) -> RGBColour? {
        pixelColour(row: row, column: column, terminal.canvas)
    }

    private func pixelColour(row: Int, column: Int, _ canvas: Raster) -> RGBColour? {
        let middle = Self.cell.middle(row: row, column: column)
        let place = (middle.y * canvas.size.width + middle.x) * 4
        guard canvas.pixels[place + 3] != 0 else { return nil }
        return RGBColour(
            red: canvas.pixels[place], green: canvas.pixels[place + 1],
            blue: canvas.pixels[place + 2])
    }

    private func kittyColour(row: Int, column: Int) -> RGBColour? {
        let point = PixelRect(
            origin: Self.cell.middle(row: row, column: column),
            size: PixelSize(width: 1, height: 1))
        guard let placement = kitty.placements.last(where: { $0.area.contains(point) }),
            let raster = kitty.images[placement.image]
        else { return nil }
        return RGBColour(red: raster.pixels[0], green: raster.pixels[1], blue: raster.pixels[2])
    }

    private func blockColour(row: Int, column: Int) -> RGBColour? {
        let cell = terminal.grid.rows[row][column]
        guard cell.style.background != .standard || cell.style.foreground != .standard,
            let upper = cell.halves?.upper
        else { return nil }
        return RGBColour(red: upper[0], green: upper[1], blue: upper[2])
    }

    private static func trimmed(_ line: String) -> String {
        line.lastIndex { $0 != " " }.map { String(line[...$0]) } ?? ""
    }
}
