import Foundation
import TestSupport

@testable import PhotoCodec

/// Writes ICC profiles of displays, version 2: three primaries, and a power for each (ICC.1:2001-04).
struct ChartProfile: Sendable {
    /// The X, Y and Z of red, green and blue under D50.
    let red, green, blue: [Double]
    /// In 256ths.
    let gamma: Int

    /// The primaries of Adobe RGB (1998), annex C.
    static let adobe = ChartProfile(
        red: [0.60974, 0.31111, 0.01947], green: [0.20528, 0.62567, 0.06087],
        blue: [0.14919, 0.06322, 0.74457], gamma: 563)
    static let p3 = ChartProfile(
        red: [0.51512, 0.24120, -0.00105], green: [0.29198, 0.69225, 0.04189],
        blue: [0.15710, 0.06657, 0.78407], gamma: 563)

    var bytes: [UInt8] {
        let white = [0.9642, 1, 0.8249]
        let curve = Array("curv".utf8) + Self.word(0) + Self.word(1) + Self.half(gamma) + [0, 0]
        let tags: [(name: String, body: [UInt8])] = [
            ("wtpt", Self.xyz(white)), ("rXYZ", Self.xyz(red)), ("gXYZ", Self.xyz(green)),
            ("bXYZ", Self.xyz(blue)), ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
        ]
        let start = 128 + 4 + tags.count * 12
        var (table, data) = (Self.word(tags.count), [UInt8]())
        for tag in tags {
            table += Array(tag.name.utf8) + Self.word(start + data.count)
            table += Self.word(tag.body.count)
            data += tag.body
        }
        return Self.header(count: start + data.count) + table + data
    }

    private static func header(count: Int) -> [UInt8] {
        var header = word(count) + word(0) + word(0x0210_0000) + Array("mntrRGB XYZ ".utf8)
        header += [UInt8](repeating: 0, count: 12) + Array("acsp".utf8)
        header += [UInt8](repeating: 0, count: 28)
        header += word(0xF6D6) + word(0x10000) + word(0xD32D)
        return header + [UInt8](repeating: 0, count: 128 - header.count)
    }

    private static func xyz(_ numbers: [Double]) -> [UInt8] {
        Array("XYZ ".utf8) + word(0)
            + numbers.flatMap { word(Int(($0 * 65536).rounded()) & 0xFFFF_FFFF) }
    }

    private static func half(_ number: Int) -> [UInt8] {
        [UInt8(number >> 8), UInt8(number & 255)]
    }
    private static func word(_ number: Int) -> [UInt8] { PlainPNG.word(number) }
}
