import Imaging
import PhotoCodec
import TestSupport
import Testing

/// Places on a planet, as labels of ISIS and PDS3 describe maps.
@Suite struct PlanetaryMapTests {
    /// PROJ gives these places for the centre of the pixel at (1, 2), of 100 metres a side.
    @Test(
        arguments: [
            ("SimpleCylindrical", 0, 180, "PositiveEast", 8.431084778, 163.131925733),
            ("Equirectangular", 30, 20, "PositiveWest", 8.431084778, -39.477574438),
            ("Sinusoidal", 0, 137, "PositiveEast", 8.431084778, 119.947639727),
            ("PolarStereographic", 90, 30, "PositiveEast", 71.406531220, -86.557028003),
            ("PolarStereographic", -90, 30, "PositiveEast", -71.406531220, -33.442971997),
        ] as [(String, Int, Int, String, Double, Double)])
    func aMappedCubeHasThePlacesThatPROJSays(
        name: String, latitude: Int, longitude: Int, direction: String, north: Double, east: Double
    ) throws {
        let mapping = [
            "  End_Object", "  Group = Mapping", "    ProjectionName = \(name)",
            "    EquatorialRadius = 3396190.0 <meters>", "    PolarRadius = 3376200.0 <meters>",
            "    LongitudeDirection = \(direction)", "    CenterLatitude = \(latitude).0",
            "    CenterLongitude = \(longitude).0", "    UpperLeftCornerX = -1000000.0 <meters>",
            "    UpperLeftCornerY = 500000.0 <meters>",
            "    PixelResolution = 100.0 <meters/pixel>", "  End_Group", "  Object = Core",
            "    StartByte = 1001",
        ]
        let photo = try PlanetaryTests.open(
            PlanetaryTests.isis(mapping, type: "UnsignedByte", Array(repeating: 9, count: 70)))
        let place = try #require(try photo.sample(at: PixelPoint(x: 1, y: 2)).position?.degrees)
        let turn = abs(place.along - east).truncatingRemainder(dividingBy: 360)
        #expect(abs(place.up - north) < 1e-6 && min(turn, 360 - turn) < 1e-6, "\(place)")
        let scan = try photo.sample(at: PixelPoint(x: 1, y: 2)).values
        #expect(scan == [.integer(19)])
    }

    /// GDAL and PROJ give these places for the centre of the pixel at (10, 20), of 500 metres a side.
    @Test(arguments: mapsOfPDS3)
    func aMappedPDSImageHasThePlacesThatGDALSays(map: MapOfPDS3) throws {
        let file = PlanetaryTests.pds(
            [
                "LINES = 48", "LINE_SAMPLES = 64", "SAMPLE_BITS = 8", "END_OBJECT = IMAGE",
                "OBJECT = IMAGE_MAP_PROJECTION", "MAP_PROJECTION_TYPE = \"\(map.name)\"",
                "A_AXIS_RADIUS = 3396.19 <KM>", "C_AXIS_RADIUS = 3376.2 <KM>",
                "POSITIVE_LONGITUDE_DIRECTION = EAST", "CENTER_LATITUDE = \(map.latitude)",
                "CENTER_LONGITUDE = \(map.longitude)", "MAP_SCALE = \(map.scale)",
                "SAMPLE_PROJECTION_OFFSET = \(map.offsets.0)",
                "LINE_PROJECTION_OFFSET = \(map.offsets.1)",
            ], Array(repeating: 9, count: 48 * 64))
        let photo = try PlanetaryTests.open(file)
        let place = try #require(try photo.sample(at: PixelPoint(x: 10, y: 20)).position?.degrees)
        let turn = abs(place.along - map.east).truncatingRemainder(dividingBy: 360)
        #expect(abs(place.up - map.north) < 1e-6 && min(turn, 360 - turn) < 1e-6, "\(place)")
    }

    struct MapOfPDS3: Sendable {
        let name: String
        let latitude, longitude: Int
        let scale: String
        let offsets: (Double, Double)
        let north, east: Double
    }

    static let mapsOfPDS3 = [
        MapOfPDS3(
            name: "SIMPLE CYLINDRICAL", latitude: 0, longitude: 180, scale: "0.5 <KM/PIXEL>",
            offsets: (-300.5, 200.5), north: 1.522572088, east: -177.380838596),
        MapOfPDS3(
            name: "EQUIRECTANGULAR", latitude: 15, longitude: 40, scale: "0.5",
            offsets: (120.0, -90.0), north: -0.927883267, east: 39.039384555),
        MapOfPDS3(
            name: "SINUSOIDAL", latitude: 0, longitude: 137, scale: "500 <METERS/PIXEL>",
            offsets: (30.25, 500.75), north: 4.055271643, east: 136.828756382),
        MapOfPDS3(
            name: "POLAR STEREOGRAPHIC", latitude: 90, longitude: 30, scale: "0.5 <KM/PIXEL>",
            offsets: (200.5, 100.5), north: 88.245300756, east: -82.907566835),
        MapOfPDS3(
            name: "POLAR_STEREOGRAPHIC", latitude: -90, longitude: 0, scale: "0.5 <KM/PIXEL>",
            offsets: (32.5, 24.5), north: -89.805301215, east: -78.690067526),
    ]
}
