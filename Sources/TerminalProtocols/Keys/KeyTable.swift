/// What the key sequences mean: xterm's and VT220's, the Linux console's, and kitty's protocol.
enum KeyTable {
    /// A byte that is a key by itself.
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

    /// The key of `ESC O byte`: cursor and function keys in application mode.
    static func ss3(_ byte: UInt8) -> KeyPress? {
        if byte == UInt8(ascii: "M") { return KeyPress(.enter) }
        return letterKeys[byte].map { KeyPress($0) }
    }

    /// The meaning of a whole CSI sequence; nil for those that mean nothing to us.
    static func meaning(_ string: ControlString) -> TerminalInput? {
        if let reply = ReplyParser.reply(string) { return .reply(reply) }
        guard case .csi(let prefix, let parameters, let intermediates, let final) = string,
            intermediates.isEmpty
        else { return nil }
        switch prefix {
        case UInt8(ascii: "<"): return mouse(parameters, final)
        case nil: return unprefixed(parameters, final)
        default: return nil
        }
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
        // Beyond these four bits: hyper, meta, and the locks, which change no key of ours.
        KeyPress.Modifiers(rawValue: max(0, parameter - 1) & 0xF)
    }

    private static func tilde(
        _ parameters: [Int], _ modifiers: KeyPress.Modifiers
    ) -> KeyPress? {
        // xterm's modifyOtherKeys: CSI 27 ; modifiers ; code ~
        if parameters.count == 3, parameters[0] == 27 {
            return coded(parameters[2]).map { KeyPress($0, modifiers) }
        }
        return numberedKeys[parameters.first ?? 0].map { KeyPress($0, modifiers) }
    }

    /// A key by its code point, with kitty's numbers for keys that have none.
    private static func coded(_ code: Int) -> KeyPress.Key? {
        if let key = codedKeys[code] { return key }
        guard code >= 32, !(57344...63743).contains(code), let value = UInt32(exactly: code) else {
            return nil
        }
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
