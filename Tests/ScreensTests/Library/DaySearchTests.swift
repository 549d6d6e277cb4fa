import PhotoCatalog
import PhotoPipeline
import TerminalProtocols
import TestSupport
import Testing

@testable import Screens

/// The next day with pictures, if some days have none.
@Suite struct DaySearchTests {
    @Test(
        arguments: [
            // sols with pictures, the starting sol, keys, the resulting sol, the maximum number of
            // lists
            ([10, 9], 10, ">", nil, 2), ([11, 10], 10, ">", 11, 1), ([12, 10], 10, ">", 12, 2),
            ([13, 10], 10, ">", 13, 4), ([31, 30, 14, 10], 10, ">", 14, 6),
            ([90, 60, 19, 18, 10], 10, ">", 18, 8), ([400, 375, 10], 10, ">", 375, 18),
            ([12, 11, 10], 10, "2>", 12, 1), ([11, 10], 10, "2>", 11, 1),
            ([20, 16, 10], 10, "5>", 16, 5), ([10], 10, "5>", nil, 2),
            ([20, 10, 7], 10, "<", 7, 1), ([10], 10, "<", nil, 1),
        ] as [([Int], Int, String, Int?, Int)])
    func isLookedForAmongLists(
        sols: [Int], left: Int, keys: String, found: Int?, lists: Int
    ) throws {
        for screen in [ScreenKind.viewer, .detail, .library] {
            var story = LibraryStory(.search(Self.query(upTo: left)))
            story.answer(Self.page(sols, upTo: left))
            if screen == .viewer { story.press(.enter) }
            if screen == .detail { story.press("i") }
            let count = story.answer(sols, after: story.pageRequest?.1) { $0.press(keys) }
            #expect(count <= lists, "\(screen)")
            #expect(story.sol == found ?? (screen == .library && keys == "<" ? nil : left))
            let word = keys.hasSuffix(">") ? "later" : "earlier"
            let isSaid = story.page.contains("There are no \(word) pictures.")
            #expect(isSaid == (found == nil) || screen == .viewer, "\(screen) \(story.page)")
        }
    }

    /// The photo has no list below it: one of its service is opened for the day.
    @Test(arguments: [([10, 9], 10), ([25, 10], 25)])
    func isLookedForFromALonePhoto(sols: [Int], shown: Int) {
        let photo = ServicePhotos.mars("10", sol: 10)
        var story = LibraryStory(viewing: [.library(photo.id)])
        story.press(">")
        story.answer(sols, after: nil) {
            $0.receive(
                .described(photo.id, photo, PhotoAssets(linkedBy: photo), isFavourite: false))
        }
        #expect(story.viewed == .library(PhotoID("mars2020:\(shown)")))
    }

    /// Contradictory lists end the search.
    @Test(arguments: [[99, 50, 98, 97], [50, 10, 60, 10, 70], [12, 10, 10], [11]])
    func endsWhateverListsSay(newest: [Int]) {
        var step = DayStep(day: .sol(10), days: 1)
        var outcome = step.receive(newest: .sol(10))
        var count = 0
        while case .list = outcome, count < 100 {
            outcome = step.receive(newest: .sol(newest[count % newest.count]))
            count += 1
        }
        #expect(count < 30)
    }

    fileprivate static func query(upTo sol: Int?) -> Query {
        Query(newestOf: .mars2020, upTo: sol.map { .sol($0) })
    }

    /// The feeds' pages have one sol.
    fileprivate static func page(_ sols: [Int], upTo last: Int) -> Page {
        let photos = sols.first { $0 <= last }.map { [ServicePhotos.mars("\($0)", sol: $0)] } ?? []
        return LibraryPages.page(photos, of: photos.count, next: false)
    }
}

extension LibraryStory {
    /// Runs an action, and answers until no other list is requested.
    ///
    /// - Returns: the number of requested lists.
    @discardableResult
    fileprivate mutating func answer(
        _ sols: [Int], after last: ResultsID?, _ act: (inout LibraryStory) -> Void
    ) -> Int {
        act(&self)
        var (last, count) = (last, 0)
        while let (request, list) = pageRequest, list != last, count < 100 {
            receive(.page(DaySearchTests.page(sols, upTo: request.upTo), for: request, of: list))
            last = list
            count += 1
        }
        return count
    }

    /// The sol of the photo on the screen.
    fileprivate var sol: Int? {
        let id = chosen ?? viewed.flatMap(\.name)
        return id?.split(separator: ":").last.flatMap { Int($0) }
    }
}

extension PageRequest {
    /// The last sol of the requested photos.
    fileprivate var upTo: Int {
        if case .search(let query) = listing, case .sol(let sol) = query.upTo { sol } else { .max }
    }
}
