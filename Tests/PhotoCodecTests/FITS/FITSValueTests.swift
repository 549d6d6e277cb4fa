import Imaging
import TestSupport
import Testing

@testable import PhotoCodec

/// The values of FITS files of all data types, compared with those from which they were written.
@Suite struct FITSValueTests {
    private static let size = PixelSize(width: 7, height: 5)

    /// The storage of numbers, and the values they stand for.
    struct Kind: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bits: Int
        let cards: [String]
        let number: @Sendable (Int) -> UInt64
        let value: @Sendable (Int) -> SampleValue

        init(
            _ name: String, _ bits: Int, _ cards: [String] = [],
            _ number: @escaping @Sendable (Int) -> UInt64,
            is value: @escaping @Sendable (Int) -> SampleValue
        ) {
            testDescription = name
            (self.bits, self.cards) = (bits, cards)
            (self.number, self.value) = (number, value)
        }

        /// Creates numbers that equal their values.
        init(
            _ name: String, _ bits: Int, _ cards: [String] = [],
            integers: @escaping @Sendable (Int) -> Int
        ) {
            self.init(name, bits, cards, { UInt64(bitPattern: Int64(integers($0))) }) {
                .integer(integers($0))
            }
        }
    }

    /// Returns a missing, an infinite, or a finite value.
    private static func single(_ place: Int) -> Float {
        [Float(place), .nan, .infinity][place % 3]
    }

    private static func value(_ number: Float) -> SampleValue {
        number.isNaN ? .missing : .single(number)
    }

    static let kinds: [Kind] = [
        Kind("8 bits", 8, integers: { $0 * 7 }),
        Kind("16 bits", 16, integers: { $0 * 1000 - 17000 }),
        Kind("32 bits", 32, integers: { $0 * 60_000_000 - 1_000_000_000 }),
        Kind("64 bits", 64, integers: { ($0 - 17) * 300_000_000_000_000_007 }),
        Kind("single precision", -32) {
            UInt64((Float($0) * 0.1 - 1e-7).bitPattern)
        } is: {
            .single(Float($0) * 0.1 - 1e-7)
        },
        Kind("double precision", -64) {
            (1e30 / Double($0 + 1)).bitPattern
        } is: {
            .double(1e30 / Double($0 + 1))
        },
        Kind("unsigned 16 bits", 16, ["BZERO   =                32768"]) {
            UInt64(bitPattern: Int64($0 * 1900 - 32768))
        } is: {
            .integer($0 * 1900)
        },
        Kind("unsigned 32 bits", 32, ["BSCALE  = 1.0", "BZERO   =   2147483648.0"]) {
            UInt64(bitPattern: Int64($0 * 120_000_000 - 2_147_483_648))
        } is: {
            .integer($0 * 120_000_000)
        },
        Kind("unsigned 64 bits, beyond all integers", 64, ["BZERO   =  9223372036854775808"]) {
            UInt64(bitPattern: Int64($0) * 1_000_000_000_000)
        } is: {
            SampleValue(UInt64($0) * 1_000_000_000_000 + 1 << 63)
        },
        Kind("16 bits, scaled", 16, ["BSCALE  = 2.5D-3", "BZERO   = -7"]) {
            UInt64($0)
        } is: {
            .single(Float(Double($0) * 0.0025 - 7))
        },
        Kind("32 bits, scaled", 32, ["BSCALE  = 2.5D-3"]) {
            UInt64($0 * 1_000_001)
        } is: {
            .double(Double($0 * 1_000_001) * 0.0025)
        },
        Kind("scaled by an integer", 16, ["BSCALE  =   -2.0"]) {
            UInt64($0)
        } is: {
            .integer(-2 * $0)
        },
        Kind("single precision, scaled", -32, ["BSCALE  = 0.5"]) {
            UInt64(Float($0).bitPattern)
        } is: {
            .single(Float($0) / 2)
        },
        Kind("with an integer for none", 16, ["BLANK   =  -1", "BZERO   = 5"]) {
            $0 % 3 == 1 ? 0xFFFF : UInt64($0)
        } is: {
            $0 % 3 == 1 ? .missing : .integer($0 + 5)
        },
        Kind("without a value in places", -32) {
            UInt64(single($0).bitPattern)
        } is: {
            value(single($0))
        },
        Kind("double precision without a value in places", -64) {
            Double(single($0)).bitPattern
        } is: {
            single($0).isNaN ? .missing : .double(Double(single($0)))
        },
    ]

    private static func photo(_ kind: Kind, _ cards: [String] = []) throws -> any ImageSource {
        let writer = FITSWriter(
            bits: kind.bits, axes: [size.width, size.height], cards: kind.cards + cards)
        return try ImageDecoder.open(PhotoBytes(writer.unit(kind.number)), within: Opening.means)
    }

    /// The first row of the file is the lowest.
    @Test(arguments: kinds)
    func aPixelsNumberIsItsValue(kind: Kind) throws {
        let photo = try Self.photo(kind)
        for place in 0..<(Self.size.width * Self.size.height) {
            let point = PixelPoint(
                x: place % Self.size.width, y: Self.size.height - 1 - place / Self.size.width)
            let sample = try photo.sample(at: point)
            #expect(sample.values == [kind.value(place)])
            #expect(sample.bits == abs(kind.bits) && !sample.isConverted && sample.unit.isEmpty)
        }
    }

    @Test(arguments: [
        ("BUNIT   = 'counts/s '", "counts/s"),
        (
            "BUNIT   = '10**-6 erg/s/cm2/Angstrom/pixel'",
            "10**-6 erg/s/cm2/Angstro"
        ), ("BUNIT   = 7", ""), ("BUNIT   = 'a\u{7F}'", ""),
    ])
    func theUnitIsThatOfTheHeader(card: String, unit: String) throws {
        let photo = try Self.photo(Self.kinds[1], [card])
        #expect(try photo.sample(at: .origin).unit == unit)
    }
}
