/// Turns the bytes of a terminal into keys, mouse actions, pastes and answers: one state machine for
/// the whole session, fed in any cut.
///
/// Answers are recognised whenever they come: GNU screen sends some after DA1's, tmux seconds late
/// (facts/terminals.md §3), and none may ever act as a key. It knows no clock: whoever reads calls
/// `expire()` when the bytes have stopped for `patience`.
package struct KeyParser: Sendable {
    private enum State: Hashable, Sendable {
        case ground, escape, csi, ss3, linuxFunctionKey
        case string(UInt8), stringEscape(UInt8)
        case paste
        case legacyMouse(left: Int)
        case utf8(left: Int)
    }

    /// The longest CSI kept: real ones have under 60 bytes.
    private static let csiLimit = 256
    /// The longest string kept: XTVERSION and kitty's answers have under 200 bytes.
    ///
    /// The rest is swallowed, not shown.
    private static let stringLimit = 4096
    /// The longest paste kept: it can only ever fill a search field.
    private static let pasteLimit = 4096

    private var state = State.ground
    private var kept: [UInt8] = []

    package init() {}

    /// What must happen if no further byte comes.
    package enum Patience: Hashable, Sendable {
        case nothingOpen
        /// An escape alone: the Escape key, unless more follows soon.
        case escape
        /// The middle of a sequence: the rest follows, unless it was rubbish.
        case sequence
        /// The middle of a paste: what follows is text, and must not become keys.
        case paste
    }

    package var patience: Patience {
        switch state {
        case .ground: .nothingOpen
        case .escape: .escape
        case .paste: .paste
        default: .sequence
        }
    }

    package mutating func parse(_ bytes: some Sequence<UInt8>) -> [TerminalInput] {
        var inputs: [TerminalInput] = []
        for byte in bytes { take(byte, into: &inputs) }
        return inputs
    }

    /// Gives up waiting: an open escape is the Escape key, an open sequence is dropped.
    package mutating func expire() -> [TerminalInput] {
        defer { reset() }
        return state == .escape ? [.key(KeyPress(.escape))] : []
    }

    private mutating func reset() {
        state = .ground
        kept.removeAll(keepingCapacity: true)
    }

    private mutating func take(_ byte: UInt8, into inputs: inout [TerminalInput]) {
        switch state {
        case .ground: takeGround(byte, [], into: &inputs)
        case .escape: takeEscape(byte, into: &inputs)
        case .csi: takeCSI(byte, into: &inputs)
        case .ss3: finish(KeyTable.ss3(byte).map { .key($0) }, into: &inputs)
        case .linuxFunctionKey: reset()
        case .string(let kind): takeString(byte, kind, into: &inputs)
        case .stringEscape(let kind): takeStringEscape(byte, kind, into: &inputs)
        case .paste: takePaste(byte, into: &inputs)
        case .legacyMouse(let left): state = left > 1 ? .legacyMouse(left: left - 1) : .ground
        case .utf8(let left): takeUTF8(byte, left, into: &inputs)
        }
    }

    private mutating func finish(_ input: TerminalInput?, into inputs: inout [TerminalInput]) {
        reset()
        if let input { inputs.append(input) }
    }

    private mutating func takeGround(
        _ byte: UInt8, _ modifiers: KeyPress.Modifiers, into inputs: inout [TerminalInput]
    ) {
        switch byte {
        case 0x1B: state = .escape
        case 0xC2...0xF4:
            kept = [byte]
            state = .utf8(left: byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3)
        case 0x80...0xFF: reset()
        default: finish(.key(KeyTable.plain(byte, modifiers)), into: &inputs)
        }
    }

    private mutating func takeUTF8(
        _ byte: UInt8, _ left: Int, into inputs: inout [TerminalInput]
    ) {
        guard (0x80...0xBF).contains(byte) else {
            reset()
            return takeGround(byte, [], into: &inputs)
        }
        kept.append(byte)
        guard left == 1 else { return state = .utf8(left: left - 1) }
        let character = String(decoding: kept, as: UTF8.self).first
        finish(character.map { .key(KeyPress(.character($0))) }, into: &inputs)
    }

    private mutating func takeEscape(_ byte: UInt8, into inputs: inout [TerminalInput]) {
        switch byte {
        case UInt8(ascii: "["): state = .csi
        case UInt8(ascii: "O"): state = .ss3
        // No terminal answers with SOS or PM: those are Alt and a letter.
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"): state = .string(byte)
        // The end of a string whose beginning was given up.
        case UInt8(ascii: "\\"): reset()
        case 0x1B: inputs.append(.key(KeyPress(.escape)))
        default:
            reset()
            takeGround(byte, .alt, into: &inputs)
        }
    }

    private mutating func takeCSI(_ byte: UInt8, into inputs: inout [TerminalInput]) {
        switch byte {
        case 0x1B: restart()
        case 0x00...0x1F, 0x7F...0xFF:
            // Not in any sequence: the rest was rubbish, this may be Ctrl-C.
            reset()
            takeGround(byte, [], into: &inputs)
        case UInt8(ascii: "[") where kept.isEmpty: state = .linuxFunctionKey
        case 0x40...0x7E:
            if kept.count < Self.csiLimit { kept.append(byte) }
            endCSI(into: &inputs)
        default: if kept.count < Self.csiLimit { kept.append(byte) }
        }
    }

    private mutating func restart() {
        reset()
        state = .escape
    }

    private mutating func endCSI(into inputs: inout [TerminalInput]) {
        switch kept {
        case Array("200~".utf8):
            reset()
            state = .paste
        // The mouse before mode 1006: three raw bytes follow. We never ask for it.
        case Array("M".utf8):
            reset()
            state = .legacyMouse(left: 3)
        default:
            finish(ControlString.csi(body: kept).flatMap(KeyTable.meaning), into: &inputs)
        }
    }

    private mutating func takeString(
        _ byte: UInt8, _ kind: UInt8, into inputs: inout [TerminalInput]
    ) {
        switch byte {
        case 0x1B: state = .stringEscape(kind)
        // OSC may end with BEL; CAN and SUB break any string off.
        case 0x07 where kind == UInt8(ascii: "]"): endString(kind, into: &inputs)
        case 0x18, 0x1A: reset()
        case 0x00...0x1F:
            reset()
            takeGround(byte, [], into: &inputs)
        case _ where kept.isEmpty && !Self.begins(kind, with: byte): reset()
        default: if kept.count < Self.stringLimit { kept.append(byte) }
        }
    }

    /// What begins otherwise is no answer but rubbish, and must not swallow the keys behind it.
    private static func begins(_ kind: UInt8, with byte: UInt8) -> Bool {
        switch kind {
        case UInt8(ascii: "_"): byte == UInt8(ascii: "G")
        case UInt8(ascii: "]"): (0x30...0x39).contains(byte)
        default: byte == UInt8(ascii: ">") || (0x30...0x39).contains(byte)
        }
    }

    private mutating func takeStringEscape(
        _ byte: UInt8, _ kind: UInt8, into inputs: inout [TerminalInput]
    ) {
        if byte == UInt8(ascii: "\\") { return endString(kind, into: &inputs) }
        restart()
        takeEscape(byte, into: &inputs)
    }

    private mutating func endString(_ kind: UInt8, into inputs: inout [TerminalInput]) {
        let string: ControlString? =
            switch kind {
            case UInt8(ascii: "]"): .osc(kept)
            case UInt8(ascii: "P"): .dcs(kept)
            case UInt8(ascii: "_"): .apc(kept)
            default: nil
            }
        finish(string.flatMap(ReplyParser.reply).map { .reply($0) }, into: &inputs)
    }

    private static let pasteEnd = Array("\u{1B}[201~".utf8)

    private mutating func takePaste(_ byte: UInt8, into inputs: inout [TerminalInput]) {
        kept.append(byte)
        if kept.suffix(Self.pasteEnd.count) == Self.pasteEnd[...] {
            let text = kept.dropLast(Self.pasteEnd.count).prefix(Self.pasteLimit)
            finish(.pasted(Array(text)), into: &inputs)
        } else if kept.count > Self.pasteLimit + 64 {
            // Keep the beginning, and the end long enough to see the paste's end in it.
            kept.removeSubrange(Self.pasteLimit..<(kept.count - Self.pasteEnd.count))
        }
    }
}

/// A finished sequence from the terminal, taken apart but not yet understood.
enum ControlString: Hashable {
    /// `CSI prefix parameters intermediates final`; sub-parameters after a colon are left out.
    case csi(prefix: UInt8?, parameters: [Int], intermediates: [UInt8], final: UInt8)
    case osc([UInt8])
    case dcs([UInt8])
    case apc([UInt8])

    /// Takes apart what stood between `CSI` and the end, the final byte included.
    ///
    /// Missing parameters count as 0, parameters too large for sense as `parameterLimit`.
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

    /// No terminal reports a number this large; larger ones must not overflow.
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
