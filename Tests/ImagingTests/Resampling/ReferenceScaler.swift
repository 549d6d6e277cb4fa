import Foundation
import Imaging

/// The scaler as one would write it down: each pixel from its own sum over all of the photo's
/// pixels in reach, in double precision.
struct ReferenceScaler {
    let photo: Raster
    let scaled: PixelSize
    let filter: ResamplingFilter

    func codes(x: Int, y: Int) -> [Double] {
        let columns = weights(x, of: scaled.width, over: photo.size.width)
        let rows = weights(y, of: scaled.height, over: photo.size.height)
        return (0..<3).map { channel in
            var light = 0.0
            for (row, vertical) in rows {
                for (column, horizontal) in columns {
                    let place = (row * photo.size.width + column) * Raster.bytesPerPixel + channel
                    light += vertical * horizontal * Self.light(Double(photo.pixels[place]) / 255)
                }
            }
            return Self.code(min(max(light, 0), 1)) * 255
        }
    }

    private func weights(_ place: Int, of count: Int, over all: Int) -> [(Int, Double)] {
        let step = Double(all) / Double(count)
        let middle = (Double(place) + 0.5) * step - 0.5
        let weights = (0..<all).map { ($0, weight(Double($0) - middle, step: step)) }
        let sum = weights.reduce(0) { $0 + $1.1 }
        return weights.filter { $0.1 != 0 }.map { ($0.0, $0.1 / sum) }
    }

    private func weight(_ distance: Double, step: Double) -> Double {
        let x = abs(distance) / max(1, step)
        switch filter {
        case .nearest: return distance + 0.5 >= 0 && distance + 0.5 < 1 ? 1 : 0
        case .box: return max(0, min(1, step, (step + 1) / 2 - abs(distance)))
        case .mitchell:
            if x < 1 { return (21 * x * x * x - 36 * x * x + 16) / 18 }
            return x < 2 ? (-7 * x * x * x + 36 * x * x - 60 * x + 32) / 18 : 0
        case .catmullRom:
            if x < 1 { return 1.5 * x * x * x - 2.5 * x * x + 1 }
            return x < 2 ? -0.5 * x * x * x + 2.5 * x * x - 4 * x + 2 : 0
        case .lanczos3:
            if x == 0 { return 1 }
            let angle = Double.pi * x
            return x < 3 ? 3 * sin(angle) * sin(angle / 3) / (angle * angle) : 0
        }
    }

    private static func light(_ code: Double) -> Double {
        code <= 0.04045 ? code / 12.92 : pow((code + 0.055) / 1.055, 2.4)
    }

    private static func code(_ light: Double) -> Double {
        light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
    }
}
