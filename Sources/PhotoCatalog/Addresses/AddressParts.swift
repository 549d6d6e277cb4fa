/// An http address cut into its parts by RFC 3986's generic syntax; nothing is trusted yet.
struct AddressParts {
    let scheme: Origin.Scheme
    let host: String
    /// Empty where the address names none.
    let port: String
    /// Path, query and fragment as given.
    let rest: Substring

    init(_ text: String) throws(AddressRefusal) {
        guard text.utf8.count <= Self.limitBytes else { throw .tooLong(bytes: text.utf8.count) }
        guard !text.unicodeScalars.contains(where: Self.isControl) else { throw .controlCharacter }
        guard let colon = text.firstIndex(of: ":") else { throw .malformed }
        let name = text[..<colon].lowercased()
        guard let scheme = Origin.Scheme(rawValue: name) else { throw .scheme(name) }
        self.scheme = scheme
        let after = text[text.index(after: colon)...]
        guard after.hasPrefix("//") else { throw .malformed }
        let authority = after.dropFirst(2).prefix { !Self.authorityEnds.contains($0) }
        rest = after[authority.endIndex...]
        (host, port) = try Self.hostAndPort(authority)
    }

    /// Beyond what servers take (NASA answers 414), yet enough for an id of 5 kB.
    private static let limitBytes = 8192

    private static let authorityEnds: Set<Character> = ["/", "?", "#"]

    private static func hostAndPort(
        _ authority: Substring
    ) throws(AddressRefusal) -> (host: String, port: String) {
        guard !authority.contains("@") else { throw .userInfo }
        let afterBracket = authority.lastIndex(of: "]") ?? authority.startIndex
        let colon = authority[afterBracket...].firstIndex(of: ":") ?? authority.endIndex
        let host = authority[..<colon].lowercased()
        guard isName(host) || isIPv6(host) else { throw .host(host) }
        let port = String(authority[colon...].dropFirst())
        guard port.utf8.allSatisfy(isDigit) else { throw .port(port) }
        return (host, port)
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// The name of a host, or its number.
    private static func isName(_ host: String) -> Bool {
        !host.isEmpty
            && host.utf8.allSatisfy {
                isDigit($0) || (0x61...0x7A).contains($0) || "-.".utf8.contains($0)
            }
    }

    /// Brackets around what can be an address of IPv6; whoever connects to it reads it in earnest.
    private static func isIPv6(_ host: String) -> Bool {
        guard host.hasPrefix("["), host.hasSuffix("]"), host.utf8.count > 2 else { return false }
        return host.utf8.dropFirst().dropLast().allSatisfy {
            isDigit($0) || (0x61...0x66).contains($0) || ":.".utf8.contains($0)
        }
    }
}
