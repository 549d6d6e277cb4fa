/// The register that comes nearest to any colour, by a table.
struct ColourLookup {
    let levels: ColourLevels
    /// The nearest register for each key of `levels`.
    let nearest: [UInt8]

    private static let bits = 5

    init(_ palette: Palette) {
        levels = Self.levels(of: palette)
        nearest = NearestColours(palette, levels: levels).table()
    }

    /// Levels that are dense where the palette is.
    private static func levels(of palette: Palette) -> ColourLevels {
        var red = [Int](repeating: 0, count: 256)
        var green = red
        var blue = red
        for colour in palette.colours {
            red[Int(colour.red)] += 1
            green[Int(colour.green)] += 1
            blue[Int(colour.blue)] += 1
        }
        return ColourLevels(
            bits: bits, red: spread(red), green: spread(green), blue: spread(blue))
    }

    /// Counts at a few codes as counts at the codes between them too.
    private static func spread(_ counts: [Int]) -> [Int] {
        let reach = 6
        return counts.indices.map { code in
            let near = max(0, code - reach)...min(counts.count - 1, code + reach)
            return near.reduce(0) { $0 + counts[$1] * (reach + 1 - abs($1 - code)) }
        }
    }
}
