internal import PhotoCatalog

/// Path and query of a request, decoded.
package struct RequestTarget: Sendable {
    package let path: [String]
    package let parameters: [(name: String, value: String)]

    /// Reads `/a%20b/c?q=d+e`; an escape that is not UTF-8 stays as it is.
    package init(_ text: String) {
        let pathText = text.prefix { $0 != "?" }
        path = pathText.split(separator: "/").map(Self.decoded)
        let query = text[pathText.endIndex...].dropFirst()
        parameters = query.split(separator: "&").map { pair in
            let name = pair.prefix { $0 != "=" }
            let value = pair[name.endIndex...].dropFirst()
            return (Self.decoded(name), Self.decoded(Self.spaced(value)))
        }
    }

    package subscript(name: String) -> String? {
        parameters.first { $0.name == name }?.value
    }

    package func list(_ name: String) -> [String] {
        self[name].map { $0.split(separator: ",").map(String.init) } ?? []
    }

    private static func spaced(_ text: Substring) -> Substring {
        Substring(
            text.split(separator: "+", omittingEmptySubsequences: false).joined(separator: " "))
    }

    private static func decoded(_ text: Substring) -> String {
        PercentEncoding.decoded(text) ?? String(text)
    }
}
