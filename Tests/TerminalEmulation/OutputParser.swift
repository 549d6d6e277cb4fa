/// Parses a program's output by a strict grammar: anything else is a fault.
///
/// UTF-8 only, 7-bit controls only: raw C1 bytes are not understood by xterm, foot and konsole.
package struct OutputParser {
    private enum State {
        case ground
        case character([UInt8], length: Int)
        case escape([UInt8])
        case function([UInt8])
        /// An escape in the middle of a character or a control function.
        case brokenOff
        /// An escape after one that was cut off.
        case cutEscape
        case string(OutputString.Kind)
        case stringEscape(OutputString.Kind)
    }

    private var state = State.ground
    private var held: [UInt8] = []
    private var events: [TerminalEvent] = []

    package init() {}

    /// True if the output so far ends in the middle of something.
    package var isUnfinished: Bool {
        if case .ground = state { return false }
        return true
    }

    /// The number of bytes of an unfinished string; 0 outside of strings.
    package var openStringLength: Int {
        switch state {
        case .string, .stringEscape: max(1, held.count)
        default: 0
        }
    }

    package mutating func feed(_ bytes: [UInt8]) -> [TerminalEvent] {
        events.removeAll()
        var index = 0
        while index < bytes.count {
            if case .string = state {
                index = takeString(bytes, from: index)
            } else {
                take(bytes[index])
                index += 1
            }
        }
        return events
    }

    /// Stores the plain bytes of a string, many at a time: a picture has a million.
    private mutating func takeString(_ bytes: [UInt8], from start: Int) -> Int {
        let end = bytes[start...].firstIndex { $0 < 0x20 || $0 == 0x7f } ?? bytes.endIndex
        held.append(contentsOf: bytes[start..<end])
        guard end < bytes.endIndex, case .string(let kind) = state else { return end }
        endString(kind, with: bytes[end])
        return end + 1
    }

    private mutating func endString(_ kind: OutputString.Kind, with byte: UInt8) {
        switch byte {
        case 0x1b: state = .stringEscape(kind)
        case 0x07 where kind == .system: finish(kind)
        case 0x0a where kind == .device, 0x0d where kind == .device: held.append(byte)
        case 0x18, 0x1a:
            // mlterm and tmux do not end the string here, and swallow everything that follows.
            fault("a string is cut off by \(Self.name(byte))")
            state = .ground
        default: fault("\(Self.name(byte)) in a string")
        }
    }

    private mutating func finish(_ kind: OutputString.Kind) {
        events.append(.string(OutputString(kind: kind, bytes: held)))
        held.removeAll(keepingCapacity: true)
        state = .ground
    }

    private mutating func take(_ byte: UInt8) {
        switch state {
        case .ground: takeGround(byte)
        case .character(let bytes, let length): takeCharacter(bytes + [byte], length: length)
        case .escape(let bytes): takeEscape(bytes + [byte])
        case .function(let bytes): takeFunction(bytes + [byte])
        case .brokenOff: takeBrokenOff(byte, "0x1b in the middle of something")
        case .cutEscape: takeBrokenOff(byte, "ESC before 0x1b")
        case .stringEscape(let kind): takeStringEscape(kind, byte)
        case .string: preconditionFailure("strings are taken many bytes at a time")
        }
    }

    private mutating func takeGround(_ byte: UInt8) {
        switch byte {
        case 0x1b: state = .escape([])
        case 0x00..<0x20: events.append(.control(byte))
        case 0x20..<0x7f: events.append(.text(Unicode.Scalar(byte)))
        case 0xc2...0xdf: state = .character([byte], length: 2)
        case 0xe0...0xef: state = .character([byte], length: 3)
        case 0xf0...0xf4: state = .character([byte], length: 4)
        default: fault("the byte \(Self.name(byte)) outside of UTF-8")
        }
    }

    /// Ends a broken-off sequence like a string: terminals ignore it.
    private mutating func takeBrokenOff(_ byte: UInt8, _ text: String) {
        state = .ground
        guard byte != 0x5c else { return }
        fault(text)
        state = .escape([])
        take(byte)
    }

    private mutating func takeCharacter(_ bytes: [UInt8], length: Int) {
        guard bytes.last != 0x1b else { return state = .brokenOff }
        guard bytes.count == length else {
            state = .character(bytes, length: length)
            return
        }
        state = .ground
        guard let text = String(validating: bytes, as: UTF8.self),
            let scalar = text.unicodeScalars.first
        else { return fault("invalid UTF-8: \(bytes.map(Self.name))") }
        if (0x80..<0xa0).contains(scalar.value) { return fault("the C1 control \(scalar.value)") }
        events.append(.text(scalar))
    }

    private mutating func takeEscape(_ bytes: [UInt8]) {
        guard let last = bytes.last else { return }
        guard last != 0x1b else { return state = .cutEscape }
        if bytes.count == 1, last == 0x5b {
            state = .function([])
        } else if bytes.count == 1, let kind = OutputString.Kind(rawValue: last) {
            held.removeAll(keepingCapacity: true)
            state = .string(kind)
        } else if (0x20...0x2f).contains(last) {
            state = .escape(bytes)
        } else {
            state = .ground
            let isWhole = (0x30...0x7e).contains(last)
            let text = String(decoding: bytes, as: UTF8.self)
            events.append(isWhole ? .escape(text) : .fault("ESC before \(Self.name(last))"))
        }
    }

    private mutating func takeFunction(_ bytes: [UInt8]) {
        guard let last = bytes.last else { return }
        guard last != 0x1b else { return state = .brokenOff }
        guard (0x40...0x7e).contains(last) else {
            state = .function(bytes)
            if !(0x20...0x3f).contains(last) {
                fault("\(Self.name(last)) in a control function")
                state = .ground
            }
            return
        }
        state = .ground
        let function = ControlFunction(bytes).map(TerminalEvent.function)
        let text = String(decoding: bytes, as: UTF8.self)
        events.append(function ?? .fault("CSI \(text)"))
    }

    private mutating func takeStringEscape(_ kind: OutputString.Kind, _ byte: UInt8) {
        if byte == 0x5c { return finish(kind) }
        fault("ESC \(Self.name(byte)) in a string")
        held.removeAll(keepingCapacity: true)
        state = .escape([])
        take(byte)
    }

    private mutating func fault(_ reason: String) { events.append(.fault(reason)) }

    private static func name(_ byte: UInt8) -> String { "0x" + String(byte, radix: 16) }
}

