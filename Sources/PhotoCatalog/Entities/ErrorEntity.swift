#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The body NASA sends with a 400 or 404: one sentence under `reason`.
package struct ErrorEntity: Decodable, Sendable {
    /// The server's own words: untrusted text, to be sanitized before it is shown.
    package let reason: String

    /// The reason in an error body, or nil where the body is something else.
    package static func reason(in bytes: [UInt8]) -> String? {
        ReplyReader.attempt(Self.self, from: Data(bytes))?.reason
    }
}
