import Foundation
import Imaging
import TestSupport
import Testing

@testable import PhotoCodec

/// Positions compared with astropy (WCSLIB) and pyproj (PROJ), where python3 has both.
@Suite(.enabled(if: PythonReference.isHere, "astropy or pyproj is missing"))
struct ReferencePositionsTests {
    private static let pointCount = 1000

    struct Sky: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let cards: [(name: String, value: String)]
        /// The degrees of a pixel.
        let scale: Double

        /// A header with a reference point of its own, and pixels that are not square.
        init(
            _ algorithm: String, at point: (Double, Double), scale: Double = 0.01,
            _ more: [(String, Double)] = [], galactic: Bool = false
        ) {
            let names = galactic ? ["GLON", "GLAT"] : ["RA--", "DEC-"]
            let suffix = more.contains { $0.0 == "A_ORDER" } ? "-SIP" : ""
            testDescription = algorithm + suffix + (galactic ? " galactic" : "") + " at \(point)"
            self.scale = scale
            var cards = names.enumerated().map { number, name in
                ("CTYPE\(number + 1)", "'\(name)-\(algorithm)\(suffix)'")
            }
            let numbers: [(String, Double)] = [
                ("CRPIX1", 500.5), ("CRPIX2", 311.25), ("CRVAL1", point.0), ("CRVAL2", point.1),
                ("CD1_1", -0.94 * scale), ("CD1_2", 0.31 * scale), ("CD2_1", 0.28 * scale),
                ("CD2_2", 0.96 * scale),
            ]
            cards += (numbers + more).map { ($0, $0.hasSuffix("ORDER") ? "\(Int($1))" : "\($1)") }
            self.cards = cards
        }

