#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// One number for each pixel of a picture.
struct Plane {
    let width: Int
    let height: Int
    let numbers: [Float]

    /// What is taken to lie beyond the edges when a filter reaches there.
    enum Beyond { case mirrored, edgeGoesOn }

    /// The plane seen through a Gaussian of `sigma` pixels, cut off at `reach` times that.
    ///
    /// Beyond its edges it is mirrored.
    func blurred(sigma: Double, reach: Double = 4) -> Plane {
        let weights = Self.gaussian(sigma: sigma, radius: Int(reach * sigma + 0.5))
        return filtered(rows: weights, columns: weights, beyond: .mirrored)
    }

    /// Filtered along its rows, then along its columns, by weights whose middle is the pixel itself.
    func filtered(rows: [Float], columns: [Float], beyond: Beyond) -> Plane {
        alongRows(rows, beyond).transposed.alongRows(columns, beyond).transposed
    }

    func map(_ changed: (Float) -> Float) -> Plane {
        Plane(width: width, height: height, numbers: numbers.map(changed))
    }

    /// Two planes, number by number.
    func with(_ other: Plane, _ combined: (Float, Float) -> Float) -> Plane {
        Plane(width: width, height: height, numbers: zip(numbers, other.numbers).map(combined))
    }

    /// Weights of a Gaussian, which add up to 1.
    static func gaussian(sigma: Double, radius: Int) -> [Float] {
        let curve = (-radius...radius).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
        let sum = curve.reduce(0, +)
        return curve.map { Float($0 / sum) }
    }

    private func alongRows(_ weights: [Float], _ beyond: Beyond) -> Plane {
        let radius = weights.count / 2
        var result = [Float](repeating: 0, count: numbers.count)
        var row = [Float](repeating: 0, count: width + 2 * radius)
        for y in 0..<height {
            let start = y * width
            for x in -radius..<width + radius {
                row[x + radius] = numbers[start + place(x, beyond)]
            }
            for x in 0..<width {
                var sum: Float = 0
                for (tap, weight) in weights.enumerated() { sum += row[x + tap] * weight }
                result[start + x] = sum
            }
        }
        return Plane(width: width, height: height, numbers: result)
    }

    private func place(_ x: Int, _ beyond: Beyond) -> Int {
        guard beyond == .mirrored else { return min(max(0, x), width - 1) }
        let place = x < 0 ? -1 - x : x
        return min(max(0, place < width ? place : 2 * width - 1 - place), width - 1)
    }

    private var transposed: Plane {
        var result = [Float](repeating: 0, count: numbers.count)
        for y in 0..<height {
            for x in 0..<width { result[x * height + y] = numbers[y * width + x] }
        }
        return Plane(width: height, height: width, numbers: result)
    }
}
