/// Where the library is: NASA's two hosts, or one local stand-in for both.
///
/// It decides which addresses may be asked for. NASA's own replies say `http:`: that is upgraded.
package struct LibrarySite: Hashable, Sendable {
    private let api: Origin
    private let assets: Origin

    package static let nasa = LibrarySite(
        api: Origin(scheme: .https, host: "images-api.nasa.gov", port: 443),
        assets: Origin(scheme: .https, host: "images-assets.nasa.gov", port: 443))

    /// The photos of a `PhotoCollection`: their addresses are names of files in one folder.
    ///
    /// The host is one that no server can have (RFC 2606), so that none of them is ever fetched.
    package static let collection: LibrarySite = {
        let origin = Origin(scheme: .https, host: "collection.invalid", port: 443)
        return LibrarySite(api: origin, assets: origin)
    }()

    private init(api: Origin, assets: Origin) {
        self.api = api
        self.assets = assets
    }

    /// A stand-in on this machine, as `http://127.0.0.1:8080`: the only place plain http is allowed.
    package init(standIn text: String) throws(URLPolicyViolation) {
        let parts = try AddressParts(text)
        let port = try Self.port(parts, usual: parts.scheme == .https ? 443 : 80)
        let origin = Origin(scheme: parts.scheme, host: parts.host, port: port)
        guard origin.isLocal else { throw .notLocal(parts.host) }
        self.init(api: origin, assets: origin)
    }

    /// An address out of a reply or a redirect, if it is one of the library's.
    package func address(_ text: String) throws(URLPolicyViolation) -> PhotoAddress {
        if self == .collection, !text.contains(":") { return try file(text) }
        let parts = try AddressParts(text)
        let origin = try libraryOrigin(parts)
        return PhotoAddress(origin: origin, target: Self.target(parts.rest))
    }

    /// An address the user typed: any host, but https, unless it is the local stand-in's.
    package func typedAddress(_ text: String) throws(URLPolicyViolation) -> PhotoAddress {
        do {
            return try address(text)
        } catch .host {
            let parts = try AddressParts(text)
            let port = try Self.upgradedPort(parts)
            let origin = Origin(scheme: .https, host: parts.host, port: port)
            return PhotoAddress(origin: origin, target: Self.target(parts.rest))
        }
    }

    /// Where a redirect leads, if that is in the library or stays on the origin of `address`.
    package func redirect(
        from address: PhotoAddress, to text: String
    ) throws(URLPolicyViolation) -> PhotoAddress {
        let next = try typedAddress(text)
        guard [api, assets, address.origin].contains(next.origin) else {
            throw .host(next.origin.host)
        }
        return next
    }

    /// An address of the API: the names of its path and its parameters, not yet encoded.
    package func api(_ path: [String], _ parameters: [(String, String)] = []) -> PhotoAddress {
        PhotoAddress(origin: api, target: Self.target(path, parameters))
    }

    /// An address among the assets, not yet encoded.
    package func asset(_ path: [String]) -> PhotoAddress {
        PhotoAddress(origin: assets, target: Self.target(path, []))
    }

    /// The name of the file at an address of a collection; `nil` for any other address.
    package static func collectionFile(at address: PhotoAddress) -> String? {
        guard address.origin == collection.assets, isFileName(address.fileName) else { return nil }
        return address.fileName
    }

    /// The address of a file by its bare name, as the index of a collection has it.
    private func file(_ name: String) throws(URLPolicyViolation) -> PhotoAddress {
        guard Self.isFileName(name) else { throw .malformed }
        return asset([name])
    }

    /// Whether a name cannot lead out of its folder.
    private static func isFileName(_ name: String) -> Bool {
        (1...fileNameLimit).contains(name.utf8.count) && !name.hasPrefix(".")
            && !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 < 0x20 }
    }

    /// What file systems take, in bytes.
    private static let fileNameLimit = 255

    private func libraryOrigin(_ parts: AddressParts) throws(URLPolicyViolation) -> Origin {
        let given = try Self.port(parts, usual: parts.scheme == .https ? 443 : 80)
        let asGiven = Origin(scheme: parts.scheme, host: parts.host, port: given)
        if asGiven.isLocal, [api, assets].contains(asGiven) { return asGiven }
        guard let known = [api, assets].first(where: { $0.host == parts.host && !$0.isLocal })
        else { throw .host(parts.host) }
        guard try Self.upgradedPort(parts) == known.port else { throw .port(parts.port) }
        return known
    }

    /// The port on https: 80 of a plain http address becomes 443.
    private static func upgradedPort(_ parts: AddressParts) throws(URLPolicyViolation) -> Int {
        let given = try port(parts, usual: 443)
        return parts.scheme == .http && given == 80 ? 443 : given
    }

    private static func port(_ parts: AddressParts, usual: Int) throws(URLPolicyViolation) -> Int {
        guard !parts.port.isEmpty else { return usual }
        guard let port = UInt16(parts.port), port > 0 else { throw .port(parts.port) }
        return Int(port)
    }

    private static func target(_ path: [String], _ parameters: [(String, String)]) -> String {
        let names = path.map { "/" + PercentEncoding.name($0) }.joined()
        let pairs = parameters.map { PercentEncoding.name($0) + "=" + PercentEncoding.name($1) }
        return names + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
    }

    /// Names of files hold raw "?" and "#"; everywhere else these begin the query and the fragment.
    private static func target(_ rest: Substring) -> String {
        // By bytes: a mark that joins a slash, as U+0484 does, makes another letter of the two, and read
        // again with the mark encoded it was another address (found by fuzzing).
        guard !mediaFolders.contains(where: { rest.utf8.starts(with: $0.utf8) }) else {
            return PercentEncoding.path(rest)
        }
        let sent = rest.unicodeScalars.prefix { $0 != "#" }
        let path = Substring(sent.prefix { $0 != "?" })
        let query = Substring(sent[path.endIndex...].dropFirst())
        return (path.isEmpty ? "/" : PercentEncoding.path(path))
            + (query.isEmpty ? "" : "?" + PercentEncoding.query(query))
    }

    private static let mediaFolders = ["/image/", "/video/", "/audio/"]
}

