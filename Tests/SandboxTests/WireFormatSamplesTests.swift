import Imaging
import Testing

@testable import Sandbox

/// The samples of a pixel in messages of a worker, which is not to be trusted.
@Suite struct WireFormatSamplesTests {
    private static let samples = [
        PhotoSample(values: [201, 187, 160], bits: 8, isConverted: true),
        PhotoSample(values: [.integer(.min)], bits: 64, unit: "DN"),
        PhotoSample(values: [.integer(.max), -1, 0], bits: 64),
        PhotoSample(values: [.single(-1.5e-38)], bits: 32, unit: "10**-6 erg/s"),
        PhotoSample(values: [.double(-.infinity)], bits: 64),
        PhotoSample(values: [.missing], bits: 16),
        PhotoSample(
            values: [7], bits: 8, isConverted: true, unit: "DN",
            position: .equatorial(rightAscension: 202.4696, declination: -47.25)),
        PhotoSample(values: [], bits: 8, position: .galactic(longitude: 0, latitude: 90)),
        PhotoSample(
            values: [7], bits: 8, position: .ground(north: -1, east: -179.5, radius: 3_396_190)),
        PhotoSample(values: [520], bits: 10, luminance: 0),
        PhotoSample(
            values: [], bits: 16, position: .galactic(longitude: 0, latitude: 90),
            luminance: 9999.875),
        PhotoSample(values: [.unsigned(.max), .unsigned(1 << 63)], bits: 64), .unknown,
    ]

    @Test(arguments: samples)
    func aSampleArrivesAsItWasSent(sample: PhotoSample) throws {
        let message = WorkerAnswer(.sampled(sample), ImageSourceStatus()).message(for: 3)
        let same = try #require(Message(message.bytes))
        #expect(WorkerAnswer(same)?.outcome == .sampled(sample))
    }

    private static func place(_ kind: Int, _ values: [Double]) -> [Int] {
        [0, 8, kind << 1, 0]
            + values.flatMap {
                [Int($0.bitPattern >> 32), Int($0.bitPattern & 0xFFFF_FFFF)]
            }
    }

    /// Too few words; beyond the sphere; not a number; an unknown kind; no radius.
    @Test(arguments: [
        place(1, [10, 20]), place(1, [361, 20, 0]), place(1, [10, 90.5, 0]),
        place(2, [.nan, 20, 0]), place(4, [10, 20, 0]), place(3, [10, 20, 0]),
        place(3, [10, 20, .infinity]), place(-1, [10, 20, 1]), [0, 8, 2, 0, 0, 0, 0, 0, 0, -1],
    ])
    func otherWordsAreNoPlace(words: [Int]) {
        #expect(PhotoSample(words: words) == nil)
    }

    /// Too short; no samples, too many; impossible bits, unit, kind, halves or luminance.
    @Test(
        arguments: [
            [], [1, 8, 0, 0], [1, 8, 0, 0, 0, 0], [-1, 8, 0, 0, 0],
            [6, 8, 0, 0] + Array(repeating: 0, count: 18),
            [1, 0, 0, 0, 0, 0, 1], [1, 65, 0, 0, 0, 0, 1], [1, 8, 0, 33, 0, 0, 1],
            [1, 8, 0, 1, 7, 0, 0, 1], [1, 8, 0, 0, 5, 0, 1], [1, 8, 0, 0, 0, 1 << 32, 1],
            [1, 8, 0, 0, 0, 0, 1 << 33], [0, 8, 10_000_002 << 8, 0], [0, 8, -256, 0],
        ] as [[Int]])
    func otherWordsAreNoSample(words: [Int]) {
        #expect(PhotoSample(words: words) == nil)
    }

    @Test func notANumberIsAMissingOne() {
        let words = [1, 32, 0, 0, 1, 0, Int(Float.nan.bitPattern)]
        #expect(PhotoSample(words: words)?.values == [.missing])
    }
}
