import Imaging
import Localization
import PhotoCatalog
import TerminalProtocols
import TestSupport
import Testing

@testable import Screens

/// N9: a server that is waited for: how long still is said where the answer will be.
@Suite struct DelayTests {
    @Test(arguments: [
        (Language.english, "retrying in 50 s", "Loading …"),
        (.german, "nächster Versuch in 50 s", "Wird geladen …"),
    ])
    func anEmptyListCountsTheSeconds(language: Language, words: String, usual: String) throws {
        var story = LibraryStory(preferences: Preferences(language))
        #expect(story.page.contains(usual))
        try story.delay(by: 50)
        #expect(story.page.contains(words) && !story.page.contains(usual))
        try story.delay(by: 49)
        #expect(story.page.contains("49 s") && !story.page.contains("50 s"))
        try story.delay(by: nil)
        #expect(story.page.contains(usual) && !story.page.contains("49 s"))
    }

    @Test func theFootOfAListThatGrowsCountsThem() throws {
        var story = LibraryStory.listing(LibraryPages.photos(1...100), of: 250)
        story.press("G")
        #expect(story.page.contains("Loading more"))
        try story.delay(by: 7)
        #expect(story.page.contains("retrying in 7 s"))
        #expect(!story.page.contains("Loading more"))
        story.answer(LibraryPages.page(LibraryPages.photos(101...200), of: 250))
        #expect(!story.page.contains("retrying in 7 s"))
        story.press("G")
        #expect(story.page.contains("Loading more"))
    }

    @Test func whatIsLateOrOfAnotherListIsNotTaken() throws {
        var story = LibraryStory()
        let (request, list) = try #require(story.pageRequest)
        let other = ResultsID(screen: list.screen + 1, generation: list.generation)
        story.receive(.pageDelayed(bySeconds: 50, for: request, of: other))
        #expect(!story.page.contains("50 s"))
        story.answer(LibraryPages.page([], of: 0))
        story.receive(.pageDelayed(bySeconds: 50, for: request, of: list))
        #expect(!story.page.contains("50 s"))
    }

    /// The pages of photos that no list told of: of an album's address, say.
    @Test func thePageOfAPhotoCountsThem() throws {
        var story = LibraryStory.listing(LibraryPages.photos(1...2))
        story.press(.enter)
        story.press("i")
        let id = PhotoID("id-1")
        #expect(story.page.contains("Loading …"))
        story.receive(.delayed(PhotoID("id-2"), bySeconds: 50))
        #expect(story.page.contains("Loading …"))
        story.receive(.delayed(id, bySeconds: 50))
        #expect(story.page.contains("retrying in 50 s"))
        story.receive(.delayed(id, bySeconds: nil))
        #expect(story.page.contains("Loading …"))
    }
}

extension LibraryStory {
    /// The page that was asked for last is to be asked for again after so many seconds.
    fileprivate mutating func delay(by seconds: Int?) throws {
        let (request, list) = try #require(pageRequest)
        receive(.pageDelayed(bySeconds: seconds, for: request, of: list))
    }
}
