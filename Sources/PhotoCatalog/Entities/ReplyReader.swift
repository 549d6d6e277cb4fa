#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Reads the JSON of a reply.
enum ReplyReader {
    /// A reply as `type`, or the failure that names what it is instead.
    ///
    /// Bytes that are not UTF-8 are replaced and read once more: one damaged title must not lose
    /// a page.
    static func read<Reply: Decodable>(
        _ type: Reply.Type, from bytes: [UInt8]
    ) throws(CatalogFailure) -> Reply {
        if let reply = attempt(type, from: Data(bytes)) { return reply }
        let repaired = Data(String(decoding: bytes, as: UTF8.self).utf8)
        if let reply = attempt(type, from: repaired) { return reply }
        throw CaptivePortalCheck.looksLike(bytes) ? .webPageInstead : .unreadableReply
    }

    static func attempt<Reply: Decodable>(_ type: Reply.Type, from data: Data) -> Reply? {
        do {
            return try JSONDecoder().decode(type, from: data)
        } catch {
            return nil  // The decoder's words help nobody; the caller names the failure.
        }
    }
}
