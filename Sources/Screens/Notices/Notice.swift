package import TerminalProtocols

/// Something short to say, which goes by itself.
package struct Notice: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case good, bad, plain
        /// How to have it better: there is time to read it.
        case advice
    }

    package let text: SafeText
    package let kind: Kind

    package init(_ text: SafeText, _ kind: Kind = .plain) {
        self.text = text
        self.kind = kind
    }
}
