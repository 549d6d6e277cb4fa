/// Scheme, host and port: what two addresses must share to be of one server.
package struct Origin: Hashable, Sendable {
    package enum Scheme: String, Sendable { case http, https }

    package let scheme: Scheme
    /// In lower case; an IPv6 address has its brackets.
    package let host: String
    package let port: Int

    package var isLocal: Bool { Self.localHosts.contains(host) }

    /// The origin as it stands before the path; a usual port is left out.
    package var text: String {
        let isUsualPort = port == (scheme == .https ? 443 : 80)
        return "\(scheme.rawValue)://\(host)" + (isUsualPort ? "" : ":\(port)")
    }

    private static let localHosts: Set<String> = ["127.0.0.1", "localhost", "[::1]"]
}
