import Imaging
import TerminalProtocols
import TestSupport
import Testing

@testable import PhotoCatalog
@testable import Screens

/// The search form: the typed text, the time of the search, and its results.
@Suite struct SearchingTests {
    private static func typing(_ text: String) -> LibraryStory {
        var story = LibraryStory.listing(LibraryPages.photos(1...9))
        story.press("/")
        // The displayed search is edited.
        story.press(.end)
        story.press(text)
        return story
    }

    @Test func itBeginsWithTheSearchThatIsShownAndAsksForEarlierOnes() {
        var story = LibraryStory.listing(LibraryPages.photos(1...9))
        #expect(story.press("/") == [.archive(.recall)])
        #expect(story.page.contains("Search: moon"))
    }

    @Test(
        arguments: [
            // the keys after / in a search for "moon", the resulting words
            ([KeyPress(.character("m"))], "m"), ([KeyPress(.backspace)], "moo"),
            ([KeyPress(.character("m")), KeyPress(.character("a"))], "ma"),
            ([KeyPress(.home), KeyPress(.character("x"))], "xmoon"),
            ([KeyPress(.end), KeyPress(.character("x"))], "moonx"),
            ([KeyPress(.right), KeyPress(.character("x"))], "moonx"),
            ([KeyPress(.tab), KeyPress(.tab, .shift), KeyPress(.character("x"))], "moonx"),
        ] as [([KeyPress], String)])
    func theFirstLetterTakesThePlaceOfTheSearchThatIsShown(keys: [KeyPress], words: String) {
        var story = LibraryStory.listing(LibraryPages.photos(1...9))
        story.press("/")
        for key in keys { story.press(key) }
        #expect(story.words == words)
    }

    @Test func whatIsPastedTakesItsPlaceToo() {
        var story = LibraryStory.listing(LibraryPages.photos(1...9))
        story.press("/")
        story.paste("mars")
        #expect(story.words == "mars")
    }