        var header: [UInt8] {
            let fixed = [
                ("SIMPLE", "T"), ("BITPIX", "8"), ("NAXIS", "2"), ("NAXIS1", "1000"),
                ("NAXIS2", "1000"),
            ]
            let lines = (fixed + cards.map { ($0.name, $0.value) }).map { name, value in
                let start = name.padding(toLength: 8, withPad: " ", startingAt: 0) + "= "
                let text =
                    value.hasPrefix("'")
                    ? value
                    : String(repeating: " ", count: 30)
                        .dropFirst(value.count + 10) + value
                return (start + text).padding(toLength: 80, withPad: " ", startingAt: 0)
            }
            let text = lines.joined() + "END"
            return Array(text.padding(toLength: 2880, withPad: " ", startingAt: 0).utf8)
        }
    }

    private static let distortion: [(String, Double)] = [
        ("A_ORDER", 3), ("B_ORDER", 3), ("A_2_0", 2.1e-5), ("A_0_2", -1.3e-5), ("A_1_1", 4e-6),
        ("A_3_0", -3e-9), ("B_2_0", 1.7e-5), ("B_0_2", 8e-6), ("B_1_1", -2.4e-5), ("B_1_2", 2e-9),
    ]

    static let skies = [
        Sky("TAN", at: (202.47, 47.2)), Sky("TAN", at: (10, -89.9)), Sky("SIN", at: (83.6, 22)),
        Sky("ZEA", at: (0.01, 88), scale: 0.1), Sky("ARC", at: (300, -60), scale: 0.1),
        Sky("STG", at: (120, 5), scale: 0.1), Sky("CAR", at: (180, 0), scale: 0.08),
        Sky("CAR", at: (40, 30), scale: 0.08), Sky("AIT", at: (0, 0), scale: 0.08),
        Sky("AIT", at: (266.4, -20), scale: 0.08), Sky("TAN", at: (184.55, -5.78), galactic: true),
        Sky("TAN", at: (53.1, -27.8), scale: 1e-5, distortion),
        Sky("TAN", at: (53.1, -27.8), scale: 0.001, distortion),
    ]

    @Test(arguments: skies)
    func theSkyIsWhereAstropySees(sky: Sky) throws {
        let header = try FITSHeader(PhotoBytes(sky.header), at: 0)
        let world = try #require(FITSWorld(header))
        let points = Self.points(within: 0...1001)
        let expected = try PythonReference.positions(
            ["header": String(decoding: sky.header, as: UTF8.self)], of: points)
        var worst = 0.0
        var compared = 0
        for (point, pair) in zip(points, expected) {
            let found = world.position(x: point.0, y: point.1)
            guard let pair, let found else {
                #expect(pair == nil && found == nil, "\(point)")
                continue
            }
            let other: PhotoPosition =
                if case .galactic = found {
                    .galactic(longitude: pair.0, latitude: pair.1)
                } else {
                    .equatorial(rightAscension: pair.0, declination: pair.1)
                }
            guard case .arcSeconds(let seconds) = found.distance(to: other) else { continue }
            worst = max(worst, seconds / 3600 / sky.scale)
            compared += 1
        }
        print("reference: \(sky.testDescription): \(compared) of \(points.count), \(worst) pixel")
        #expect(compared > 0 && worst <= 0.01)
    }

    struct Ground: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let projection: GroundProjection
        /// The metres from the map's origin to the edge, and those of a pixel.
        let reach: Double
        let scale: Double

        init(
            _ text: String, _ kind: GroundProjection.Kind, radius: Double, flattening: Double = 0,
            reach: Double, scale: Double, _ change: (inout GroundProjection) -> Void = { _ in }
        ) {
            testDescription = text
            var projection = GroundProjection(kind: kind, radius: radius)
            projection.squaredEccentricity = flattening * (2 - flattening)
            change(&projection)
            (self.projection, self.reach, self.scale) = (projection, reach, scale)
        }
    }

    private static let (earth, flattening) = (6_378_137.0, 1 / 298.257_223_563)
    private static let mars = 3_396_190.0

    static let grounds = [
        Ground(
            "+proj=eqc +lat_ts=15 +lon_0=40 +R=3396190", .equirectangular(trueAt: 15), radius: mars,
            reach: 5e6, scale: 100
        ) { $0.longitude = 40 },
        Ground(
            "+proj=sinu +lon_0=137 +R=3396190", .sinusoidal, radius: mars, reach: 3e6, scale: 100
        ) { $0.longitude = 137 },
        Ground(
            "+proj=webmerc +datum=WGS84", .webMercator, radius: earth, reach: 2e7, scale: 10),
        Ground(
            "+proj=stere +lat_0=90 +lat_ts=70 +lon_0=-45 +ellps=WGS84",
            .polarStereographic(trueAt: 70, scale: 1), radius: earth, flattening: flattening,
            reach: 4e6, scale: 10
        ) { $0.longitude = -45 },
        Ground(
            "+proj=stere +lat_0=-90 +lat_ts=-71 +lon_0=0 +ellps=WGS84",
            .polarStereographic(trueAt: -71, scale: 1), radius: earth, flattening: flattening,
            reach: 4e6, scale: 10),
        Ground(
            "+proj=stere +lat_0=90 +k=0.994 +lon_0=20 +ellps=WGS84",
            .polarStereographic(trueAt: 90, scale: 0.994), radius: earth, flattening: flattening,
            reach: 2e6, scale: 10
        ) { $0.longitude = 20 },
        Ground(
            "+proj=tmerc +lon_0=9 +k=0.9996 +ellps=WGS84", .transverseMercator(scale: 0.9996),
            radius: earth, flattening: flattening, reach: 330_000, scale: 1
        ) { $0.longitude = 9 },
    ]

    @Test(arguments: grounds)
    func theGroundIsWhereProjSees(ground: Ground) throws {
        let points = Self.points(within: -ground.reach...ground.reach)
        let expected = try PythonReference.positions(
            ["map": ground.testDescription], of: points)
        var worst = 0.0
        var compared = 0
        for (point, pair) in zip(points, expected) {
            guard let pair, let found = ground.projection.coordinates(x: point.0, y: point.1)
            else { continue }
            let radius = ground.projection.radius
            let here = PhotoPosition.ground(north: found.north, east: found.east, radius: radius)
            let there = PhotoPosition.ground(north: pair.1, east: pair.0, radius: radius)
            guard case .metres(let metres) = here.distance(to: there) else { continue }
            worst = max(worst, metres / ground.scale)
            compared += 1
        }
        print(
            "reference: \(ground.testDescription): \(compared) of \(points.count), \(worst) pixel")
        #expect(compared > Self.pointCount / 2 && worst <= 0.1)
    }

    private static func points(within range: ClosedRange<Double>) -> [(Double, Double)] {
        var random = SeededNumbers(seed: 1)
        return (0..<pointCount).map { _ in
            (Double.random(in: range, using: &random), Double.random(in: range, using: &random))
        }
    }
}

/// Positions from python3.
private enum PythonReference {
    private static let script = """
        import json, math, sys, warnings
        warnings.simplefilter("ignore")
        import numpy, astropy.wcs, astropy.io.fits, pyproj
        task = json.load(sys.stdin)
        x, y = numpy.array(task["points"], dtype=float).reshape(-1, 2).T
        if "header" in task:
            header = astropy.io.fits.Header.fromstring(task["header"])
            found = astropy.wcs.WCS(header).all_pix2world(x, y, 1)
        else:
            found = pyproj.Proj(task["map"])(x, y, inverse=True)
        print(json.dumps([p if all(map(math.isfinite, p)) else [] for p in zip(*map(list, found))]))
        """

    static let isHere = (try? positions(["map": "+proj=sinu +R=1"], of: [(0, 0)])) != nil

    /// Returns the two angles of each point; `nil` for one outside the projection.
    static func positions(
        _ task: [String: String], of points: [(Double, Double)]
    ) throws -> [(Double, Double)?] {
        var task: [String: Any] = task
        task["points"] = points.map { [$0.0, $0.1] }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-c", script]
        let (input, output) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput) = (input, output)
        process.standardError = FileHandle.nullDevice
        try process.run()
        input.fileHandleForWriting.write(try JSONSerialization.data(withJSONObject: task))
        try input.fileHandleForWriting.close()
        let reply = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let pairs = try #require(try JSONSerialization.jsonObject(with: reply) as? [[Double]])
        return pairs.map { $0.count == 2 ? ($0[0], $0[1]) : nil }
    }
}
