import Imaging
import PhotoCodec
import TestSupport
import Testing

/// Places of GeoTIFFs, compared with those that PROJ (pyproj 3.7) gives for the same numbers.
@Suite struct GeoTIFFTests {
    struct Map: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let numbers: [Int: Int]
        let doubles: [Int: Double]
        /// Metres on the map, and degrees north and east.
        let places: [(x: Double, y: Double, north: Double, east: Double)]

        init(
            _ name: String, _ numbers: [Int: Int], _ doubles: [Int: Double],
            _ places: [(x: Double, y: Double, north: Double, east: Double)]
        ) {
            (testDescription, self.numbers, self.doubles) = (name, numbers, doubles)
            self.places = places
        }

        /// A picture of 4 x 3 whose pixel at (1, 2) has its centre at a place, and 30 metres a side.
        func file(at x: Double, _ y: Double) -> [UInt8] {
            var writer = TIFFWriter(size: "4x3", bits: 16, samples: 1, photometric: 1)
            let values = doubles.sorted { $0.key < $1.key }
            writer.doubles[33550] = [30, 30, 0]
            writer.doubles[33922] = [1.5, 2.5, 0, x, y, 0]
            if !values.isEmpty { writer.doubles[34736] = values.map(\.value) }
            let keys =
                numbers.map { [$0.key, 0, 1, $0.value] }
                + values.enumerated().map { [$1.key, 34736, 1, $0] }
            writer.shorts[34735] =
                [1, 1, 0, keys.count] + keys.sorted { $0[0] < $1[0] }.flatMap(\.self)
            return writer.file { x, _, _ in UInt64(x) }
        }
    }

    private static func place(
        _ file: [UInt8], x: Int, y: Int
    ) throws -> (along: Double, up: Double)? {
        try ImageDecoder.open(PhotoBytes(file)).sample(at: PixelPoint(x: x, y: y)).position?.degrees
    }

    static let maps = [
        Map(
            "UTM 32 north", [1024: 1, 3072: 32632],
            [:],
            [
                (500000, 5200000.0, 46.953529202, 9.000000000),
                (300000, 6000000.0, 54.109206448, 5.940406317),
                (700000, 100000, 0.904282610, 10.797275229),
            ]),
        Map(
            "UTM 19 south", [1024: 1, 3072: 32719],
            [:],
            [
                (500000, 7500000.0, -22.606856803, -69.000000000),
                (350000, 5000000.0, -45.137540750, -70.907754810),
            ]),
        Map(
            "NAD 83, UTM 10", [1024: 1, 3072: 26910],
            [:],
            [(550000, 4180000.0, 37.765959837, -122.432308348)]),
        Map(
            "Web Mercator", [1024: 1, 3072: 3857],
            [:],
            [
                (0, 0, 0.000000000, 0.000000000),
                (1200000.0, 6100000.0, 47.958779801, 10.779783409),
                (-13000000.0, -4000000.0, -33.785230070, -116.780986936),
            ]),
        Map(
            "Antarctica", [1024: 1, 3072: 3031],
            [:],
            [
                (1000000.0, 2000000.0, -69.628669386, 26.565051177),
                (-2500000.0, -300000.0, -67.122375125, -96.842773413),
            ]),
        Map(
            "the Arctic", [1024: 1, 3072: 3413],
            [:],
            [
                (1000000.0, -2000000.0, 69.568765757, -18.434948823),
                (-500000.0, 300000.0, 84.621078435, -165.963756532),
            ]),
        Map(
            "Mars, equirectangular", [1024: 1, 3072: 32767, 3075: 17],
            [2057: 3396190.0, 2058: 3396190.0, 3088: 180.0, 3078: 20.0],
            [
                (-2500000.0, -270000.0, -4.555063312, 135.116693254),
                (1000000.0, 3000000.0, 50.611814574, -162.046677302),
            ]),
        Map(
            "Mars, sinusoidal", [1024: 1, 3072: 32767, 3075: 24],
            [2057: 3396190.0, 2058: 3396190.0, 3088: 137.0],
            [
                (250000.0, -270000.0, -4.555063312, 141.231014997),
                (-1000000.0, 3000000.0, 50.611814574, 110.414163874),
            ]),
        Map(
            "Mars, north pole", [1024: 1, 3072: 32767, 3075: 15],
            [2057: 3376200.0, 2058: 3376200.0, 3095: 0.0, 3081: 90.0, 3092: 1.0],
            [
                (250000.0, -270000.0, 83.761582254, 42.797401838),
                (-100000.0, 300000.0, 84.637377006, -161.565051177),
            ]),
        Map(
            "Mars, south pole, of an ellipsoid", [1024: 1, 3072: 32767, 3075: 15],
            [2057: 3396190.0, 2058: 3376200.0, 3095: 30.0, 3081: -71.0],
            [
                (250000.0, -270000.0, -83.662010860, 167.202598162),
                (-100000.0, 300000.0, -84.551841927, 11.565051177),
            ]),
        Map(
            "transverse Mercator", [1024: 1, 3072: 32767, 3075: 1],
            [
                2057: 6377563.396, 2058: 6356256.909, 3080: -2.0, 3081: 49.0, 3092: 0.9996012717,
                3082: 400000.0, 3083: -100000.0,
            ],
            [
                (530000, 180000, 51.503480037, -0.126747680),
                (250000, 700000, 56.169075899, -4.416149419),
            ]),
    ]

    /// A tenth of a pixel of a metre is 9e-7 degrees.
    @Test(arguments: maps)
    func aPixelHasThePlaceThatPROJSays(map: Map) throws {
        for (x, y, north, east) in map.places {
            let place = try #require(try Self.place(map.file(at: x, y), x: 1, y: 2))
            let turn = abs(place.along - east).truncatingRemainder(dividingBy: 360)
            #expect(abs(place.up - north) < 9e-7 && min(turn, 360 - turn) < 9e-7, "\(place)")
        }
    }

    @Test func degreesNeedNoProjectionAndPixelsMayBePoints() throws {
        var writer = TIFFWriter(size: "4x3", samples: 3)
        writer.doubles[33550] = [0.5, 0.25, 0]
        writer.doubles[33922] = [0, 0, 0, 10, 50, 0]
        for (type, along, up) in [(1, 11.25, 49.375), (2, 11.0, 49.5)] {
            writer.shorts[34735] = [1, 1, 0, 2, 1024, 0, 1, 2, 1025, 0, 1, type]
            let file = writer.file { x, y, _ in UInt64(x + y) }
            let place = try #require(try Self.place(file, x: 2, y: 2))
            #expect(place.along == along && place.up == up)
            let sample = try ImageDecoder.open(PhotoBytes(file)).sample(at: PixelPoint(x: 2, y: 2))
            #expect(sample.values == [4, 4, 4])
        }
    }

    @Test func aMatrixMayTurnTheMap() throws {
        var writer = TIFFWriter(size: "4x3", bits: 16, samples: 1, photometric: 1)
        writer.doubles[34264] = [0, 2, 0, 10, 3, 0, 0, 20, 0, 0, 0, 0, 0, 0, 0, 1]
        writer.shorts[34735] = [1, 1, 0, 2, 1024, 0, 1, 2, 1025, 0, 1, 2]
        let place = try #require(try Self.place(writer.file { _, _, _ in 1 }, x: 3, y: 1))
        #expect(place.along == 12 && place.up == 29)
    }

    /// No keys; an unknown system; a radius of nothing; a pixel beyond the pole; keys that end early.
    @Test func otherTagsGiveNoPlace() throws {
        var writer = TIFFWriter(size: "4x3", bits: 16, samples: 1, photometric: 1)
        writer.doubles[33550] = [30, 30, 0]
        writer.doubles[33922] = [0, 0, 0, 500_000, 5e6, 0]
        for keys in [
            [], [1, 1, 0, 2, 1024, 0, 1, 1, 3072, 0, 1, 2056], [1, 1, 0, 1, 1024, 0, 1, 2],
            [1, 1, 0, 9, 1024, 0], [1, 1, 0, 1, 2057, 34736, 1, 7], [0],
        ] {
            if !keys.isEmpty { writer.shorts[34735] = keys }
            #expect(try Self.place(writer.file { _, _, _ in 1 }, x: 3, y: 1) == nil, "\(keys)")
        }
    }
}
