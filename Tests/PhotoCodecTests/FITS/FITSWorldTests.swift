import Imaging
import PhotoCodec
import Testing

/// Coordinates of FITS headers, compared with those that astropy 8 gives for the same cards.
@Suite struct FITSWorldTests {
    struct Header: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let cards: [String]
        /// Pixels, counted from 1, and their places in degrees.
        let places: [(x: Int, y: Int, along: Double, up: Double)]

        init(
            _ name: String, _ cards: [String],
            _ places: [(x: Int, y: Int, along: Double, up: Double)]
        ) {
            (testDescription, self.cards, self.places) = (name, cards, places)
        }
    }

    private static func open(_ cards: [String]) throws -> any ImageSource {
        let file = FITSWriter(bits: 8, axes: [1000, 800], cards: cards).header
        return try ImageDecoder.open(
            PhotoBytes(file + [UInt8](repeating: 7, count: 801_600)),
            within: Opening.means.shaping(.square))
    }

    static let headers = [
        Header(
            "gnomonic, with CD",
            [
                "CTYPE1  = 'RA---TAN'", "CTYPE2  = 'DEC--TAN'", "CRPIX1  =                480.5",
                "CRPIX2  =               410.25", "CRVAL1  =             202.4696",
                "CRVAL2  =              47.1952", "CD1_1   =             -0.00021",
                "CD1_2   =              3.3e-05", "CD2_1   =              3.1e-05",
                "CD2_2   =              0.00022",
            ],
            [
                (1, 1, 202.597660683, 47.090229251), (500, 400, 202.463075947, 47.193549315),
                (1000, 800, 202.327704905, 47.296961823), (123, 777, 202.598064670, 47.264730682),
            ]),
        Header(
            "gnomonic, turned by CROTA2",
            [
                "CTYPE1  = 'RA---TAN'", "CTYPE2  = 'DEC--TAN'", "CRPIX1  =                480.5",
                "CRPIX2  =               410.25", "CRVAL1  =             202.4696",
                "CRVAL2  =              47.1952", "CDELT1  =                -0.01",
                "CDELT2  =                0.012", "CROTA2  =                 33.0",
            ],
            [
                (1, 1, 211.964053920, 45.293297961), (500, 400, 202.328069249, 46.985752648),
                (1000, 800, 192.206478615, 47.828690584), (123, 777, 203.459594945, 52.811062042),
            ]),
        Header(
            "gnomonic near the pole, with PC",
            [
                "CTYPE1  = 'RA---TAN'", "CTYPE2  = 'DEC--TAN'", "CRPIX1  =                480.5",
                "CRPIX2  =               410.25", "CRVAL1  =             202.4696",
                "CRVAL2  =                 89.5", "CDELT1  =                -0.02",
                "CDELT2  =                 0.02", "PC1_1   =                  0.8",
                "PC1_2   =                 -0.6", "PC2_1   =                  0.6",
                "PC2_2   =                  0.8",
            ],
            [
                (1, 1, 214.640573716, 77.101441904), (500, 400, 157.138169002, 89.388351470),
                (1000, 800, 39.362492858, 77.706134725), (123, 777, 298.549020635, 79.928836789),
            ]),
        Header(
            "orthographic",
            [
                "CTYPE1  = 'RA---SIN'", "CTYPE2  = 'DEC--SIN'", "CRPIX1  =                480.5",
                "CRPIX2  =               410.25", "CRVAL1  =             202.4696",
                "CRVAL2  =              47.1952", "CDELT1  =                -0.05",
                "CDELT2  =                 0.05",
            ],
            [
                (1, 1, 229.239408624, 21.715564702), (500, 400, 201.048483873, 46.673821115),
                (1000, 800, 146.859456911, 56.676053030), (123, 777, 242.375394135, 60.902021312),
            ]),
        Header(
            "equal area",
            [
                "CTYPE1  = 'RA---ZEA'", "CTYPE2  = 'DEC--ZEA'", "CRPIX1  =                480.5",
                "CRPIX2  =               410.25", "CRVAL1  =             202.4696",
                "CRVAL2  =              47.1952", "CDELT1  =                 -0.1",
                "CDELT2  =                  0.1", "LONPOLE =                150.0",
            ],
            [
                (1, 1, 269.076946956, 10.138389195), (500, 400, 200.796836409, 45.319937364),
                (1000, 800, 122.315838560, 19.776481481), (123, 777, 331.637692290, 75.273704875),
            ]),
        Header(
            "equidistant",
            [
                "CTYPE1  = 'RA---ARC'", "CTYPE2  = 'DEC--ARC'", "CRPIX1  =                480.5",
                "CRPIX2  =               410.25", "CRVAL1  =             202.4696",
                "CRVAL2  =              47.1952", "CDELT1  =                 -0.1",
                "CDELT2  =                  0.1",
            ],
            [
                (1, 1, 245.251678509, -3.472178770), (500, 400, 199.655139543, 46.135255457),
                (1000, 800, 103.752854354, 42.852643350), (123, 777, 290.775376102, 57.019362765),
            ]),
        Header(
            "stereographic",
            [
                "CTYPE1  = 'RA---STG'", "CTYPE2  = 'DEC--STG'", "CRPIX1  =                480.5",
                "CRPIX2  =               410.25", "CRVAL1  =             202.4696",
                "CRVAL2  =              47.1952", "CDELT1  =                 -0.1",
                "CDELT2  =                  0.1",
            ],
            [
                (1, 1, 242.454312069, 1.155998781), (500, 400, 199.655479412, 46.135390204),
                (1000, 800, 110.080188041, 46.617776378), (123, 777, 285.693305441, 58.417589913),
            ]),
        Header(
            "plate carree",
            [
                "CTYPE1  = 'GLON-CAR'", "CTYPE2  = 'GLAT-CAR'", "CRPIX1  =                500.5",
                "CRPIX2  =                400.5", "CRVAL1  =                 30.0",
                "CRVAL2  =                  0.0", "CDELT1  =                 -0.2",
                "CDELT2  =                  0.2",
            ],
            [
                (1, 1, 129.900000000, -79.900000000), (500, 400, 30.100000000, -0.100000000),
                (1000, 800, 290.100000000, 79.900000000), (123, 777, 105.500000000, 75.300000000),
            ]),
        Header(
            "plate carree, oblique",
            [
                "CTYPE1  = 'RA---CAR'", "CTYPE2  = 'DEC--CAR'", "CRPIX1  =                500.5",
                "CRPIX2  =                400.5", "CRVAL1  =                 30.0",
                "CRVAL2  =                 40.0", "CDELT1  =                 -0.1",
                "CDELT2  =                  0.1",
            ],
            [
                (1, 1, 66.584056642, -10.068156623), (500, 400, 30.065222593, 39.949981707),
                (1000, 800, 296.598971810, 53.994799182), (123, 777, 109.832568311, 60.497548421),
            ]),
        Header(
            "Hammer-Aitoff",
            [
                "CTYPE1  = 'GLON-AIT'", "CTYPE2  = 'GLAT-AIT'", "CRPIX1  =                500.5",
                "CRPIX2  =                400.5", "CRVAL1  =                  0.0",
                "CRVAL2  =                  0.0", "CDELT1  =                -0.25",
                "CDELT2  =                 0.25",
            ],
            [
                (300, 300, 54.463745075, -24.642521316), (500, 400, 0.125000229, -0.125000006),
                (700, 500, 305.896235881, 24.401766250), (520, 700, 335.000433218, 81.446227795),
            ]),
        Header(
            "Hammer-Aitoff, oblique",
            [
                "CTYPE1  = 'RA---AIT'", "CTYPE2  = 'DEC--AIT'", "CRPIX1  =                500.5",
                "CRPIX2  =                400.5", "CRVAL1  =                120.0",
                "CRVAL2  =                -35.0", "CDELT1  =                 -0.1",
                "CDELT2  =                  0.1",
            ],
            [
                (1, 1, 215.633830783, -46.790868841), (500, 400, 120.061076060, -35.049984715),
                (1000, 800, 74.170839407, 18.206633748), (123, 777, 155.075219209, 10.523288468),
            ]),
        Header(
            "axes exchanged",
            [
                "CTYPE1  = 'DEC--TAN'", "CTYPE2  = 'RA---TAN'", "CRPIX1  =                480.5",
                "CRPIX2  =               410.25", "CRVAL1  =              47.1952",
                "CRVAL2  =             202.4696", "CDELT1  =                 0.01",
                "CDELT2  =                -0.01",
            ],
            [
                (1, 1, 207.976248840, 42.279402155), (500, 400, 202.621001601, 47.390099577),
                (1000, 800, 196.137234783, 52.206360137), (123, 777, 197.426004741, 43.513830004),
            ]),
        Header(
            "with SIP",
            [
                "CTYPE1  = 'RA---TAN-SIP'", "CTYPE2  = 'DEC--TAN-SIP'",
                "CRPIX1  =                480.5", "CRPIX2  =               410.25",
                "CRVAL1  =             202.4696", "CRVAL2  =              47.1952",
                "CD1_1   =             -0.00021", "CD1_2   =              3.3e-05",
                "CD2_1   =              3.1e-05", "CD2_2   =              0.00022",
                "A_ORDER =                    3", "B_ORDER =                    3",
                "A_2_0   =              2.1e-05", "A_0_2   =             -1.3e-05",
                "A_1_1   =                4e-06", "A_3_0   =              1.5e-09",
                "B_2_0   =               -7e-06", "B_0_2   =              1.1e-05",
                "B_1_1   =                9e-06", "B_1_2   =               -2e-09",
            ],
            [
                (1, 1, 202.596757963, 47.090806760), (500, 400, 202.463073984, 47.193548767),
                (1000, 800, 202.326314701, 47.297424371), (123, 777, 202.597934220, 47.264631677),
            ]),
    ]

    /// A hundredth of the smallest pixel of these headers is 7e-7 degrees.
    @Test(arguments: headers)
    func aPixelHasThePlaceThatAstropySays(header: Header) throws {
        let photo = try Self.open(header.cards)
        for (x, y, along, up) in header.places {
            let sample = try photo.sample(at: PixelPoint(x: x - 1, y: 800 - y))
            let found = try #require(sample.position).degrees
            #expect(abs(found.along - along) < 7e-7 && abs(found.up - up) < 7e-7, "\(found)")
        }
    }

    @Test func galacticCoordinatesAreToldFromEquatorialOnes() throws {
        let galactic = try #require(Self.headers.first { $0.testDescription == "plate carree" })
        let position = try Self.open(galactic.cards).sample(at: .origin).position
        guard case .galactic = position else {
            Issue.record("\(String(describing: position))")
            return
        }
    }

    @Test func aPixelBesideTheSkyHasNoPlace() throws {
        let photo = try Self.open([
            "CTYPE1  = 'RA---SIN'", "CTYPE2  = 'DEC--SIN'", "CRPIX1  = 500", "CRPIX2  = 400",
            "CDELT1  = -0.2", "CDELT2  = 0.2", "CRVAL1  = 1", "CRVAL2  = 2",
        ])
        #expect(try photo.sample(at: .origin).position == nil)
        #expect(try photo.sample(at: PixelPoint(x: 500, y: 400)).position != nil)
    }

    @Test(arguments: [
        ["CTYPE1  = 'RA---TAN'", "CTYPE2  = 'DEC--SIN'"],
        ["CTYPE1  = 'RA---TPV'", "CTYPE2  = 'DEC--TPV'"],
        ["CTYPE1  = 'WAVE    '", "CTYPE2  = 'DEC--TAN'"],
        ["CTYPE1  = 'RA---TAN'", "CTYPE2  = 'DEC--TAN'", "CDELT1  = 0"],
        ["CTYPE1  = 'RA---TAN'", "CTYPE2  = 'DEC--TAN'", "CRVAL2  = 91"],
        ["CTYPE1  = 'RA---SIN'", "CTYPE2  = 'DEC--SIN'", "PV2_1   = 0.1"], [],
    ])
    func headersWithoutCoordinatesThatAreKnownGiveNone(cards: [String]) throws {
        #expect(try Self.open(cards).sample(at: .origin).position == nil)
    }
}
