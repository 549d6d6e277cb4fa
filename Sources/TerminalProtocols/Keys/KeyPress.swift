/// One key as a person pressed it.
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
