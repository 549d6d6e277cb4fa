import Fuzzing
import PhotoCatalog

/// The addresses that may be requested, as parsed by us and by libcurl.
enum AddressTarget: FuzzTarget {
    static let name = "addresses"

    static func take(_ bytes: [UInt8]) throws {
        let text = String(decoding: bytes, as: UTF8.self)
        if let address = try? LibrarySite.nasa.address(text) {
            try expectOfTheLibrary(address)
            try expect(try LibrarySite.nasa.address(address.text) == address, "it reads otherwise")
            try expectRedirect(from: address, to: text)
        }
        if let address = try? LibrarySite.nasa.typedAddress(text) {
            try expectSpelt(address)
            try expect(address.origin.scheme == .https, "typed, and not https")
        }
        if (try? LibrarySite(standIn: text)) != nil { try expectLocal(text) }
    }

    static func expectOfTheLibrary(_ address: PhotoAddress) throws {
        try expectSpelt(address)
        try expect(CurlReading(address.text) != nil, "curl does not take it")
        let hosts = ["images-api.nasa.gov", "images-assets.nasa.gov"]
        try expect(hosts.contains(address.origin.host), "the host \(address.origin.host)")
        try expect(address.origin.port == 443, "the port \(address.origin.port)")
        try expect(address.origin.scheme == .https, "not https")
    }

    private static func expectRedirect(from address: PhotoAddress, to text: String) throws {
        let next = try LibrarySite.nasa.redirect(from: address, to: text)
        try expect(next == address, "a redirect leads elsewhere")
    }

    private static func expectLocal(_ text: String) throws {
        let address = try LibrarySite(standIn: text).api(["search"])
        try expect(address.origin.isLocal, "a stand-in elsewhere")
        try expectSpelt(address)
    }

    /// Throws unless the address is visible ASCII, and libcurl parses the same host, port and
    /// scheme: two parsers that differ would let a check be bypassed.
    static func expectSpelt(_ address: PhotoAddress) throws {
        let text = address.text
        try expect(
            text.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "not visible ASCII: \(text)")
        guard let parts = CurlReading(text) else { return }
        // Numbers have many spellings, of which curl chooses one; the library has no numeric host.
        let isNumber =
            parts.host.utf8.last.map { $0 == 0x5D || (0x30...0x39).contains($0) } ?? false
        try expect(
            parts.host == address.origin.host || isNumber, "curl reads the host \(parts.host)")
        try expect(parts.port == "\(address.origin.port)", "curl reads the port \(parts.port)")
        try expect(parts.scheme == address.origin.scheme.rawValue, "curl reads \(parts.scheme)")
        try expect(parts.user.isEmpty, "curl reads the user \(parts.user)")
    }
}
