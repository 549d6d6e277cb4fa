/// A parser that converts a terminal's bytes, split anywhere, to keys, mouse actions, pastes and
/// replies.
///
/// Replies are recognised at any time, because no reply may be interpreted as a key. GNU screen
/// sends some replies after the reply to DA1, and tmux sends some seconds late. The parser has no
/// clock: the caller calls `expire()` when no bytes have arrived for the time that suits `pending`.
package struct KeyParser: Sendable {
    private enum State: Hashable, Sendable {
        case ground, escape, csi, ss3, linuxFunctionKey
        case string(UInt8), stringEscape(UInt8)
        case paste
        case legacyMouse(left: Int)
        case utf8(left: Int)
    }

    /// The maximum number of stored bytes of a CSI sequence; real sequences have fewer than 60.
    private static let csiLimit = 256
    /// The maximum number of stored bytes of a string; replies have fewer than 200.
    private static let stringLimit = 4096
    /// The maximum number of stored bytes of a paste: the names of a thousand dropped files.
    private static let pasteLimit = 64 << 10

    private var state = State.ground
    private var kept: [UInt8] = []
    private var inputs: [TerminalInput] = []

    package init() {}

    /// The kind of unfinished input, which `expire()` ends.
    package enum PendingInput: Hashable, Sendable {
        case nothingOpen
        /// A single escape: the Escape key, unless more bytes follow soon.
        case escape
        /// A sequence whose remaining bytes are expected, unless its beginning was garbage.
        case sequence
        /// A paste; the following bytes are text and must not become keys.
        case paste
    }

    package var pending: PendingInput {
        switch state {
        case .ground: .nothingOpen
        case .escape: .escape
        case .paste: .paste
        default: .sequence
        }
    }

    package mutating func parse(_ bytes: some Sequence<UInt8>) -> [TerminalInput] {
        defer { inputs = [] }
        for byte in bytes { parse(byte) }
        return inputs
    }

    /// Ends pending input: an escape becomes the Escape key; a sequence or a paste is discarded.
    package mutating func expire() -> [TerminalInput] {
        defer { reset() }
        return state == .escape ? [.key(KeyPress(.escape))] : []
    }

    private mutating func reset() {
        state = .ground
        kept.removeAll(keepingCapacity: true)
    }

    private mutating func parse(_ byte: UInt8) {
        guard !endsSequence(byte) else { return parseEndingKey(byte) }
        switch state {
        case .ground: parseGround(byte, [])
        case .escape: parseEscape(byte)
        case .csi: parseCSI(byte)
        case .ss3: finish(KeyTable.ss3(byte).map { .key($0) })
        case .linuxFunctionKey: reset()
        case .string(let kind): parseString(byte, kind)
        case .stringEscape(let kind): parseStringEscape(byte, kind)
        case .paste: parsePaste(byte)
        case .legacyMouse(let left): state = left > 1 ? .legacyMouse(left: left - 1) : .ground
        case .utf8(let left): parseUTF8(byte, left)
        }
    }

    /// Returns true for Ctrl-C and Ctrl-L in an unfinished sequence; in a paste, they are text.
    ///
    /// No sequence contains these bytes. After an escape, they do not mean Alt and a key, because a
    /// user who presses Escape and then Ctrl-C wants to quit.
    private func endsSequence(_ byte: UInt8) -> Bool {
        Self.endingKeys.contains(byte) && state != .ground && state != .paste
    }

    private static let endingKeys: [UInt8] = [0x03, 0x0C]

    private mutating func parseEndingKey(_ byte: UInt8) {
        if state == .escape { inputs.append(.key(KeyPress(.escape))) }
        reset()
        parseGround(byte, [])
    }

    private mutating func finish(_ input: TerminalInput?) {
        reset()
        if let input { inputs.append(input) }
    }

    private mutating func parseGround(_ byte: UInt8, _ modifiers: KeyPress.Modifiers) {
        switch byte {
        case 0x1B: state = .escape
        case 0xC2...0xF4:
            kept = [byte]
            state = .utf8(left: byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3)
        case 0x80...0xFF: reset()
        default: finish(.key(KeyTable.plain(byte, modifiers)))
        }
    }

    private mutating func parseUTF8(_ byte: UInt8, _ left: Int) {
        guard (0x80...0xBF).contains(byte) else {
            reset()
            return parseGround(byte, [])
        }
        kept.append(byte)
        guard left == 1 else { return state = .utf8(left: left - 1) }
        let character = String(decoding: kept, as: UTF8.self).first
        finish(character.map { .key(KeyPress(.character($0))) })
    }

    private mutating func parseEscape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "["): state = .csi
        case UInt8(ascii: "O"): state = .ss3
        // Terminals do not reply with SOS or PM; the bytes that introduce them mean Alt and a
        // letter.
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"): state = .string(byte)
        // ST ends a string that was discarded.
        case UInt8(ascii: "\\"): reset()
        case 0x1B: inputs.append(.key(KeyPress(.escape)))
        default:
            reset()
            parseGround(byte, .alt)
        }
    }

    private mutating func parseCSI(_ byte: UInt8) {
        switch byte {
        case 0x1B: restart()
        case 0x00...0x1F, 0x7F...0xFF:
            // No sequence contains this byte: the sequence was garbage, and the byte may be a key.
            reset()
            parseGround(byte, [])
        case UInt8(ascii: "[") where kept.isEmpty: state = .linuxFunctionKey
        case 0x40...0x7E:
            if kept.count < Self.csiLimit { kept.append(byte) }
            endCSI()
        default: if kept.count < Self.csiLimit { kept.append(byte) }
        }
    }

    private mutating func restart() {
        reset()
        state = .escape
    }

    private mutating func endCSI() {
        switch kept {
        case Array("200~".utf8):
            reset()
            state = .paste
        // A mouse report without mode 1006: three raw bytes follow. The program never enables such
        // reports.
        case Array("M".utf8):
            reset()
            state = .legacyMouse(left: 3)
        default:
            finish(ControlString.csi(body: kept).flatMap(KeyTable.meaning))
        }
    }

    private mutating func parseString(_ byte: UInt8, _ kind: UInt8) {
        switch byte {
        case 0x1B: state = .stringEscape(kind)
        // OSC may end with BEL; CAN and SUB cancel any string.
        case 0x07 where kind == UInt8(ascii: "]"): endString(kind)
        case 0x18, 0x1A: reset()
        case 0x00...0x1F:
            reset()
            parseGround(byte, [])
        case _ where kept.isEmpty && !Self.begins(kind, with: byte): reset()
        default: if kept.count < Self.stringLimit { kept.append(byte) }
        }
    }

    /// Returns true if a string of this kind may begin with a byte.
    ///
    /// Any other string is garbage and must not consume the keys after it.
    private static func begins(_ kind: UInt8, with byte: UInt8) -> Bool {
        switch kind {
        case UInt8(ascii: "_"): byte == UInt8(ascii: "G")
        case UInt8(ascii: "]"): (0x30...0x39).contains(byte)
        default: byte == UInt8(ascii: ">") || (0x30...0x39).contains(byte)
        }
    }

    private mutating func parseStringEscape(_ byte: UInt8, _ kind: UInt8) {
        if byte == UInt8(ascii: "\\") { return endString(kind) }
        restart()
        parseEscape(byte)
    }

    private mutating func endString(_ kind: UInt8) {
        let string: ControlString? =
            switch kind {
            case UInt8(ascii: "]"): .osc(kept)
            case UInt8(ascii: "P"): .dcs(kept)
            case UInt8(ascii: "_"): .apc(kept)
            default: nil
            }
        finish(string.flatMap(ReplyParser.reply).map { .reply($0) })
    }

    private static let pasteEnd = Array("\u{1B}[201~".utf8)

    private mutating func parsePaste(_ byte: UInt8) {
        kept.append(byte)
        if kept.suffix(Self.pasteEnd.count) == Self.pasteEnd[...] {
            let text = kept.dropLast(Self.pasteEnd.count).prefix(Self.pasteLimit)
            finish(.pasted(Array(text)))
        } else if kept.count > Self.pasteLimit + 64 {
            // Keeps the beginning, and enough of the end to recognise the end of the paste.
            kept.removeSubrange(Self.pasteLimit..<(kept.count - Self.pasteEnd.count))
        }
    }
}

