import Imaging
import Testing

@testable import Sandbox

/// Failures on their way from a worker.
@Suite struct FailureNumbersTests {
    @Test(arguments: FileKind.allCases)
    func aKindArrivesAsItWasSent(kind: FileKind) {
        let failure = DecodingFailure.unsupported(kind: kind)
        #expect(DecodingFailure(failure.numbers, text: failure.text) == failure)
    }

    @Test(arguments: [-1, FileKind.allCases.count, .max])
    func aNumberOfNoKindIsNoFailure(number: Int) {
        #expect(DecodingFailure([0, number], text: "") == nil)
    }
}
