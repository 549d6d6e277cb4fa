import PhotoCatalog
import TestSupport
import workbench

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The library of `workbench serve`, asked without a server.
enum StandIn {
    static let address = "http://127.0.0.1:1"

    static let fixtures = PackageFolders.standard.fixtureReplies

    static func site() throws -> LibrarySite { try LibrarySite(standIn: address) }

    static func repository(_ shelf: ItemStore) throws -> NASAPhotoRepository {
        NASAPhotoRepository(fetcher: fetcher(shelf), site: try site())
    }

    static func fetcher(_ shelf: ItemStore) -> FixtureFetcher {
        let answers = LibraryAnswers(shelf, PictureStore(folders: []), origin: address)
        return FixtureFetcher { address in result(answers.answer(address.target)) }
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
