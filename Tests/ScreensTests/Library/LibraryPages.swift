import Localization
import PhotoCatalog
import TestSupport

@testable import PhotoCatalog

/// Photos of an imaginary library.
enum LibraryPages {
    /// Returns a photo with all details that NASA provides.
    static func photo(
        _ id: String, _ title: String, by photographer: String? = "Neil Armstrong",
        on date: String? = "1969-07-20T00:00:00Z", about description: String? = nil,
        albums: [String] = [], keywords: [String] = []
    ) -> Photo {
        let fields: [(String, String?)] = [
            ("nasa_id", quoted(id)), ("title", quoted(title)), ("media_type", quoted("image")),
            ("center", quoted("JSC")), ("photographer", photographer.map(quoted)),
            ("date_created", date.map(quoted)), ("description", description.map(quoted)),
            ("album", list(albums)), ("keywords", list(keywords)),
        ]
        let data = fields.compactMap { name, value in value.map { "\"\(name)\":\($0)" } }
        let links = [("preview", "thumb", 640, 480), ("canonical", "orig", 4000, 3000)].map {
            """
            {"href":"https://images-assets.nasa.gov/image/\(id)/\(id)~\($0.1).jpg","rel":"\($0.0)",\
            "render":"image","width":\($0.2),"height":\($0.3),"size":38000}
            """
        }
        let reply = """
            {"collection":{"items":[{"data":[{\(data.joined(separator: ","))}],\
            "links":[\(links.joined(separator: ","))]}]}}
            """
        guard let page = read(reply), let photo = page.photos.first else {
            preconditionFailure("the imagined library writes JSON")
        }
        return photo
    }

    /// Returns a video or a sound with NASA's links.
    static func item(
        _ id: String, _ title: String, _ type: String, links: [String] = ["thumb", "large"]
    ) -> Photo {
        let listed = links.map {
            """
            {"href":"https://images-assets.nasa.gov/\(type)/\(id)/\(id)~\($0).jpg",\
            "rel":"\($0 == "thumb" ? "preview" : "alternate")","render":"image"}
            """
        }
        let reply = """
            {"collection":{"items":[{"data":[{"nasa_id":\(quoted(id)),"title":\(quoted(title)),\
            "media_type":"\(type)","center":"HQ","date_created":"1969-07-20T00:00:00Z"}],\
            "links":[\(listed.joined(separator: ","))]}]}}
            """
        guard let photo = read(reply)?.photos.first else {
            preconditionFailure("the imagined library writes JSON")
        }
        return photo
    }

    /// Returns photos with numbers as titles.
    static func photos(_ range: ClosedRange<Int>) -> [Photo] {
        range.map { photo("id-\($0)", "Photo \($0)") }
    }

    /// Returns a page with these photos, and a link to the next one if there are more.
    static func page(_ photos: [Photo], of total: Int, next: Bool? = nil) -> Page {
        let hasNext = next ?? (total > photos.count)
        let link =
            #","links":[{"rel":"next","href":"http://images-api.nasa.gov/search?q=moon&page=2"}]"#
        let reply = """
            {"collection":{"items":[],"metadata":{"total_hits":\(total)}\(hasNext ? link : "")}}
            """
        guard let page = read(reply) else { preconditionFailure("an empty page can be read") }
        return Page(
            photos: photos, totalHits: page.totalHits, continuation: page.continuation, skipped: 0,
            freshness: .current)
    }

    private static func read(_ reply: String) -> Page? {
        do {
            let entity = try ReplyReader.read(CollectionEntity.self, from: Array(reply.utf8))
            return Page(entity, .current, site: .nasa)
        } catch {
            return nil
        }
    }

    private static func list(_ words: [String]) -> String? {
        words.isEmpty ? nil : "[" + words.map(quoted).joined(separator: ",") + "]"
    }

    private static func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            scalar.value < 0x20 || "\\\"".unicodeScalars.contains(scalar)
                ? #"\u00"# + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
                : String(scalar)
        }
        return "\"" + escaped.joined() + "\""
    }
}
