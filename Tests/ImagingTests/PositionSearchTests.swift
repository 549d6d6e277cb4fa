import Imaging
import Testing

/// Places on the sky and on the ground: their texts, and the pixels that lie at them.
@Suite struct PositionSearchTests {
    @Test(arguments: [
        ("radec=13:29:52.7,+47:11:43.2", 202.469_583_333, 47.195_333_333),
        ("radec=202.5,-47.25", 202.5, -47.25), ("radec=0:00:00,-0:30:00", 0, -0.5),
        ("13:29:52.7 +47:11:43.2", 202.469_583_333, 47.195_333_333),
        ("202.5 -47.25", 202.5, -47.25),
    ])
    func isReadAsAPlaceOfTheSky(text: String, ascension: Double, declination: Double) throws {
        let place = try NamedPosition(text)
        let known = PhotoPosition.equatorial(rightAscension: 1, declination: 2)
        let (along, up) = try #require(place.position(like: known)).degrees
        #expect(abs(along - ascension) < 1e-8 && abs(up - declination) < 1e-8)
        #expect(place.text == text)
    }

    @Test func twoNumbersMeanWhatThePhotoHas() throws {
        let place = try NamedPosition("47.19 -8.5")
        let ground = PhotoPosition.ground(north: 1, east: 2, radius: 3)
        #expect(place.position(like: ground) == .ground(north: 47.19, east: -8.5, radius: 3))
        let latitude = try NamedPosition("latlon=47.19,-8.5")
        #expect(latitude.position(like: .equatorial(rightAscension: 1, declination: 2)) == nil)
        let sky = try NamedPosition("radec=47.19,-8.5")
        #expect(sky.position(like: ground) == nil)
        let galactic = PhotoPosition.galactic(longitude: 1, latitude: 1)
        #expect(place.position(like: galactic) == .galactic(longitude: 47.19, latitude: -8.5))
        #expect(latitude.position(like: galactic) == nil)
    }

    /// The galactic centre and pole, and the Andromeda Galaxy (astropy 5.2, ICRS).
    @Test(arguments: [
        ("radec=266.404988,-28.936178", 0.0, 0.0), ("radec=192.859481,27.128251", 0, 90),
        ("radec=10.684708,41.26875", 121.174_329, -21.573_311),
        ("0:42:44.33 +41:16:07.5", 121.174_329, -21.573_311),
        ("121.174329 -21.573311", 121.174_329, -21.573_311),
    ])
    func isFoundInGalacticCoordinates(text: String, longitude: Double, latitude: Double) throws {
        let expected = PhotoPosition.galactic(longitude: longitude, latitude: latitude)
        let search = PositionSearch(of: Self.size) { point in
            .galactic(
                longitude: longitude + Double(200 - point.x) / 3600,
                latitude: latitude + Double(point.y - 100) / 3600)
        }
        let named = try NamedPosition(text)
        let found = try #require(named.position(like: expected))
        guard case .arcSeconds(let distance) = found.distance(to: expected) else {
            Issue.record("no distance in the sky")
            return
        }
        #expect(distance < 0.1)
        if latitude < 89 { #expect(try search.point(of: named) == PixelPoint(x: 200, y: 100)) }
    }

    @Test(arguments: [
        "radec=", "radec=1", "radec=1,2,3",
        "radec=1:60:00,0", "radec=1:2:3:4,0", "radec=1e2,0", "radec=.5,0", "radec=1..2,0",
        "radec=nan,0", "radec=1.5:30,0", "radec=--1,0",
        "radec=\(String(repeating: "1", count: 80)),0",
    ])
    func wordsAreNoPlace(text: String) {
        #expect(throws: PositionTextFault.words(.sky)) { try NamedPosition(text) }
    }

    @Test(
        arguments: [
            ("radec=25:00:00,0", .rightAscension), ("radec=361,0", .rightAscension),
            ("radec=-1,0", .rightAscension), ("radec=1,-91", .declination),
            ("latlon=91,0", .latitude), ("latlon=0,361", .longitude),
            ("latlon=0", .words(.ground)), ("", .words(.skyOrGround)),
            ("400 0", .words(.skyOrGround)),
        ] as [(String, PositionTextFault)])
    func aWrongNumberIsNamed(text: String, fault: PositionTextFault) {
        #expect(throws: fault) { try NamedPosition(text) }
    }

    @Test func aLinkNamesAPageAndAPlace() throws {
        let position = try #require(ViewPosition("page=2&radec=13:29:52,+47:11:43"))
        #expect(position.page == 1 && position.namedPosition != nil)
        #expect(position.text == "page=2&radec=13:29:52,+47:11:43")
        #expect(ViewPosition.isMeant(by: "latlon=north,1"))
        let found = position.found(at: PixelPoint(x: 3, y: 4))
        #expect(found.page == 1 && found.spot == .centre(x: 3.5, y: 4.5, percent: 100))
    }

    private static let size = PixelSize(width: 400, height: 200)

    /// A plate carrée of a whole planet, and a mirrored and turned part of the sky.
    private static let projections: [@Sendable (PixelPoint) -> PhotoPosition?] = [
        { point in
            .ground(
                north: 90 - (Double(point.y) + 0.5) * 0.9,
                east: (Double(point.x) + 0.5) * 0.9 - 180,
                radius: 1000)
        },
        { point in
            let (x, y) = (Double(point.x) / 3600, Double(point.y) / 3600)
            return .equatorial(
                rightAscension: 359.99 - 0.8 * x - 0.6 * y,
                declination: -30 - 0.6 * x + 0.8 * y)
        },
    ]

    @Test(
        arguments: [0, 1],
        [PixelPoint(x: 0, y: 0), PixelPoint(x: 399, y: 199), PixelPoint(x: 17, y: 150)])
    func findsThePixel(projection: Int, point: PixelPoint) throws {
        let position = Self.projections[projection]
        let (along, up) = try #require(position(point)).degrees
        let numbers = [along, up].map { number in
            "\(Double(Int((abs(number) * 1e7).rounded())) / 1e7)"
        }
        let signs = [along, up].map { $0 < 0 ? "-" : "" }
        let words = zip(signs, numbers).map { $0 + $1 }
        let text =
            projection == 0 ? "latlon=\(words[1]),\(words[0])" : "radec=\(words[0]),\(words[1])"
        let place = try NamedPosition(text)
        #expect(try PositionSearch(of: Self.size, position: position).point(of: place) == point)
    }

    @Test func aPlaceBesideThePictureIsOutside() throws {
        let search = PositionSearch(of: Self.size, position: Self.projections[1])
        for text in ["radec=10,-30", "radec=359.99,-31", "radec=180,30"] {
            let place = try NamedPosition(text)
            #expect(throws: PositionFault.outside) { try search.point(of: place) }
        }
    }

    @Test(
        arguments: [
            (nil, "10 20", .noPositions), (0, "radec=10,20", .notOnGround),
            (0, "300 20", .notOnGround), (1, "latlon=10,20", .notOnSky),
            (1, "25:00:00 20", .notOnSky), (1, "10 95", .notOnSky),
        ] as [(Int?, String, PositionFault)])
    func aPlaceOfAnotherKindIsNamed(projection: Int?, text: String, fault: PositionFault) throws {
        let place = try NamedPosition(text)
        let search = PositionSearch(of: Self.size) { point in
            projection.flatMap { Self.projections[$0](point) }
        }
        #expect(throws: fault) { try search.point(of: place) }
    }
}
