import TerminalProtocols
import Testing

struct ClipboardTests {
    @Test(
        arguments: [
            (term: "xterm-256color", tmux: nil, bytes: "\u{1B}]52;c;UElBMQ==\u{1B}\\"),
            (
                term: "tmux-256color", tmux: "/tmp/tmux-0/default,1,0",
                bytes: "\u{1B}]52;c;UElBMQ==\u{1B}\\"
                    + "\u{1B}Ptmux;\u{1B}\u{1B}]52;c;UElBMQ==\u{1B}\u{1B}\\\u{1B}\\"
            ),
            (
                term: "screen", tmux: nil,
                bytes: "\u{1B}P\u{1B}]52;c;UElBMQ==\u{1B}\u{1B}\\\u{1B}P\\\u{1B}\\"
            ),
        ] as [(String, String?, String)])
    func aTextGoesToTheTerminalOutside(term: String, tmux: String?, bytes: String) {
        var variables = ["TERM": term]
        variables["TMUX"] = tmux
        let copied = Clipboard.bytes(copying: "PIA1", in: TerminalEnvironment(variables))
        #expect(String(decoding: copied, as: UTF8.self) == bytes)
    }

    @Test func noTextCanEndTheSequence() {
        let hostile = Clipboard.bytes(
            copying: "a\u{7}\u{1B}\\b\u{9C}é", in: TerminalEnvironment(["TERM": "xterm"]))
        #expect(hostile.dropFirst(7).dropLast(2).allSatisfy { (0x2B...0x7A).contains($0) })
    }
}
