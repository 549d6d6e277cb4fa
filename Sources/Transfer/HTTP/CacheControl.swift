/// How long a server lets its reply be kept (RFC 9111, section 5.2).
struct CacheControl: Hashable, Sendable {
    /// Seconds from now, less those it has spent in other caches; nil where the server is silent.
    let lifetimeSeconds: Int?
    let mayBeKept: Bool

    static let silent = CacheControl(nil, ageSeconds: nil)

    init(_ text: String?, ageSeconds: Int?) {
        let directives = (text ?? "").lowercased().split { $0 == "," || $0 == " " }
        mayBeKept = !directives.contains("no-store")
        if directives.contains("no-cache") {
            lifetimeSeconds = 0
        } else {
            let age = max(0, ageSeconds ?? 0)
            lifetimeSeconds = Self.maximumAge(directives).map { max(0, $0 - age) }
        }
    }

    private static func maximumAge(_ directives: [Substring]) -> Int? {
        let directive = directives.first { $0.hasPrefix("max-age=") }
        return directive.flatMap { Int($0.dropFirst(8)) }.flatMap { $0 >= 0 ? $0 : nil }
    }
}