/// Reads the addresses of a reply, and remembers why the first refused one was refused.
struct AddressReader {
    let site: LibrarySite
    private(set) var refusal: URLPolicyViolation?

    init(site: LibrarySite) { self.site = site }

    mutating func read(_ text: String) -> PhotoAddress? {
        do {
            return try site.address(text)
        } catch {
            refusal = refusal ?? error
            return nil
        }
    }
}

/// An http address cut into its parts by RFC 3986's generic syntax; nothing is trusted yet.
struct AddressParts {
    let scheme: Origin.Scheme
    let host: String
    /// Empty where the address names none.
    let port: String
    /// Path, query and fragment as given.
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

    /// Beyond what servers take (NASA answers 414), yet enough for an id of 5 kB.
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

/// Percent-encoding by RFC 3986: only letters, digits and `-._~` stay as they are in a name.
package enum PercentEncoding {
    /// A name of ours as one path segment or one query value: everything else is encoded.
    package static func name(_ text: String) -> String {
        encoded(text.utf8, keeping: isUnreserved)
    }

    /// A path as NASA gives it: its slashes stay, all else is encoded, once.
    ///
    /// S3 reads a raw "+" as a space, and names have raw spaces, quotes, "&" and "#" in them. A
    /// path with something raw in it was not encoded before, so a "%" in it is part of a name.
    static func path(_ text: Substring) -> String {
        let bytes = Array(text.utf8)
        if isRaw(bytes) { return encoded(bytes) { isUnreserved($0) || $0 == slash } }
        return encodedOnce(bytes) { isUnreserved($0) || $0 == slash }
    }

    /// A query as NASA gives it: its own syntax stays, what may not stand in an address is encoded.
    static func query(_ text: Substring) -> String {
        encodedOnce(Array(text.utf8)) { isUnreserved($0) || querySyntax.contains($0) }
    }

    /// The text behind an encoded name, or nil where it is not UTF-8.
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

    /// Whether a byte stands in a path that RFC 3986 does not let stand there.
    private static func isRaw(_ path: [UInt8]) -> Bool {
        path.enumerated().contains { index, byte in
            byte == percent
                ? escape(in: path, at: index) == nil
                : !isUnreserved(byte) && byte != slash && !pathSyntax.contains(byte)
        }
    }

    private static func encoded(
        _ bytes: some Sequence<UInt8>, keeping isKept: (UInt8) -> Bool
    ) -> String {
        var output: [UInt8] = []
        for byte in bytes { append(byte, to: &output, isKept: isKept(byte)) }
        return String(decoding: output, as: UTF8.self)
    }

    private static func encodedOnce(_ bytes: [UInt8], keeping isKept: (UInt8) -> Bool) -> String {
        var output: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            let isEscape = byte == percent && escape(in: bytes, at: index) != nil
            append(byte, to: &output, isKept: isEscape || isKept(byte))
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static func append(_ byte: UInt8, to output: inout [UInt8], isKept: Bool) {
        if isKept {
            output.append(byte)
        } else {
            output += [percent, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
    }

    private static func escape(in bytes: [UInt8], at index: Int) -> UInt8? {
        guard bytes[index] == percent, index + 2 < bytes.count else { return nil }
        guard let high = hexValue(bytes[index + 1]), let low = hexValue(bytes[index + 2]) else {
            return nil
        }
        return high << 4 | low
    }

    private static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }
}