/// A complete sequence from the terminal, divided into its fields but not interpreted.
enum ControlString: Hashable {
    /// `CSI prefix parameters intermediates final`; sub-parameters (after a colon) are dropped.
    case csi(prefix: UInt8?, parameters: [Int], intermediates: [UInt8], final: UInt8)
    case osc([UInt8])
    case dcs([UInt8])
    case apc([UInt8])

    /// Splits the bytes after `CSI`, including the final byte; `nil` if they have another form.
    ///
    /// Missing parameters become 0, excessive parameters become `parameterLimit`.
    static func csi(body: [UInt8]) -> ControlString? {
        guard let final = body.last else { return nil }
        var rest = body.dropLast()
        var prefix: UInt8?
        if let first = rest.first, (0x3C...0x3F).contains(first) {
            prefix = first
            rest = rest.dropFirst()
        }
        let intermediates = rest.filter { (0x20...0x2F).contains($0) }
        let numbers = rest.prefix { (0x30...0x3B).contains($0) }
        guard numbers.count + intermediates.count == rest.count else { return nil }
        return .csi(
            prefix: prefix, parameters: parameters(in: numbers), intermediates: intermediates,
            final: final)
    }

    /// The maximum value of a parameter, to prevent overflow; terminals do not exceed it.
    static let parameterLimit = 1_000_000_000

