/// Finds the nearest palette colour of every key of a grid, in OKLab.
///
/// Blocks of keys are searched together: a colour that is too far from a block's middle to be the
/// nearest anywhere in it is left out for all of the block.
struct NearestColours {
    private let places: [SIMD4<Float>]
    private let levels: ColourLevels

    /// Levels along each side of a block.
    private static let side = 4

    init(_ palette: Palette, levels: ColourLevels) {
        places = palette.colours.map { OKLab.place(of: $0) }
        self.levels = levels
    }

    /// Hot: runs once for each photo.
    func table() -> [UInt8] {
        var table = [UInt8](repeating: 0, count: levels.keyCount)
        for red in stride(from: 0, to: levels.count, by: Self.side) {
            for green in stride(from: 0, to: levels.count, by: Self.side) {
                for blue in stride(from: 0, to: levels.count, by: Self.side) {
                    fill(&table, red: red, green: green, blue: blue)
                }
            }
        }
        return table
    }

    private func fill(_ table: inout [UInt8], red: Int, green: Int, blue: Int) {
        let block = block(red: red, green: green, blue: blue)
        let candidates = candidates(for: block.map(\.place))
        for (key, place) in block {
            var best = Float.infinity
            for (register, colour) in candidates {
                let distance = Self.squaredDistance(place, colour)
                if distance < best {
                    best = distance
                    table[key] = register
                }
            }
        }
    }

    private func block(red: Int, green: Int, blue: Int) -> [(key: Int, place: SIMD4<Float>)] {
        var keys: [(key: Int, place: SIMD4<Float>)] = []
        keys.reserveCapacity(Self.side * Self.side * Self.side)
        for r in red..<red + Self.side {
            for g in green..<green + Self.side {
                for b in blue..<blue + Self.side {
                    let light = SIMD4(
                        levels.red.lights[r], levels.green.lights[g], levels.blue.lights[b], 0)
                    let key = (r * levels.count + g) * levels.count + b
                    keys.append((key, OKLab.place(ofLight: light)))
                }
            }
        }
        return keys
    }

    /// The colours that may be the nearest of any of the places.
    private func candidates(for block: [SIMD4<Float>]) -> [(UInt8, SIMD4<Float>)] {
        let middle = block.reduce(SIMD4<Float>(), +) / Float(block.count)
        let radius = block.reduce(0) { max($0, Self.squaredDistance($1, middle)) }.squareRoot()
        let distances = places.map { Self.squaredDistance($0, middle).squareRoot() }
        let reach = (distances.min() ?? 0) + 2 * radius
        return distances.indices.filter { distances[$0] <= reach }
            .map { (UInt8($0), places[$0]) }
    }

    @inline(__always)
    private static func squaredDistance(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> Float {
        let difference = a - b
        let squares = difference * difference
        return squares.x + squares.y + squares.z
    }
}
