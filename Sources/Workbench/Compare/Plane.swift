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

    /// The plane seen through a Gaussian of `sigma` pixels, cut off at `reach` times that.
    ///
    /// Beyond its edges it is mirrored.
    func blurred(sigma: Double, reach: Double = 4) -> Plane {
        let weights = Self.weights(sigma: sigma, radius: Int(reach * sigma + 0.5))
        return alongRows(weights).transposed.alongRows(weights).transposed
    }

    /// Two planes, number by number.
    func with(_ other: Plane, _ combined: (Float, Float) -> Float) -> Plane {
        Plane(width: width, height: height, numbers: zip(numbers, other.numbers).map(combined))
    }

    private static func weights(sigma: Double, radius: Int) -> [Float] {
        let curve = (-radius...radius).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
        let sum = curve.reduce(0, +)
        return curve.map { Float($0 / sum) }
    }

    private func alongRows(_ weights: [Float]) -> Plane {
        let radius = weights.count / 2
        var result = [Float](repeating: 0, count: numbers.count)
        var row = [Float](repeating: 0, count: width + 2 * radius)
        for y in 0..<height {
            let start = y * width
            for x in -radius..<width + radius { row[x + radius] = numbers[start + mirrored(x)] }
            for x in 0..<width {
                var sum: Float = 0
                for (tap, weight) in weights.enumerated() { sum += row[x + tap] * weight }
                result[start + x] = sum
            }
        }
        return Plane(width: width, height: height, numbers: result)
    }

    private func mirrored(_ x: Int) -> Int {
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