/// One element of a program's output.
package enum TerminalEvent: Hashable, Sendable {
    case text(Unicode.Scalar)
    /// A control character, as line feed.
    case control(UInt8)
    /// The text after ESC if it is neither a control function nor a string.
    case escape(String)
    case function(ControlFunction)
    case string(OutputString)
    /// Bytes that should not be sent to a terminal, and the reason.
    case fault(String)
}

/// A parsed CSI sequence, by ECMA-48, 5.4.
package struct ControlFunction: Hashable, Sendable {
    /// One of `<=>?` before the parameters, or empty.
    package let marker: String
    /// The parameters, each with its subparameters; an empty one is nil.
    package let parameters: [[Int?]]
    /// The intermediate bytes and the final one.
    package let name: String

    /// Identifies the function: `?h`, `H`, `?$p`.
    package var key: String { marker + name }

    /// Returns the first value of a parameter, or its default if it is absent or 0.
    package func value(_ index: Int, otherwise standard: Int = 1) -> Int {
        guard parameters.indices.contains(index), let value = parameters[index].first ?? nil,
            value != 0
        else { return standard }
        return value
    }

    /// Parses the bytes after `ESC [`; `nil` if it is not a control function.
    init?(_ bytes: [UInt8]) {
        var rest = bytes[...]
        marker =
            rest.first.map { (0x3c...0x3f).contains($0) } == true ? Self.text(rest.prefix(1)) : ""
        rest = rest.dropFirst(marker.utf8.count)
        let digits = rest.prefix { (0x30...0x3b).contains($0) }
        let last = rest.dropFirst(digits.count)
        guard let final = last.last, (0x40...0x7e).contains(final),
            last.dropLast().allSatisfy({ (0x20...0x2f).contains($0) }),
            let parameters = Self.parameters(Self.text(digits))
        else { return nil }
        self.parameters = parameters
        name = Self.text(last)
    }

    /// More digits than any terminal reads; also keeps the number in an `Int`.
    private static let digitLimit = 9

    private static func parameters(_ text: String) -> [[Int?]]? {
        guard !text.isEmpty else { return [] }
        var all: [[Int?]] = []
        for part in text.split(separator: ";", omittingEmptySubsequences: false) {
            let pieces = part.split(separator: ":", omittingEmptySubsequences: false)
            guard pieces.allSatisfy({ $0.utf8.count <= digitLimit }) else { return nil }
            all.append(pieces.map { Int($0) })
        }
        return all
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self)
    }
}

/// A string sent by a program to a terminal: the bytes between its introducer and ST.
package struct OutputString: Hashable, Sendable {
    package enum Kind: UInt8, Sendable {
        case device = 0x50  // DCS, ESC P
        case system = 0x5d  // OSC, ESC ]
        case application = 0x5f  // APC, ESC _
        case privacy = 0x5e  // PM, ESC ^
        case start = 0x58  // SOS, ESC X
    }

    package let kind: Kind
    package let bytes: [UInt8]

    package var text: String { String(decoding: bytes, as: UTF8.self) }
}
