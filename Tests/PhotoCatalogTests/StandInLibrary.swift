import Foundation
import PhotoCatalog
import StandIn
import TestSupport
import Testing

/// The library of `workbench serve`, without a server.
enum StandInLibrary {
    static let address = "http://127.0.0.1:1"

    static let fixtures = PackageFolders.standard.fixtureReplies
    /// The fixtures, and recordings of NASA's server; each is read once for all tests.
    static let fixtureItems = ItemStore(folders: [fixtures])
    static let recordedItems = ItemStore(folders: [PackageFolders.standard.recordedReplies])
    /// True if this machine has the recordings.
    static let hasRecorded = FileManager.default.fileExists(
        atPath: PackageFolders.standard.recordedReplies)

    static func site() throws -> LibrarySite { try LibrarySite(standIn: address) }

    static func repository(_ store: ItemStore) throws -> NASAPhotoRepository {
        NASAPhotoRepository(fetcher: fetcher(store), site: try site())
    }

    static func fetcher(_ store: ItemStore) -> FixtureFetcher {
        let answers = LibraryAnswers(store, PictureStore(folders: []), origin: address)
        return FixtureFetcher { address in result(answers.answer(address.target)) }
    }

    /// All services, on 20 November 2026.
    static func services(
        _ fetcher: FixtureFetcher? = nil, flickrKey: String? = "key", today: String = "2026-11-20"
    ) throws -> ServiceRouter {
        let today = try #require(CalendarDate(today))
        let store = fetcher ?? self.fetcher(fixtureItems)
        return ServiceRouter(
            fetcher: store, site: try site(), ServiceRouter.Options(flickrKey: flickrKey) { today })
    }

    private static func result(_ answer: Answer) -> FixtureFetcher.Answer {
        guard case .json(let json, let status) = answer, let bytes = try? JSONEncoder().encode(json)
        else { return .failure(.notFound) }
        return switch status {
        case 404: .failure(.notFound)
        case 400: .failure(.refused(status: 400, reason: json["reason"]?.text))
        default: .success(Array(bytes))
        }
    }
}

/// Replies made of a few fields, and the repository's results.
enum Replies {
    /// Returns the photo of a search whose one item has these fields of `data`.
    static func photo(_ fields: String, links: String = "[]") async throws -> Photo {
        let id = try #require(fields.firstMatch(of: /"nasa_id":"([^"]*)"/)?.1)
        return try await repository(search(fields, links)).photo(id: PhotoID(String(id)))
    }

    /// Returns the files of a photo with these names in its manifest and these links.
    static func assets(_ names: [String], links: String = "[]") async throws -> PhotoAssets {
        let hrefs = names.map { #"{"href":"http://images-assets.nasa.gov/image/X/\#($0)"}"# }
        let manifest = #"{"collection":{"items":[\#(hrefs.joined(separator: ","))]}}"#
        let repository = repository(search(#""nasa_id":"X""#, links), manifest: manifest)
        return try await repository.assets(of: try await repository.photo(id: PhotoID("X")))
    }

    static func page(_ reply: String) async throws -> Page {
        try await repository(reply).page(.first(.search(Query(text: "x"))))
    }

    static func repository(_ search: String, manifest: String? = nil) -> NASAPhotoRepository {
        NASAPhotoRepository(
            fetcher: FixtureFetcher { address in
                let reply = address.target.hasPrefix("/search") ? search : manifest
                return reply.map { .success(Array($0.utf8)) } ?? .failure(.notFound)
            })
    }

    private static func search(_ fields: String, _ links: String) -> String {
        #"{"collection":{"items":[{"data":[{\#(fields)}],"links":\#(links)}]}}"#
    }
}
