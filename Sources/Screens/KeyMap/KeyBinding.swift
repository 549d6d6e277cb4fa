package import Localization
package import TerminalProtocols

/// Keys that ask for the same thing.
package struct KeyBinding: Hashable, Sendable {
    package let keys: [KeyPress]
    package let action: Action

    init(_ action: Action, _ keys: KeyPress...) { self.init(action, keys: keys) }

    init(_ action: Action, keys: [KeyPress]) {
        self.keys = keys
        self.action = action
    }
}
