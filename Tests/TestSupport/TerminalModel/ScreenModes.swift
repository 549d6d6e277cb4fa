/// Which modes of a terminal a program has changed.
package struct ScreenModes: Sendable {
    /// What is on in a terminal that nobody has touched: wrapping and the cursor.
    private static let initial: Set<Int> = [7, 25]
    /// The modes a viewer may use; any other is a fault.
    private static let known: Set<Int> = [
        1, 7, 12, 25, 47, 1000, 1002, 1003, 1004, 1006, 1016, 1047, 1048, 1049, 2004, 2026, 2027,
        2031, 2048,
    ]

    private(set) var on = initial
    var usesApplicationKeypad = false
    /// How many times kitty's keyboard protocol was pushed and not popped.
    package internal(set) var keyboardDepth = 0
    /// The scrolling region, when it is not the whole screen.
    var margins: String?

    package var isAlternateScreen: Bool { !on.isDisjoint(with: [47, 1047, 1049]) }
    package var isCursorVisible: Bool { on.contains(25) }
    package func isOn(_ mode: Int) -> Bool { on.contains(mode) }

    /// Sets or resets a mode; false where it is not one that a viewer should know.
    mutating func set(_ mode: Int, to isOn: Bool) -> Bool {
        if isOn { on.insert(mode) } else { on.remove(mode) }
        return Self.known.contains(mode)
    }

    /// What is not as it was found, in words; empty when all is.
    package var leftovers: [String] {
        var all = on.subtracting(Self.initial).sorted().map { "mode \($0) is on" }
        all += Self.initial.subtracting(on).sorted().map { "mode \($0) is off" }
        if usesApplicationKeypad { all.append("the keypad is in application mode") }
        if keyboardDepth > 0 { all.append("kitty's keyboard protocol is on") }
        if let margins { all.append("the scrolling region is \(margins)") }
        return all
    }
}