    private static func parameters(in bytes: ArraySlice<UInt8>) -> [Int] {
        guard !bytes.isEmpty else { return [] }
        return bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map {
            number(in: $0.prefix { $0 != UInt8(ascii: ":") })
        }
    }

    static func number(in digits: some Sequence<UInt8>) -> Int {
        var value = 0
        for digit in digits {
            guard (0x30...0x39).contains(digit) else { return 0 }
            value = min(parameterLimit, value * 10 + Int(digit) - 0x30)
        }
        return value
    }
}

/// The key sequences of xterm, the VT220, the Linux console and kitty's keyboard protocol.
enum KeyTable {
    /// Returns the key of a single byte.
    static func plain(_ byte: UInt8, _ modifiers: KeyPress.Modifiers) -> KeyPress {
        switch byte {
        case 0x08, 0x7F: KeyPress(.backspace, modifiers)
        case 0x09: KeyPress(.tab, modifiers)
        case 0x0A, 0x0D: KeyPress(.enter, modifiers)
        case 0x00: KeyPress(.character(" "), modifiers.union(.control))
        case 0x01...0x1A: control(byte + 0x60, modifiers)
        case 0x1B...0x1F: control(byte + 0x40, modifiers)
        default: KeyPress(.character(Character(Unicode.Scalar(byte))), modifiers)
        }
    }

    private static func control(_ letter: UInt8, _ modifiers: KeyPress.Modifiers) -> KeyPress {
        KeyPress(.character(Character(Unicode.Scalar(letter))), modifiers.union(.control))
    }

    /// Returns the key of `ESC O byte`: a cursor, function or Enter key in application mode.
    static func ss3(_ byte: UInt8) -> KeyPress? {
        if byte == UInt8(ascii: "M") { return KeyPress(.enter) }
        return letterKeys[byte].map { KeyPress($0) }
    }

