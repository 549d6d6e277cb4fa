/// An address that may be asked for: checked, upgraded to https, every segment percent-encoded.
///
/// Only a `LibrarySite` makes one, so whoever holds one need not check it again.
package struct PhotoAddress: Hashable, Sendable, CustomStringConvertible {
    package let origin: Origin
    /// Path and query, encoded, beginning with a slash.
    package let target: String

    init(origin: Origin, target: String) {
        self.origin = origin
        self.target = target
    }

    /// The whole address in ASCII.
    package var text: String { origin.text + target }

    package var description: String { text }

    /// The value of a query parameter, decoded.
    package func parameter(_ name: String) -> String? {
        guard let mark = target.firstIndex(of: "?") else { return nil }
        let pairs = target[target.index(after: mark)...].split(separator: "&")
        let pair = pairs.first { $0.hasPrefix(name + "=") }
        return pair.flatMap { PercentEncoding.decoded($0.dropFirst(name.count + 1)) }
    }

    /// The address of another file in the same folder.
    func sibling(_ name: String) -> PhotoAddress {
        let path = target.prefix { $0 != "?" }
        let folder = path.prefix(through: path.lastIndex(of: "/") ?? path.startIndex)
        return PhotoAddress(origin: origin, target: folder + PercentEncoding.name(name))
    }

    /// The last name of the path, decoded: the name of the file.
    package var fileName: String {
        let path = target.prefix { $0 != "?" }
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? path
        return PercentEncoding.decoded(name) ?? String(name)
    }
}
