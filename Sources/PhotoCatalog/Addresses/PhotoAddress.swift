/// An address that may be fetched: checked, with every segment percent-encoded, and with https
/// except for a local stand-in.
///
/// Only a `LibrarySite` creates addresses, so users of an address need not check it again.
package struct PhotoAddress: Hashable, Sendable, CustomStringConvertible {
    package let origin: Origin
    /// The encoded path and query, beginning with a slash.
    package let target: String

    /// The complete address in ASCII.
    package var text: String { origin.text + target }
    package var description: String { text }

    /// Returns the decoded value of a query parameter; `nil` if the address has no such parameter
    /// or the value is not valid UTF-8.
    package func parameter(_ name: String) -> String? {
        guard let mark = target.firstIndex(of: "?") else { return nil }
        let pairs = target[target.index(after: mark)...].split(separator: "&")
        let pair = pairs.first { $0.hasPrefix(name + "=") }
        return pair.flatMap { PercentEncoding.decoded($0.dropFirst(name.count + 1)) }
    }

    /// Returns the address with another value for an existing query parameter.
    func setting(_ name: String, to value: String) -> PhotoAddress {
        guard let mark = target.firstIndex(of: "?") else { return self }
        let pairs = target[target.index(after: mark)...].split(separator: "&").map { pair in
            pair.hasPrefix(name + "=") ? name + "=" + PercentEncoding.name(value) : String(pair)
        }
        return PhotoAddress(
            origin: origin, target: target[...mark] + pairs.joined(separator: "&"))
    }

    /// Returns the address of another file in the same folder.
    func sibling(_ name: String) -> PhotoAddress {
        let path = target.prefix { $0 != "?" }
        let folder = path.prefix(through: path.lastIndex(of: "/") ?? path.startIndex)
        return PhotoAddress(origin: origin, target: folder + PercentEncoding.name(name))
    }

    /// The last component of the path, decoded.
    package var fileName: String {
        let path = target.prefix { $0 != "?" }
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? path
        return PercentEncoding.decoded(name) ?? String(name)
    }
}

/// The scheme, host and port of an address, which are the same for all addresses of one server.
package struct Origin: Hashable, Sendable {
    package enum Scheme: String, Sendable { case http, https }

    package let scheme: Scheme
    /// The host in lower case; an IPv6 address includes its brackets.
    package let host: String
    package let port: Int

    package var isLocal: Bool { Self.localHosts.contains(host) }

    /// The origin in the form in which an address begins, without the default port.
    package var text: String {
        let isDefaultPort = port == (scheme == .https ? 443 : 80)
        return "\(scheme.rawValue)://\(host)" + (isDefaultPort ? "" : ":\(port)")
    }

    private static let localHosts: Set<String> = ["127.0.0.1", "localhost", "[::1]"]
}

/// The reason why an address is not fetched; texts are untrusted and must be sanitised before
/// display.
package enum URLPolicyViolation: Error, Hashable, Sendable {
    /// The scheme is neither https nor http.
    case scheme(String)
    /// The host is malformed, or does not belong to the service.
    case host(String)
    case port(String)
    /// The address has a user name or a password before the host, which can hide the real host.
    case userInfo
    case controlCharacter
    case tooLong(bytes: Int)
    case malformed
    /// The stand-in's host is not this machine (127.0.0.1, ::1 or localhost).
    case notLocal(String)
}

/// The parts of an http address by the generic syntax of RFC 3986; all parts are untrusted.
struct AddressParts {
    let scheme: Origin.Scheme
    let host: String
    /// The port; empty if the address contains no port.
    let port: String
    /// The path, query and fragment, unchanged.
    let rest: Substring