    /// Returns the meaning of a CSI sequence; `nil` if the sequence is unknown.
    ///
    /// Keys are tested before replies, because most sequences are keys. F3 is tested last, because
    /// it looks like a cursor position.
    static func meaning(_ string: ControlString) -> TerminalInput? {
        guard case .csi(let prefix, let parameters, let intermediates, let final) = string
        else { return nil }
        let isKey = prefix == nil && intermediates.isEmpty
        if isKey, final != UInt8(ascii: "R"), let input = unprefixed(parameters, final) {
            return input
        }
        if prefix == UInt8(ascii: "<"), intermediates.isEmpty { return mouse(parameters, final) }
        if let reply = ReplyParser.reply(string) { return .reply(reply) }
        return isKey ? unprefixed(parameters, final) : nil
    }

    private static func mouse(_ parameters: [Int], _ final: UInt8) -> TerminalInput? {
        guard final == UInt8(ascii: "M") || final == UInt8(ascii: "m") else { return nil }
        return MouseAction(parameters: parameters, isRelease: final == UInt8(ascii: "m"))
            .map { .mouse($0) }
    }

    private static func unprefixed(_ parameters: [Int], _ final: UInt8) -> TerminalInput? {
        let modifiers = modifiers(parameters.count > 1 ? parameters[1] : 1)
        switch final {
        case UInt8(ascii: "I"): return .focus(true)
        case UInt8(ascii: "O"): return .focus(false)
        case UInt8(ascii: "Z"): return .key(KeyPress(.tab, .shift))
        case UInt8(ascii: "~"): return tilde(parameters, modifiers).map { .key($0) }
        case UInt8(ascii: "u"):
            return coded(parameters.first ?? 0).map { .key(KeyPress($0, modifiers)) }
        default: return letterKeys[final].map { .key(KeyPress($0, modifiers)) }
        }
    }

    private static func modifiers(_ parameter: Int) -> KeyPress.Modifiers {
        // The other bits are hyper, meta and the locks, which this program's keys ignore.
        KeyPress.Modifiers(rawValue: max(0, parameter - 1) & 0xF)
    }

    private static func tilde(_ parameters: [Int], _ modifiers: KeyPress.Modifiers) -> KeyPress? {
        // xterm's modifyOtherKeys sends CSI 27 ; modifiers ; code ~.
        if parameters.count == 3, parameters[0] == 27 {
            return coded(parameters[2]).map { KeyPress($0, modifiers) }
        }
        return numberedKeys[parameters.first ?? 0].map { KeyPress($0, modifiers) }
    }

    /// Returns the key of a Unicode code point or of kitty's number for a key.
    private static func coded(_ code: Int) -> KeyPress.Key? {
        if let key = codedKeys[code] { return key }
        guard code >= 32, !(57344...63743).contains(code), let value = UInt32(exactly: code)
        else { return nil }
        return Unicode.Scalar(value).map { .character(Character($0)) }
    }

    private static let letterKeys: [UInt8: KeyPress.Key] = [
        UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right,
        UInt8(ascii: "D"): .left, UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end,
        UInt8(ascii: "P"): .function(1), UInt8(ascii: "Q"): .function(2),
        UInt8(ascii: "R"): .function(3), UInt8(ascii: "S"): .function(4),
    ]

    private static let numberedKeys: [Int: KeyPress.Key] = [
        1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
        11: .function(1), 12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5),
        17: .function(6), 18: .function(7), 19: .function(8), 20: .function(9), 21: .function(10),
        23: .function(11), 24: .function(12),
    ]

    private static let codedKeys: [Int: KeyPress.Key] = [
        8: .backspace, 9: .tab, 13: .enter, 27: .escape, 127: .backspace,
        57399: .character("0"), 57400: .character("1"), 57401: .character("2"),
        57402: .character("3"), 57403: .character("4"), 57404: .character("5"),
        57405: .character("6"), 57406: .character("7"), 57407: .character("8"),
        57408: .character("9"), 57411: .character("*"), 57412: .character("-"),
        57413: .character("+"), 57414: .enter, 57417: .left, 57418: .right, 57419: .up,
        57420: .down, 57421: .pageUp, 57422: .pageDown, 57423: .home, 57424: .end,
        57425: .insert, 57426: .delete,
    ]
}
