/// Where a hyperlink leads (OSC 8): an http or https address in printable ASCII.
///
/// Terminals hand it to a web browser, and it stands in a control sequence: nothing else is a link.
package struct Hyperlink: Hashable, Sendable {
    /// VTE and iTerm2 ignore longer ones ("Hyperlinks in terminal emulators", length limits).
    package static let limitBytes = 2083

    private static let schemes = ["https://", "http://"]

    package let address: String

    /// `nil` if the address is of another kind, too long, or not percent-encoded.
    package init?(_ address: String) {
        let bytes = address.utf8
        guard bytes.count <= Self.limitBytes, bytes.allSatisfy({ (0x21...0x7E).contains($0) }),
            let scheme = Self.schemes.first(where: { address.hasPrefix($0) }),
            bytes.count > scheme.utf8.count
        else { return nil }
        self.address = address
    }
}