    init(_ text: String) throws(URLPolicyViolation) {
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

    /// The maximum length in bytes.
    ///
    /// Servers accept less (NASA replies with status 414), but an ID may have 5 kB.
    private static let limitBytes = 8192

    private static let authorityEnds: Set<Character> = ["/", "?", "#"]

    private static func hostAndPort(
        _ authority: Substring
    ) throws(URLPolicyViolation) -> (host: String, port: String) {
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

    /// Returns true for a host name or an IPv4 address.
    private static func isName(_ host: String) -> Bool {
        !host.isEmpty
            && host.utf8.allSatisfy {
                isDigit($0) || (0x61...0x7A).contains($0) || "-.".utf8.contains($0)
            }
    }

    /// Returns true if a host is in brackets and may be an IPv6 address, which libcurl parses
    /// completely.
    private static func isIPv6(_ host: String) -> Bool {
        guard host.hasPrefix("["), host.hasSuffix("]"), host.utf8.count > 2 else { return false }
        return host.utf8.dropFirst().dropLast().allSatisfy {
            isDigit($0) || (0x61...0x66).contains($0) || ":.".utf8.contains($0)
        }
    }
}

/// Percent-encoding by RFC 3986; in a name, only letters, digits and `-._~` stay unencoded.
package enum PercentEncoding {
    /// Returns a name encoded as one path segment or one query value.
    package static func name(_ text: String) -> String {
        encoded(Array(text.utf8), keeping: isUnreserved)
    }

    /// Returns an encoded path from NASA's replies; slashes stay unchanged.
    ///
    /// S3 reads a raw "+" as a space, and names contain raw spaces, quotes, "&" and "#". A path
    /// with any raw byte is not encoded yet, so a "%" in this path is part of a name and is encoded
    /// too.
    static func path(_ text: Substring) -> String {
        let bytes = Array(text.utf8)
        return encoded(bytes, keepingEscapes: !isRaw(bytes)) { isUnreserved($0) || $0 == slash }
    }

    /// Returns the encoded form of an address's query; syntax and existing escapes stay unchanged.
    static func query(_ text: Substring) -> String {
        encoded(Array(text.utf8), keepingEscapes: true) {
            isUnreserved($0) || querySyntax.contains($0)
        }
    }

    /// Returns the encoded path, query and fragment of a link; syntax and existing escapes stay
    /// unchanged.
    static func reference(_ text: Substring) -> String {
        encoded(Array(text.utf8), keepingEscapes: true) {
            isUnreserved($0) || querySyntax.contains($0) || $0 == UInt8(ascii: "#")
        }
    }

    /// Returns the decoded text of an encoded name; `nil` if the result is not valid UTF-8.
    package static func decoded(_ text: Substring) -> String? {
        let bytes = Array(text.utf8)
        var plain: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if let value = escape(in: bytes, at: index) {
                plain.append(value)
                index += 3
            } else {
                plain.append(bytes[index])
                index += 1
            }
        }
        return String(validating: plain, as: UTF8.self)
    }

    private static let slash = UInt8(ascii: "/")
    private static let percent = UInt8(ascii: "%")
    private static let digits = Array("0123456789ABCDEF".utf8)
    private static let pathSyntax = Set("!$&'()*+,;=:@".utf8)
    private static let querySyntax = Set("&=+,;:/?@!$'()*".utf8)

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "-._~".utf8.contains(byte)
        }
    }

    /// Returns true if the path contains a byte that RFC 3986 does not allow in a path.
    private static func isRaw(_ path: [UInt8]) -> Bool {
        path.enumerated().contains { index, byte in
            byte == percent
                ? escape(in: path, at: index) == nil
                : !isUnreserved(byte) && byte != slash && !pathSyntax.contains(byte)
        }
    }

    /// Returns the encoded bytes.
    ///
    /// Bytes for which `isKept` returns true stay unchanged. Existing escapes stay unchanged if
    /// `keepingEscapes` is true.
    private static func encoded(
        _ bytes: [UInt8], keepingEscapes: Bool = false, keeping isKept: (UInt8) -> Bool
    ) -> String {
        var output: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            if isKept(byte) || (keepingEscapes && escape(in: bytes, at: index) != nil) {
                output.append(byte)
            } else {
                output += [percent, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Returns the byte that an escape at `index` encodes; `nil` if no valid escape begins there.
    private static func escape(in bytes: [UInt8], at index: Int) -> UInt8? {
        guard bytes[index] == percent, index + 2 < bytes.count,
            let high = hexValue(bytes[index + 1]), let low = hexValue(bytes[index + 2])
        else { return nil }
        return high << 4 | low
    }

    private static func hexValue(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
    }
}
