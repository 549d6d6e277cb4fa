import Foundation
import Imaging
import PhotoCatalog
import TerminalProtocols
import TestSupport
import Testing

@testable import Screens

/// The links from a photo's page to NASA's web pages, if the terminal has hyperlinks.
@Suite struct PageLinkTests {
    private static func links(
        of photo: Photo, cells: CellSize = CellSize(columns: 120, rows: 30)
    ) -> [String] {
        var story = LibraryStory.listing([photo], cells: cells)
        story.press("i")
        guard case .page(let page, _) = story.screens.view else { return [] }
        return page.runs.compactMap { run in run.link.map { "\(run.text.string) → \($0.address)" } }
    }

    private static let details = "https://images.nasa.gov/details/"
    private static func search(_ words: String) -> String {
        "https://images.nasa.gov/search?q=\(words)&media=image"
    }

    @Test func theCreditTheIDAndTheKeywords() {
        let photo = LibraryPages.photo(
            "as11 40", "Boot", albums: ["Apollo"], keywords: ["Moon", "Sea of T.", "été"])
        #expect(
            Self.links(of: photo) == [
                "Neil Armstrong — 20 Jul 1969 → \(Self.details)as11%2040",
                "Neil Armstrong → \(Self.search("Neil%20Armstrong"))",
                "JSC → \(Self.search("JSC"))",
                "as11 40 → \(Self.details)as11%2040",
                "Moon → \(Self.search("Moon"))", "Sea of T. → \(Self.search("Sea%20of%20T."))",
                "été → \(Self.search("%C3%A9t%C3%A9"))",
            ])
    }

    /// A keyword longer than the page's width is wrapped; its last line links to the whole.
    @Test func aTextThatIsWrappedLeadsToTheWhole() throws {
        let word = String(repeating: "long ", count: 20) + "end"
        let photo = LibraryPages.photo("a", "A", keywords: [word])
        let link = try #require(Self.links(of: photo).last)
        #expect(!link.contains("…") && link.hasSuffix("end&media=image"))
    }

    @Test(arguments: [
        "\u{1B}]8;;https://evil/\u{1B}\\", "a\u{7}b", "x;id=1;https://evil/", "\u{9C}\u{202E}",
        "javascript:alert(1)",
    ])
    func hostileWordsAreEncoded(word: String) {
        let photo = LibraryPages.photo(word, "A", by: word, keywords: [word])
        let addresses = Self.links(of: photo).compactMap { $0.components(separatedBy: " → ").last }
        #expect(!addresses.isEmpty)
        for address in addresses {
            let rest = address.dropFirst("https://images.nasa.gov".count)
            #expect(address.hasPrefix("https://images.nasa.gov/"))
            #expect(rest.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x3B && $0 != 0x3A })
        }
    }

    /// Longer than terminals accept.
    @Test func wordsWithoutEndAreNoLinks() {
        let word = String(repeating: "é", count: 5000)
        let links = Self.links(of: LibraryPages.photo(word, "A", by: word, keywords: [word]))
        #expect(links.allSatisfy { $0.hasPrefix("JSC → ") }, "\(links.map { $0.prefix(40) })")
    }

    /// The head, the list and the help have no links.
    @Test func noOtherPageHasLinks() {
        var story = LibraryStory.listing([LibraryPages.photo("a", "A", keywords: ["Moon"])])
        guard case .page(let list, _) = story.screens.view else { return }
        #expect(list.runs.allSatisfy { $0.link == nil })
        story.press("i")
        guard case .page(let page, _) = story.screens.view else { return }
        #expect(page.runs.contains { $0.link != nil })
        #expect(page.unlinked.runs.allSatisfy { $0.link == nil })
        #expect(page.unlinked.runs.map(\.text) == page.runs.map(\.text))
    }
}
