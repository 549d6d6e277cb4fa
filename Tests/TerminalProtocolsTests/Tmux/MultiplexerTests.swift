import TerminalProtocols
import Testing

/// Unwraps like tmux and screen, and compares.
struct PassthroughTests {
    private static let escape: UInt8 = 0x1B

    private static let sequences: [[UInt8]] = [
        Array("\u{1B}_Ga=p,i=1\u{1B}\\".utf8),
        Array("\u{1B}[1;1H\u{1B}_Ga=t;QUJD\u{1B}\\\u{1B}]1337;File=:QUJD\u{07}".utf8),
        Array("plain".utf8), [0x1B], [0x1B, 0x1B, 0x5C, 0x5C],
        Array("\u{1B}]1337;File=:\(String(repeating: "QUJD", count: 300))\u{07}".utf8),
        [],
    ]

    @Test(
        "X14: tmux passes wrapped bytes on", arguments: sequences)
    func tmuxHandsOnWhatWasWrapped(bytes: [UInt8]) throws {
        let strings = try Self.tmuxStrings(Multiplexer.tmux.wrap(bytes))
        #expect(strings.flatMap(\.self) == bytes)
    }

    @Test
    func tmuxIsGivenNoStringOverAMegabyteAndWholeSequences() throws {
        let sequence = Array("\u{1B}_Gm=1;\(String(repeating: "QUJD", count: 1024))\u{1B}\\".utf8)
        let bytes = Array(repeating: sequence, count: 600).flatMap(\.self)
        let wrapped = Multiplexer.tmux.wrap(bytes)
        let strings = try Self.tmuxStrings(wrapped)
        #expect(strings.flatMap(\.self) == bytes)
        #expect(strings.count == 3)
        #expect(strings.allSatisfy { $0.count < 1_000_000 && $0.starts(with: [0x1B, 0x5F]) })
    }

    /// tmux moves the cursor between two strings.
    @Test func whatACursorMovePlacesStaysWithIt() throws {
        let picture = Array("\u{1B}Pq\(String(repeating: "~", count: 300_000))\u{1B}\\".utf8)
        let placed = Array("\u{1B}[7;9H".utf8) + picture
        let strings = try Self.tmuxStrings(
            Multiplexer.tmux.wrap(Array(repeating: placed, count: 8).flatMap(\.self)))
        #expect(strings.count == 3)
        #expect(strings.allSatisfy { $0.starts(with: placed.prefix(8)) })
        #expect(strings.joined().count == 8 * placed.count)
    }

    /// Half a sequence would be shown as text.
    @Test func aSequenceThatDoesNotGoThroughIsLeftOut() throws {
        let long = Array("\u{1B}Pq\(String(repeating: "~", count: 1_000_000))\u{1B}\\".utf8)
        let short = Array("\u{1B}[7;9H".utf8)
        let strings = try Self.tmuxStrings(Multiplexer.tmux.wrap(long + short))
        #expect(strings == [short])
    }

    /// A reply would go to the pane active at that time.
    @Test func noKittyCommandThroughTmuxIsAnswered() throws {
        let commands = Array(
            "\u{1B}_Ga=t,i=7,q=1,m=1;cT0xcT0x\u{1B}\\\u{1B}_Gq=1,m=0;AAAA\u{1B}\\".utf8)
        let silent = Array(
            "\u{1B}_Ga=t,i=7,q=2,m=1;cT0xcT0x\u{1B}\\\u{1B}_Gq=2,m=0;AAAA\u{1B}\\".utf8)
        let pane = CellPosition(row: 0, column: 0)
        let strings = try Self.tmuxStrings(MultiplexerPassthrough(.tmux, pane: pane).wrap(commands))
        #expect(strings.joined().contains(silent))
        let others = MultiplexerPassthrough(.screen, pane: pane).wrap(commands)
        #expect(Self.screenStrings(others)?.joined().contains(commands) == true)
    }

    @Test(
        "X14: screen passes wrapped bytes on", arguments: sequences)
    func screenHandsOnWhatWasWrapped(bytes: [UInt8]) {
        let strings = Self.screenStrings(Multiplexer.screen.wrap(bytes))
        #expect(strings?.flatMap(\.self) == bytes)
        #expect(strings?.allSatisfy { $0.count < 768 } == true)
    }

    private struct NoPassthrough: Error {}

    /// Returns the contents of the strings, with escapes halved, like tmux's input.c.
    private static func tmuxStrings(_ bytes: [UInt8]) throws -> [[UInt8]] {
        var rest = bytes[...]
        var strings: [[UInt8]] = []
        while !rest.isEmpty {
            guard rest.starts(with: Array("\u{1B}Ptmux;".utf8)) else { throw NoPassthrough() }
            rest = rest.dropFirst(7)
            var string: [UInt8] = []
            while let byte = rest.popFirst() {
                guard byte == escape else {
                    string.append(byte)
                    continue
                }
                guard let next = rest.popFirst() else { throw NoPassthrough() }
                if next == 0x5C { break }
                guard next == escape else { throw NoPassthrough() }
                string.append(escape)
            }
            strings.append(string)
        }
        return strings
    }

    /// Parses like screen's ansi.c: a string ends at ESC and a backslash; any other escape belongs
    /// to it.
    private static func screenStrings(_ bytes: [UInt8]) -> [[UInt8]]? {
        var rest = bytes[...]
        var strings: [[UInt8]] = []
        while !rest.isEmpty {
            guard rest.starts(with: [escape, 0x50]) else { return nil }
            rest = rest.dropFirst(2)
            guard
                let end = rest.indices.dropLast().first(where: {
                    rest[$0] == escape && rest[$0 + 1] == 0x5C
                })
            else { return nil }
            strings.append(Array(rest[..<end]))
            rest = rest[(end + 2)...]
        }
        return strings
    }
}

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
