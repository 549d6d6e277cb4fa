import Imaging
import PhotoCatalog
import PhotoPipeline
import TerminalProtocols
import Testing

@testable import Screens

/// Texts of megabytes, as a hostile library may send them: no key waits for them.
@Suite(.timeLimit(.minutes(10)))
struct LongTextTests {
    private static let long = String(repeating: "<a", count: 1 << 16)

    private static var photo: Photo {
        LibraryPages.photo(
            "long", long, by: long, on: long, about: "About " + long, albums: [long],
            keywords: Array(repeating: "MOON", count: 20_000))
    }

    /// Each of the views took seconds: all of a text was read for the few columns there are.
    @Test(arguments: [LibraryArrangement.list, .grid(columns: 1), .grid(columns: 4)])
    func aListShowsTheirBeginning(arrangement: LibraryArrangement) {
        let photos = Array(repeating: Self.photo, count: 20)
        var story = LibraryStory.listing(photos, arrangement)
        for _ in 0..<20 {
            #expect(story.page.contains("<a<a<a"))
            story.press("j")
        }
    }

    @Test func aPhotosPageShowsAsMuchAsATextMayHave() {
        var story = LibraryStory.listing([Self.photo])
        story.press(.enter)
        story.press("G")
        for _ in 0..<100 {
            #expect(story.page.contains("MOON"))
            story.press("k")
        }
        #expect(story.lines.count < SafeText.limitScalars)
    }

    /// Arrays of the same storage: nothing was made in between.
    @Test func aPageIsLaidOutOnceForWhatItTells() {
        var story = LibraryStory.listing([LibraryPages.photo("a", "A", keywords: ["MOON"])])
        story.press(.enter)
        let first = story.lines
        for key in "jkG ?q" { story.press(String(key)) }
        story.press(.tab)
        story.resize(columns: 80, rows: 12)
        #expect(story.lines.isSame(as: first))
        story.resize(columns: 70, rows: 12)
        #expect(!story.lines.isSame(as: first))
    }
}

extension LibraryStory {
    /// The lines of the photo's page on top.
    fileprivate var lines: [DetailLine] {
        if case .detail(let detail) = screens.stack.top { detail.page.lines } else { [] }
    }
}

extension [DetailLine] {
    fileprivate func isSame(as other: [DetailLine]) -> Bool {
        withUnsafeBufferPointer { own in
            other.withUnsafeBufferPointer { own.baseAddress == $0.baseAddress }
        }
    }
}
