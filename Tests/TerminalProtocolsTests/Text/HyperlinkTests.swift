import Testing

@testable import TerminalProtocols

/// Addresses that are safe in a control sequence and for a web browser.
@Suite struct HyperlinkTests {
    @Test(arguments: [
        "https://images.nasa.gov/details/PIA00342", "http://127.0.0.1:8080/a%20b?q=1;2#x",
        "https://images.nasa.gov/search?q=%E2%98%83&media=image",
        "https://a/" + String(repeating: "x", count: Hyperlink.limitBytes - 10),
    ])
    func anEncodedAddressIsALink(address: String) throws {
        let link = try #require(Hyperlink(address))
        #expect(link.address == address)
    }

    @Test(arguments: [
        "", "https://", "ftp://a/b", "javascript:alert(1)", "file:///etc/passwd", "HTTPS://a",
        " https://a", "https://a b", "https://a/\u{1B}\\", "https://a/\u{7}", "https://a/\u{7F}",
        "https://a/\n", "https://a/é", "https://a/\u{9C}",
        "https://a/" + String(repeating: "x", count: Hyperlink.limitBytes),
    ])
    func anythingElseIsNone(address: String) {
        #expect(Hyperlink(address) == nil)
    }

    @Test func aLinkIsOpenedAndClosedByOSC8() throws {
        let link = try #require(Hyperlink("https://a/b"))
        let bytes = ControlSequence.bytes(.openLink(link), .closeLink)
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == "\u{1B}]8;id=nasa-view;https://a/b\u{1B}\\\u{1B}]8;;\u{1B}\\")
    }

    @Test(
        arguments: [
            (nil, "0"), (.unknown, "3"), (.percent(0), "1;0"), (.percent(42), "1;42"),
            (.percent(100), "1;100"), (.percent(-5), "1;0"), (.percent(.max), "1;100"),
        ] as [(TaskProgress?, String)])
    func progressIsWrittenAsConEmuReadsIt(progress: TaskProgress?, text: String) {
        let bytes = ControlSequence.bytes(.progress(progress))
        #expect(String(decoding: bytes, as: UTF8.self) == "\u{1B}]9;4;\(text)\u{1B}\\")
    }

    @Test(
        arguments: [
            (0, 200, .percent(0)), (50, 200, .percent(25)), (199, 200, .percent(99)),
            (300, 200, .percent(100)), (5, nil, .unknown), (5, 0, .unknown), (-1, 5, .unknown),
            (.max, .max, .percent(100)), (1, .min, .unknown),
        ] as [(Int, Int?, TaskProgress)])
    func progressIsAShareOfTheTotal(count: Int, total: Int?, progress: TaskProgress) {
        #expect(TaskProgress(count, of: total) == progress)
    }
}
