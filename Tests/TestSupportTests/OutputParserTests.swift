import Imaging
import TestSupport
import Testing

@Suite struct OutputParserTests {
    private static let escape = "\u{1B}"

    @Test(arguments: [
        ("\u{9B}1m", "the C1 control 155"),
        ("\u{1B}[1\u{07}", "0x7 in a control function"),
        ("\u{1B}Pq~\u{18}", "a string is cut off by 0x18"),
        ("\u{1B}P1$\u{1B}[m", "ESC 0x5b in a string"),
        ("\u{1B}]0;a\u{01}b\u{1B}\\", "0x1 in a string"),
    ])
    func whatIsOutsideOfTheGrammarIsAFault(output: String, fault: String) {
        var parser = OutputParser()
        #expect(parser.feed(Array(output.utf8)).contains(.fault(fault)))
    }

    @Test func bytesThatAreNoCharacterAreAFault() {
        var parser = OutputParser()
        #expect(parser.feed([0xff]) == [.fault("the byte 0xff outside of UTF-8")])
        #expect(parser.feed([0xc3, 0x28]) == [.fault("invalid UTF-8: [\"0xc3\", \"0x28\"]")])
    }

    @Test func everyCutOfTheOutputGivesTheSameEvents() {
        let output = Array("a’\u{1B}[1;31mb\u{1B}]0;t\u{07}\u{1B}Pq#0~\u{1B}\\\u{1B}(B\r\n".utf8)
        var whole = OutputParser()
        let expected = whole.feed(output)
        for cut in 0...output.count {
            var parser = OutputParser()
            let events = parser.feed(Array(output[..<cut])) + parser.feed(Array(output[cut...]))
            #expect(events == expected, "cut at \(cut)")
            #expect(!parser.isUnfinished)
        }
    }

    @Test func anOpenStringIsSeen() {
        var parser = OutputParser()
        _ = parser.feed(Array("\u{1B}Pq#0;2;1;1;1".utf8))
        #expect(parser.openStringLength == 11)
        _ = parser.feed(Array("\u{1B}\\".utf8))
        #expect(parser.openStringLength == 0)
    }
}