    @Test func theSearchThatIsShownIsSeenSelected() {
        var story = LibraryStory.listing(LibraryPages.photos(1...9))
        story.press("/")
        guard case .page(let page, _) = story.screens.view else { return #expect(Bool(false)) }
        #expect(page.runs.contains { $0.text.string == "moon" && $0.style == .reversed })
    }

    /// From the key that opens the form until the new results arrive.
    @Test func theListStaysUntilTheResultsHaveCome() {
        var story = LibraryStory.listing(LibraryPages.photos(1...90))
        story.press("40j")
        story.press("/")
        #expect(story.page.contains("Photo 41") && story.pictures.count == 4)
        story.press("mars")
        story.wait()
        #expect(story.page.contains("Photo 41") && story.page.contains("Search: mars"))
        story.press(.enter)
        #expect(story.page.contains("Photo 41") && story.page.contains("Search: mars"))
        #expect(story.page.contains("Loading …"))
        story.answer(LibraryPages.page([LibraryPages.photo("new", "Olympus Mons")], of: 1))
        #expect(story.page.contains("Olympus Mons") && !story.page.contains("Photo 41"))
    }

    @Test func aSearchThatFindsNothingSaysSoOnAPageOfItsOwn() {
        var story = Self.typing("xyz")
        story.press(.enter)
        story.answer(LibraryPages.page([], of: 0))
        #expect(story.page.contains("No photos match \"moonxyz\""))
        #expect(!story.page.contains("Photo 1"))
    }

    @Test func eachFieldShowsWhatCanBeTyped() {
        var story = LibraryStory(.favourites(of: nil))
        story.press("/")
        story.press(.tab)
        for example in ["moon landing", "e.g. 1969", "JSC, JPL", "Moon, Apollo 11", "a name"] {
            #expect(story.page.contains(example))
        }
        story.press("2001")
        #expect(!story.page.contains("e.g. 1969"))
    }

    @Test func keysAreTextWhileItIsTyped() {
        let story = Self.typing(" q?z/")
        #expect(story.page.contains("Search: moon q?z/"))
    }

    @Test func itSearchesWhenTheHandRests() {
        var story = Self.typing(" rock")
        let wakes = story.asked.filter { if case .wake = $0 { true } else { false } }
        #expect(wakes.count == 5)
        #expect(story.pageRequest?.0 == .first(.search(Query(text: "moon"))))
        // Only the timer of the last letter counts.
        if let first = wakes.first, case .wake(let timer, let delay) = first {
            #expect(delay == .milliseconds(300))
            #expect(story.receive(.woke(timer)).isEmpty)
        }
        story.wait()
        #expect(story.pageRequest?.0 == .first(.search(Query(text: "moon rock"))))
    }

    @Test func anOlderAnswerNeverOverwritesANewerOne() {
        var story = Self.typing(" a")
        story.wait()
        let older = story.pageRequest
        story.press("b")
        story.wait()
        story.answer(LibraryPages.page([LibraryPages.photo("new", "Newer")], of: 1))
        if let older {
            let late = LibraryPages.page([LibraryPages.photo("old", "Older")], of: 1)
            story.receive(.page(late, for: older.0, of: older.1))
        }
        #expect(story.page.contains("Newer") && !story.page.contains("Older"))
    }

    @Test func returnKeepsTheResultsAndRemembersTheSearch() {
        var story = Self.typing(" rock")
        let effects = story.press(.enter)
        #expect(effects.last == .archive(.remember(Query(text: "moon rock"))))
        #expect(!story.screens.isTyping)
        story.answer(LibraryPages.page([], of: 0))
        #expect(story.page.contains("No photos match \"moon rock\"."))
        story.press("/")
        #expect(story.page.contains("Search: moon rock"))
    }

    @Test func escGoesBackToTheListAsItWas() {
        var story = LibraryStory.listing(LibraryPages.photos(1...90))
        story.press("40j")
        let before = story.page
        story.press("/x")
        story.wait()
        story.press(.escape)
        #expect(story.page == before)
    }

    @Test func whatNarrowsIt() {
        var story = Self.typing("")
        let fields = ["1969", "1972", "jsc", "Houston", "MOON, FLAG", "Armstrong"]
        // In the order of the form: years, centre, keywords, photographer, location.
        for text in [fields[0], fields[1], fields[2], fields[4], fields[5], fields[3]] {
            story.press(.tab)
            story.press(text)
        }
        story.press(.enter)
        var query = Query(text: "moon")
        query.firstYear = 1969
        query.lastYear = 1972
        query.center = "JSC"
        query.keywords = ["MOON", "FLAG"]
        query.photographer = "Armstrong"
        query.location = "Houston"
        #expect(story.pageRequest?.0 == .first(.search(query)))
        for word in ["Search: moon", "centre JSC ×", "1969–1972 ×", "#MOON ×", "#FLAG ×"] {
            #expect(story.page.contains(word), "\(word)\n\(story.page)")
        }
    }

    @Test func earlierSearchesComeBack() {
        var story = Self.typing("!")
        story.receive(.recalled([Query(text: "apollo 11"), Query(text: "mars")]))
        story.press(.up)
        #expect(story.page.contains("Search: apollo 11"))
        story.press(.down)
        #expect(story.page.contains("Search: mars"))
        story.press(.up, .up)
        #expect(story.page.contains("Search: moon!"))
    }

    @Test func whatBeginsAlikeIsCompleted() {
        var story = LibraryStory(.favourites(of: nil))
        story.press("/")
        story.receive(.recalled([Query(text: "Apollo 11")]))
        story.press("ap")
        #expect(story.page.contains("Search: apollo 11"))
        story.press(.right)
        story.press(.enter)
        #expect(story.pageRequest?.0 == .first(.search(Query(text: "apollo 11"))))
    }

    @Test func emptyWordsSearchForNothing() {
        var story = LibraryStory(.favourites(of: nil))
        story.press("/   ")
        #expect(story.wait().isEmpty)
        #expect(story.press(.enter).isEmpty)
    }

    @Test func whatIsPastedIsText() {
        var story = LibraryStory(.favourites(of: nil))
        story.press("/")
        story.paste("apollo\u{1B}[2J\n11")
        #expect(story.page.contains("Search: apollo␛[2J 11"))
    }

    @Test func withoutWordsAllThatWasSeenIsNamed() {
        var story = LibraryStory(.start)
        story.answer(.fetching(.nameNotFound(host: "images-api.nasa.gov")))
        guard let list = story.pageRequest?.1 else { return #expect(Bool(false)) }
        story.receive(.collected(LibraryPages.photos(1...2), from: .seen("", of: nil), for: list))
        #expect(story.page.contains("Seen before: all photos"))
    }

    /// For a library other than NASA's, only its own photos are searched.
    @Test func withoutANetworkWhatWasSeenOfOneServiceIsSearched() {
        var query = Query(text: "nebula")
        query.source = .commons
        var story = LibraryStory(.search(query))
        let effects = story.answer(.fetching(.nameNotFound(host: "commons.wikimedia.org")))
        guard let list = story.pageRequest?.1 else { return #expect(Bool(false)) }
        let source = ResultsSource.seen("nebula", of: .commons)
        #expect(effects == [.archive(.collect(source, for: list))])
        story.receive(.collected(LibraryPages.photos(1...2), from: source, for: list))
        #expect(story.page.contains("Seen before: Wikimedia Commons, nebula"))
        #expect(story.page.contains("offline  1 of 2"))
    }

    @Test func itIsSaidHowManyResultsOfADayWereNotRead() {
        let day = ServiceDay("2020-12-31", of: .nasa)
        var story = LibraryStory(.search(Query(newestOf: .nasa, upTo: day)))
        story.answer(Page(LibraryPages.photos(1...3), .end, unread: 1234))
        #expect(story.page.contains("1,234 results were not read: newer photos may be missing"))
        var other = LibraryStory(.search(Query(newestOf: .nasa, upTo: day)))
        other.answer(Page(LibraryPages.photos(1...3), .end))
        #expect(!other.page.contains("not read"))
    }

    @Test func withoutANetworkWhatWasSeenIsSearched() {
        var story = LibraryStory(.search(Query(text: "moon")))
        let effects = story.answer(.fetching(.nameNotFound(host: "images-api.nasa.gov")))
        guard let list = story.pageRequest?.1 else { return #expect(Bool(false)) }
        #expect(effects == [.archive(.collect(.seen("moon", of: nil), for: list))])
        let seen = ResultsSource.seen("moon", of: nil)
        story.receive(.collected(LibraryPages.photos(1...2), from: seen, for: list))
        #expect(story.page.contains("Seen before: moon"))
        #expect(story.page.contains("offline  1 of 2"))
        story.press("r")
        #expect(story.pageRequest?.0 == .first(.search(Query(text: "moon"))))
    }

    @Test(
        arguments: [
            // the typed text, keys, the rest
            ([KeyPress](), "moon"), ([KeyPress(.backspace)], "moo"),
            ([KeyPress(.home), KeyPress(.delete)], "oon"),
            ([KeyPress(.character("u"), .control)], ""),
            ([KeyPress(.character("w"), .control)], ""),
            ([KeyPress(.left), KeyPress(.left), KeyPress(.character("k"), .control)], "mo"),
            ([KeyPress(.home), KeyPress(.character("x"))], "xmoon"),
            ([KeyPress(.left), KeyPress(.character("月"))], "moo月n"),
        ] as [([KeyPress], String)])
    func aLineIsEditedAsInAShell(keys: [KeyPress], text: String) {
        var story = LibraryStory.listing(LibraryPages.photos(1...9))
        story.press("/")
        for key in keys { story.press(key) }
        #expect(story.words == text)
    }
}
