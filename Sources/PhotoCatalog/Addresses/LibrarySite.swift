internal import Bounds

/// The rule for which addresses may be fetched: those of the services' hosts, or of one local
/// stand-in for all services.
///
/// NASA's own replies contain `http:` addresses, which are upgraded to https. An address that the
/// user types may have any host.
package struct LibrarySite: Hashable, Sendable {
    /// The origin of a stand-in; `nil` for the services' real hosts.
    private let only: Origin?

    /// The services' real hosts.
    package static let nasa = LibrarySite(only: nil)

    /// The site of a `PhotoCollection`, in which an address stands for a file in one folder.
    ///
    /// No server can have this host name (RFC 2606), so the addresses are never fetched.
    package static let collection = LibrarySite(
        only: Origin(scheme: .https, host: "collection.invalid", port: 443))

    private init(only: Origin?) { self.only = only }

    /// Creates the site of a stand-in on this machine, such as `http://127.0.0.1:8080`.
    ///
    /// Only a stand-in may use plain http.
    package init(standIn text: String) throws(URLPolicyViolation) {
        let parts = try AddressParts(text)
        let port = try Self.port(parts, usual: parts.scheme == .https ? 443 : 80)
        let origin = Origin(scheme: parts.scheme, host: parts.host, port: port)
        guard origin.isLocal else { throw .notLocal(parts.host) }
        self.init(only: origin)
    }

    /// Returns an address from a service's reply, if the address belongs to the service.
    package func address(
        _ text: String, of service: Service = .nasa
    ) throws(URLPolicyViolation) -> PhotoAddress {
        if self == .collection, !text.contains(":") { return try file(text) }
        let parts = try AddressParts(text)
        let origin = try origin(parts, of: service)
        return PhotoAddress(origin: origin, target: Self.target(parts.rest))
    }

    /// Returns an address that the user typed.
    ///
    /// Any host is allowed; http is upgraded to https, except for the local stand-in.
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

    /// Returns the target of a redirect.
    ///
    /// The target must belong to the service of `address`, or have the origin of `address`.
    package func redirect(
        from address: PhotoAddress, to text: String
    ) throws(URLPolicyViolation) -> PhotoAddress {
        let next = try typedAddress(text)
        let isOfTheService = Service.allCases.contains { service in
            let origins = origins(of: service)
            return origins.contains(address.origin) && origins.contains(next.origin)
        }
        guard isOfTheService || next.origin == address.origin else {
            throw .host(next.origin.host)
        }
        return next
    }

    /// Returns an address of a service's API with encoded path and parameters.
    package func api(
        _ path: [String], _ parameters: [(String, String)] = [], of service: Service = .nasa
    ) -> PhotoAddress {
        PhotoAddress(origin: origin(.api, of: service), target: Self.target(path, parameters))
    }

    /// Returns the address of a service's file with an encoded path.
    package func asset(_ path: [String], of service: Service = .nasa) -> PhotoAddress {
        PhotoAddress(origin: origin(.files, of: service), target: Self.target(path, []))
    }

    /// Returns the address of the folder that contains the levels of a map.
    package func tiles(of map: WorldMap) -> PhotoAddress {
        let origin = only ?? Origin(scheme: .https, host: map.host, port: 443)
        return PhotoAddress(origin: origin, target: Self.target(map.path, []) + "/")
    }

    /// Returns the name of the file at an address of a collection; `nil` for any other address.
    package static func collectionFile(at address: PhotoAddress) -> String? {
        guard address.origin == collection.only, isFileName(address.fileName) else { return nil }
        return address.fileName
    }

    /// Returns the address of a file in a collection, given the plain name in the collection's
    /// index.
    private func file(_ name: String) throws(URLPolicyViolation) -> PhotoAddress {
        guard Self.isFileName(name) else { throw .malformed }
        return asset([name])
    }

    /// Returns true if a name may be that of a file in a collection: not hidden, not too long, and
    /// without slashes and control characters.
    private static func isFileName(_ name: String) -> Bool {
        (1...fileNameLimit).contains(name.utf8.count) && !name.hasPrefix(".")
            && !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 < 0x20 }
    }

    /// The maximum length of a name in file systems, in bytes.
    private static let fileNameLimit = 255

    /// Returns the origins that a service's addresses may have.
    private func origins(of service: Service) -> [Origin] {
        if let only { return [only] }
        return Self.origins[service] ?? []
    }

    /// The origins of each service, computed once: a page of search results contains six hundred
    /// addresses.
    private static let origins = Dictionary(
        uniqueKeysWithValues: Service.allCases.map { service in
            (service, service.hosts.filter { $0.use != .pages }.map(origin))
        })

    /// Returns the service's origin for a use; a service with only one host uses that host for
    /// everything.
    private func origin(_ use: ServiceHost.Use, of service: Service) -> Origin {
        if let only { return only }
        let hosts = service.hosts
        return Self.origin(hosts.first { $0.use == use } ?? hosts[0])
    }

    private static func origin(_ host: ServiceHost) -> Origin {
        Origin(scheme: .https, host: host.name, port: 443)
    }

    private func origin(
        _ parts: AddressParts, of service: Service
    ) throws(URLPolicyViolation) -> Origin {
        let origins = origins(of: service)
        let given = try Self.port(parts, usual: parts.scheme == .https ? 443 : 80)
        let asGiven = Origin(scheme: parts.scheme, host: parts.host, port: given)
        if asGiven.isLocal, origins.contains(asGiven) { return asGiven }
        guard let known = origins.first(where: { $0.host == parts.host && !$0.isLocal })
        else { throw .host(parts.host) }
        guard try Self.upgradedPort(parts) == known.port else { throw .port(parts.port) }
        return known
    }

    /// Returns the port for https: port 80 of a plain http address becomes 443.
    private static func upgradedPort(_ parts: AddressParts) throws(URLPolicyViolation) -> Int {
        let given = try port(parts, usual: 443)
        return parts.scheme == .http && given == 80 ? 443 : given
    }

    private static func port(_ parts: AddressParts, usual: Int) throws(URLPolicyViolation) -> Int {
        guard !parts.port.isEmpty else { return usual }
        guard let port = (1...65_535).number(in: parts.port) else { throw .port(parts.port) }
        return port
    }

    private static func target(_ path: [String], _ parameters: [(String, String)]) -> String {
        let names = path.map { "/" + PercentEncoding.name($0) }.joined()
        let pairs = parameters.map { PercentEncoding.name($0) + "=" + PercentEncoding.name($1) }
        return names + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
    }

    /// Returns the encoded path and query of an address.
    ///
    /// The names of NASA's files may contain unencoded "?" and "#"; in other addresses, these
    /// characters begin the query and the fragment.
    private static func target(_ rest: Substring) -> String {
        // The paths are compared as bytes: a combining mark, such as U+0484, forms one character
        // with the preceding slash, so that a comparison of characters would fail (found by
        // fuzzing).
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

/// A reader of the addresses in a reply, which records the first reason for rejecting an address.
struct AddressReader {
    private let site: LibrarySite
    private let service: Service
    private(set) var refusal: URLPolicyViolation?

    init(site: LibrarySite, service: Service = .nasa) {
        self.site = site
        self.service = service
    }

    mutating func read(_ text: String) -> PhotoAddress? {
        do {
            return try site.address(text, of: service)
        } catch {
            refusal = refusal ?? error
            return nil
        }
    }
    /// Returns the address if the address belongs to the service; otherwise `nil`, without
    /// recording a reason.
    func readIfOwn(_ text: String) -> PhotoAddress? { try? site.address(text, of: service) }
}
