import Imaging
import Testing

@testable import Sandbox

/// Failures in messages of a worker, which is not to be trusted.
@Suite struct FailureNumbersTests {
    @Test(arguments: FileKind.allCases)
    func aKindArrivesAsItWasSent(kind: FileKind) {
        let failure = DecodingFailure.unsupported(kind: kind)
        #expect(DecodingFailure(failure.numbers, text: failure.text) == failure)
    }

    @Test(
        arguments: [
            .outOfMemory, .tooLarge(PixelSize(width: 70_000, height: 3)),
            .noRoom(byteCount: 1 << 32),
            .decoderCrashed, .decoderStalled, .noDecoder, .tiles(.missing),
        ] as [DecodingFailure])
    func aFailureArrivesAsItWasSent(failure: DecodingFailure) {
        #expect(DecodingFailure(failure.numbers, text: failure.text) == failure)
    }

    @Test(arguments: Damage.all(count: 70_000, text: "Unknown zlib error"))
    func damageArrivesAsItWasSent(damage: Damage) {
        let failure = DecodingFailure.damaged(damage)
        #expect(DecodingFailure(failure.numbers, text: failure.text) == failure)
        let status = ImageSourceStatus(damage: damage)
        #expect(ImageSourceStatus(status.numbers[...], text: damage.text) == status)
    }

    /// Only a library's text is used, and only a figure that belongs to the case.
    @Test func whatBelongsToOtherDamageIsIgnored() {
        #expect(DecodingFailure([1, 1, 7], text: "\u{1B}[2J") == .damaged(.endsEarly))
    }

    /// Unknown damage; too few numbers, and too many.
    @Test(arguments: [
        [], [0], [1], [0, 1], [-1, 0], [19, 0], [.min, 0], [.max, 0], [1, 0, 0],
    ])
    func otherNumbersAreNoStatus(numbers: [Int]) {
        #expect(ImageSourceStatus(numbers[...], text: "") == nil)
    }

    /// An unknown kind, damage or failure; too few numbers, and too many.
    @Test(
        arguments: [
            [0, -1], [0, FileKind.allCases.count], [0, .max], [0], [-1], [9], [2, 70_000],
            [2, 1, 1, 1], [4], [4, 1, 1], [], [1], [1, 1], [1, 0, 0], [1, -1, 0], [1, 19, 0],
            [1, 1, 0, 0],
        ])
    func otherNumbersAreNoFailure(numbers: [Int]) {
        #expect(DecodingFailure(numbers, text: "") == nil)
    }
}
