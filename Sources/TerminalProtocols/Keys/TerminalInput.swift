package enum TerminalInput: Hashable, Sendable {
    case key(KeyPress)
    case mouse(MouseAction)
    /// Pasted bytes, unsanitised, which must never be interpreted as commands.
    case pasted([UInt8])
    case focus(Bool)
    case reply(TerminalReply)
}

package struct KeyPress: Hashable, Sendable {
    package enum Key: Hashable, Sendable {
        case character(Character)
        case up, down, left, right, home, end, pageUp, pageDown
        case insert, delete, backspace, tab, enter, escape
        case function(Int)
    }

    package struct Modifiers: OptionSet, Hashable, Sendable {
        package let rawValue: Int

        package init(rawValue: Int) { self.rawValue = rawValue }

        package static let shift = Modifiers(rawValue: 1)
        package static let alt = Modifiers(rawValue: 2)
        package static let control = Modifiers(rawValue: 4)
        package static let command = Modifiers(rawValue: 8)
    }

    package let key: Key
    package let modifiers: Modifiers

    package init(_ key: Key, _ modifiers: Modifiers = []) {
        self.key = key
        self.modifiers = modifiers
    }
}

/// A mouse action as reported by mode 1006.
package struct MouseAction: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case press, release, drag, wheelUp, wheelDown
        /// A movement of the pointer without a pressed button.
        case move
    }

    package let kind: Kind
    /// The number of the button: 0 is left, 1 middle, 2 right, 3 no button; 0 for the wheel.
    package let button: Int
    /// The column in cells, counted from 1; with mode 1016, in pixels, counted from 1 in xterm and
    /// foot, and from 0 in kitty.
    package let x: Int
    package let y: Int
    package let modifiers: KeyPress.Modifiers

    /// Parses `CSI < b ; x ; y M`, or `m` at the end for a release; `nil` for a horizontal wheel.
    init?(parameters: [Int], isRelease: Bool) {
        guard parameters.count == 3 else { return nil }
        let code = parameters[0]
        self.x = parameters[1]
        self.y = parameters[2]
        modifiers = KeyPress.Modifiers(rawValue: code >> 2 & 7)
        if code & 64 != 0 {
            guard code & 3 < 2 else { return nil }
            kind = code & 1 == 0 ? .wheelUp : .wheelDown
            button = 0
        } else {
            let isMotion = code & 32 != 0
            button = code & 3
            kind = isRelease ? .release : !isMotion ? .press : button == 3 ? .move : .drag
        }
    }
}
