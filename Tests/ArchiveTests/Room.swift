import Archive
import Foundation
import PhotoCatalog
import TestSupport
import Testing

/// A folder for one archive; it goes with this.
final class Room: Sendable {
    let folder = CleanEnvironment.home.appending(path: UUID().uuidString)

    var file: URL { folder.appending(path: "data/nasa-view/archive.sqlite") }

    func archive() -> SQLiteArchive { SQLiteArchive(path: file.path, site: .nasa) }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Photos as the library lists them.
    static func photos(_ items: [(id: String, title: String, keywords: [String])]) async throws
        -> [Photo]
    {
        let data = items.map { item in
            let keywords = item.keywords.map { "\"\($0)\"" }.joined(separator: ",")
            return """
                {"href":"https://images-assets.nasa.gov/image/\(item.id)/collection.json","data":[{
                "nasa_id":"\(item.id)","title":"\(item.title)","keywords":[\(keywords)],
                "center":"JPL","date_created":"2001-02-03T04:05:06Z","media_type":"image",
                "description":"About \(item.title)","photographer":"Jo","album":["A"]}],"links":[
                {"href":"https://images-assets.nasa.gov/image/\(item.id)/\(item.id)~thumb.jpg",
                "rel":"preview","width":640,"height":480,"size":38000}]}
                """
        }
        let reply = #"{"collection":{"items":[\#(data.joined(separator: ","))]}}"#
        let fetcher = FixtureFetcher { _ in .success(Array(reply.utf8)) }
        return try await NASAPhotoRepository(fetcher: fetcher)
            .page(.first(.search(Query(text: "x")))).photos
    }

    static func photos(_ ids: String...) async throws -> [Photo] {
        try await photos(ids.map { (id: $0, title: "Title of \($0)", keywords: []) })
    }
}
