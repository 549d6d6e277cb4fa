/// The library's hosts, NASA's two or one local stand-in for both, and which addresses may be fetched.
///
/// NASA's own replies say `http:`: that is upgraded.
package struct LibrarySite: Hashable, Sendable {
    private let api: Origin
    private let assets: Origin

    package static let nasa = LibrarySite(
        api: Origin(scheme: .https, host: "images-api.nasa.gov", port: 443),
        assets: Origin(scheme: .https, host: "images-assets.nasa.gov", port: 443))

    /// The site of a `PhotoCollection`, whose addresses are names of files in one folder.
    ///
    /// No server can have this host (RFC 2606), so nothing of it is ever fetched.
    package static let collection: LibrarySite = {
        let origin = Origin(scheme: .https, host: "collection.invalid", port: 443)
        return LibrarySite(api: origin, assets: origin)
    }()

    private init(api: Origin, assets: Origin) {
        self.api = api
        self.assets = assets
    }

    /// A stand-in on this machine, such as `http://127.0.0.1:8080`: only there plain http is allowed.
    package init(standIn text: String) throws(URLPolicyViolation) {
        let parts = try AddressParts(text)
        let port = try Self.port(parts, usual: parts.scheme == .https ? 443 : 80)
        let origin = Origin(scheme: parts.scheme, host: parts.host, port: port)
        guard origin.isLocal else { throw .notLocal(parts.host) }
        self.init(api: origin, assets: origin)
    }

    /// An address from a reply or a redirect, if it is one of the library's.
    package func address(_ text: String) throws(URLPolicyViolation) -> PhotoAddress {
        if self == .collection, !text.contains(":") { return try file(text) }
        let parts = try AddressParts(text)
        let origin = try libraryOrigin(parts)
        return PhotoAddress(origin: origin, target: Self.target(parts.rest))
    }

    /// An address the user typed: any host, but https, except for the local stand-in.
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

    /// The target of a redirect, if it is in the library or on the origin of `address`.
    package func redirect(
        from address: PhotoAddress, to text: String
    ) throws(URLPolicyViolation) -> PhotoAddress {
        let next = try typedAddress(text)
        guard [api, assets, address.origin].contains(next.origin) else {
            throw .host(next.origin.host)
        }
        return next
    }

    /// An address of the API; path and parameters are not yet encoded.
    package func api(_ path: [String], _ parameters: [(String, String)] = []) -> PhotoAddress {
        PhotoAddress(origin: api, target: Self.target(path, parameters))
    }

    /// An address among the assets; the path is not yet encoded.
    package func asset(_ path: [String]) -> PhotoAddress {
        PhotoAddress(origin: assets, target: Self.target(path, []))
    }

    /// The name of the file at an address of a collection; `nil` for any other address.
    package static func collectionFile(at address: PhotoAddress) -> String? {
        guard address.origin == collection.assets, isFileName(address.fileName) else { return nil }
        return address.fileName
    }

    /// The address of a file by its bare name, as in the index of a collection.
    private func file(_ name: String) throws(URLPolicyViolation) -> PhotoAddress {
        guard Self.isFileName(name) else { throw .malformed }
        return asset([name])
    }

    /// Whether a name cannot lead out of its folder.
    private static func isFileName(_ name: String) -> Bool {
        (1...fileNameLimit).contains(name.utf8.count) && !name.hasPrefix(".")
            && !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 < 0x20 }
    }

    /// The limit of file systems, in bytes.
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

    /// File names hold raw "?" and "#"; elsewhere these begin the query and the fragment.
    private static func target(_ rest: Substring) -> String {
        // By bytes: a mark that combines with the slash, such as U+0484, makes another character of
        // the two, and with the mark encoded it was another address (found by fuzzing).
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

/// Reads the addresses of a reply, and remembers why the first rejected one was rejected.
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
