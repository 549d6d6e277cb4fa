/// Why an address is not asked for; the texts come from outside and must be sanitized to be shown.
package enum URLPolicyViolation: Error, Hashable, Sendable {
    /// Only https is spoken; http is upgraded.
    case scheme(String)
    /// Not one of the library's hosts.
    case host(String)
    case port(String)
    /// A name or password before the host: a trick to hide the host.
    case userInfo
    case controlCharacter
    case tooLong(bytes: Int)
    case malformed
    /// A local stand-in must be on this machine (127.0.0.1, ::1 or localhost).
    case notLocal(String)
}
