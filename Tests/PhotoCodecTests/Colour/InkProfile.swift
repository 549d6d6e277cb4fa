import Foundation
import TestSupport

@testable import PhotoCodec

/// The ICC profile of a made-up printer (ICC.1:2001-04, version 2) whose inks are exact.
///
/// The light of red is what cyan and black let through: sRGB's light of the rest of cyan, times that
/// of the rest of black; green and blue alike.
enum InkProfile {
    /// The inks of each patch of the chart, from 0 to 1: a gray is black, a colour the other three.
    ///
    /// Between the points of a grid lcms2 is exact for one or the other, but not for a mixture.
    static let chart = ColourChart.patches.map { codes -> [Double] in
        let inks = (0..<3).map { 1 - codes[$0] / 255 }
        return Set(inks).count == 1 ? [0, 0, 0, inks[0]] : inks + [0]
    }

    static var bytes: [UInt8] {
        let description = Array("desc".utf8) + word(0) + word(5) + Array("inks".utf8) + [0]
        let tags: [(name: String, body: [UInt8])] = [
            ("desc", description + [UInt8](repeating: 0, count: 79)),
            ("wtpt", Array("XYZ ".utf8) + word(0) + white.flatMap(fixed)), ("A2B0", table),
        ]
        let start = 128 + 4 + tags.count * 12
        var (list, data) = (word(tags.count), [UInt8]())
        for tag in tags {
            list += Array(tag.name.utf8) + word(start + data.count) + word(tag.body.count)
            data += tag.body
        }
        return header(count: start + data.count) + list + data
    }

    /// X, Y and Z of D50, and of sRGB's primaries under it.
    private static let white = [0.9642, 1, 0.8249]
    private static let primaries = [
        SIMD3(0.43607, 0.22249, 0.01392), SIMD3(0.38515, 0.71687, 0.09708),
        SIMD3(0.14307, 0.06061, 0.71410),
    ]

    /// The type `mft2`: a curve for each ink, and a grid of two points a side, between which light is
    /// linear.
    private static var table: [UInt8] {
        let identity = [1, 0, 0, 0, 1, 0, 0, 0, 1].flatMap { word($0 << 16) }
        let curve = (0...255).flatMap { step -> [UInt8] in
            let light = ColourChart.light(SIMD3(repeating: Double(255 - step))).x
            return half(Int(((1 - light) * 65535).rounded()))
        }
        let grid = (0..<16).flatMap { node -> [UInt8] in
            // Cyan changes slowest, black fastest.
            let rest = (0..<4).map { Double(1 - node >> (3 - $0) & 1) }
            let xyz =
                (primaries[0] * rest[0] + primaries[1] * rest[1] + primaries[2] * rest[2]) * rest[3]
            return (0..<3).flatMap { half(Int((xyz[$0] * 32768).rounded())) }
        }
        let output = (0..<3).flatMap { _ in half(0) + half(65535) }
        return Array("mft2".utf8) + word(0) + [4, 3, 2, 0] + identity + half(256) + half(2)
            + (0..<4).flatMap { _ in curve } + grid + output
    }

    private static func header(count: Int) -> [UInt8] {
        var header = word(count) + word(0) + word(0x0210_0000) + Array("prtrCMYKXYZ ".utf8)
        header += [UInt8](repeating: 0, count: 12) + Array("acsp".utf8)
        header += [UInt8](repeating: 0, count: 28) + white.flatMap(fixed)
        return header + [UInt8](repeating: 0, count: 128 - header.count)
    }

    private static func fixed(_ number: Double) -> [UInt8] {
        word(Int((number * 65536).rounded()))
    }
    private static func half(_ number: Int) -> [UInt8] {
        [UInt8(number >> 8), UInt8(number & 255)]
    }
    private static func word(_ number: Int) -> [UInt8] { PlainPNG.word(number) }
}
