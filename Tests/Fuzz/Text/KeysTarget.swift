import Fuzzing
import TerminalProtocols

/// The input of a terminal: keys, mouse, pastes, answers.
enum KeysTarget: FuzzTarget {
    static let name = "keys"

    static func take(_ bytes: [UInt8]) throws {
        var input = FuzzInput(bytes)
        let cut = input.rest.startIndex + min(input.byte(), max(0, input.rest.count - 1))
        let stream = input.rest
        var whole = KeyParser()
        let inputs = whole.parse(stream)
        var parts = KeyParser()
        let same =
            parts.parse(stream[..<max(cut, stream.startIndex)])
            + parts.parse(stream[max(cut, stream.startIndex)...])
        try expect(inputs == same, "the cut at \(cut) changes what is read")
        try expect(inputs.count <= stream.count, "more keys than bytes")
        for case .pasted(let text) in inputs { try expect(text.count <= 64 << 10, "a long paste") }
        try expectSilence(&whole)
    }

    /// In any state, a key after a pause is that key.
    private static func expectSilence(_ parser: inout KeyParser) throws {
        _ = parser.expire()
        try expect(parser.pending == .nothingOpen, "something is open after a pause")
        try expect(parser.parse([0x71]) == [.key(KeyPress(.character("q")))], "q is no q")
    }
}
