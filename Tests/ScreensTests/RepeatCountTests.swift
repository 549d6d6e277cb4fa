import TerminalProtocols
import Testing

@testable import Screens

/// The number typed before a key.
@Suite struct KeyCountTests {
    @Test(
        arguments: [
            ("", nil), ("1", 1), ("5", 5), ("10", 10), ("105", 105), ("10000", 10_000),
            ("10001", 10_000), ("99999999999999999999999999", 10_000),
        ] as [(String, Int?)])
    func digitsMakeANumberWithALimit(digits: String, number: Int?) {
        var count = RepeatCount()
        for digit in digits {
            let isTaken = count.take(KeyPress(.character(digit)))
            #expect(isTaken)
        }
        let spent = [count.spend(), count.spend()]
        #expect(spent == [number, nil])
    }

    @Test(arguments: [
        KeyPress(.character("0")), KeyPress(.character("z")), KeyPress(.character("5"), .control),
        KeyPress(.character("٣")), KeyPress(.character("五")), KeyPress(.function(5)),
        KeyPress(.up),
    ])
    func otherKeysAreNoNumber(key: KeyPress) {
        var count = RepeatCount()
        let isTaken = count.take(key)
        #expect(!isTaken)
        let spent = count.spend()
        #expect(spent == nil)
    }
}
