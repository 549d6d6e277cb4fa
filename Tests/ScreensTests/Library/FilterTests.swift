import Imaging
import Localization
import PhotoCatalog
import TerminalProtocols
import TestSupport
import Testing

@testable import Screens

/// The filters of a search: words in the head of its list that can be removed.
@Suite struct FilterTests {
    private static var narrowed: Query {
        var query = Query(text: "mars")
        query.center = "JPL"
        query.firstYear = 2010
        query.lastYear = 2014
        query.keywords = ["ROVER"]
        return query
    }

    private static func listing(
        _ query: Query = narrowed, columns: Int = 80, preferences: Preferences = Preferences()
    ) -> LibraryStory {
        var story = LibraryStory(
            .search(query), .list, cells: CellSize(columns: columns, rows: 24),
            preferences: preferences)
        story.answer(LibraryPages.page(LibraryPages.photos(1...9), of: 9))
        return story
    }

    @Test func theyStandBehindTheWordsOfTheSearch() {
        let head = Self.listing().head
        #expect(head.hasPrefix("  Search: mars   centre JPL ×   2010–2014 ×   #ROVER ×"), "\(head)")
        #expect(head.hasSuffix("1 of 9"))
    }

    @Test(
        arguments: [
            // keys, the resulting search
            (["x", "x"], "mars, 2010–2014, JPL"),
            (["x", "left", "x"], "mars, JPL, #ROVER"),
            (["x", "left", "left", "left", "x"], "mars, 2010–2014, #ROVER"),
            (["x", "left", "right", "right", "x"], "mars, 2010–2014, JPL"),
            (["x", "delete"], "mars, 2010–2014, JPL"), (["x", "enter"], "mars, 2010–2014, JPL"),
            (["x", "x", "x"], "mars, JPL"), (["x", "x", "x", "x"], "mars"),
            // The first key only shows which one the second would remove.
            (["x"], "mars, 2010–2014, JPL, #ROVER"),
            (["x", "escape", "left"], "mars, 2010–2014, JPL, #ROVER"),
        ] as [([String], String)])
    func keysRemoveThem(keys: [String], words: String) {
        var story = Self.listing()
        for key in keys { story.press(Self.key(key)) }
        #expect(story.searched == words)
    }

    @Test func aSingleOneIsRemovedAtOnce() {
        var query = Query(text: "mars")
        query.center = "JPL"
        var story = Self.listing(query)
        story.press("x")
        #expect(story.searched == "mars")
        #expect(story.press("x").isEmpty, "there is none")
    }

    @Test func theListStaysUntilTheNewResultsHaveCome() {
        var story = Self.listing()
        story.press("3j")
        story.press("xx")
        #expect(story.page.contains("Photo 4") && story.page.contains("Loading …"))
        #expect(!story.head.contains("#ROVER"))
        story.answer(LibraryPages.page([LibraryPages.photo("new", "Olympus Mons")], of: 1))
        #expect(story.page.contains("Olympus Mons") && !story.page.contains("Photo 4"))
    }

    @Test func withoutWordsAndFiltersEverythingIsSearched() {
        var query = Query()
        query.keywords = ["ROVER"]
        var story = Self.listing(query)
        #expect(story.head.hasPrefix("  Search: all photos   #ROVER ×"), "\(story.head)")
        story.press("x")
        #expect(story.pageRequest?.0 == .first(.search(.everything)))
    }

    @Test func escLeavesThemAndThenTheList() {
        var story = Self.listing()
        story.press("x")
        #expect(story.focused == "#ROVER ×")
        story.press(.escape)
        #expect(story.focused.isEmpty)
        story.press("xj")
        #expect(story.focused.isEmpty && story.chosen == "id-2")
        story.press(.escape)
        #expect(story.page.contains("Press q to quit."))
    }

    @Test func theKeysAreNamed() {
        var story = Self.listing()
        #expect(story.page.contains("x: remove filter"))
        story.press("x")
        #expect(story.page.contains("x: remove  ← →: other filters  Esc: done"))
        #expect(!LibraryStory.listing(LibraryPages.photos(1...3)).page.contains("filter"))
    }

    /// The `×` of the years.
    @Test(arguments: [(false, 41), (true, 79 - 41)])
    func aClickRemovesOne(isMirrored: Bool, column: Int) {
        var story = Self.listing(preferences: isMirrored ? .mirrored : Preferences())
        story.click(.clicked, row: 0, column: 79)
        #expect(story.searched == "mars, 2010–2014, JPL, #ROVER", "no word is there")
        story.click(.clicked, row: 0, column: column)
        #expect(story.searched == "mars, JPL, #ROVER")
    }

    @Test(arguments: [
        // columns of the window, the filters shown in the head
        (80, ["centre JPL ×", "2010–2014 ×", "#ROVER ×"], ""),
        (55, ["centre JPL ×", "2010–2014 ×", "#ROVER ×"], ""),
        (54, ["centre JPL ×", "2010–2014 ×"], "+1"), (40, ["centre JPL ×"], "+2"), (24, [], "+3"),
    ])
    func asManyAreShownAsFit(columns: Int, words: [String], rest: String) {
        let story = Self.listing(columns: columns)
        #expect(story.filterWords == words)
        #expect(rest.isEmpty || story.head.contains(rest), "\(story.head)")
    }

    @Test func theFocusedOneIsAlwaysShown() {
        var story = Self.listing(columns: 40)
        for (key, word) in [
            ("x", "#ROVER ×"), ("left", "2010–2014 ×"), ("left", "centre JPL ×"),
        ] {
            story.press(Self.key(key))
            #expect(story.focused == word, "\(story.head)")
        }
    }

    /// A local answer is not filtered: a filter in the head would be wrong.
    @Test func anOfflineAnswerHasNone() {
        var story = LibraryStory(.search(Self.narrowed))
        story.answer(.fetching(.nameNotFound(host: "images-api.nasa.gov")))
        guard let list = story.pageRequest?.1 else { return #expect(Bool(false)) }
        let seen = ResultsSource.seen("mars", of: nil)
        story.receive(.collected(LibraryPages.photos(1...2), from: seen, for: list))
        #expect(story.head.contains("offline  1 of 2") && !story.head.contains("×"))
        #expect(story.press("x").isEmpty)
    }

    @Test func aFocusThatHasNothingLeftIsGone() {
        var story = Self.listing()
        story.press("xx")
        #expect(story.focused == "2010–2014 ×")
        story.answer(.fetching(.nameNotFound(host: "images-api.nasa.gov")))
        guard let list = story.pageRequest?.1 else { return #expect(Bool(false)) }
        let seen = ResultsSource.seen("mars", of: nil)
        story.receive(.collected(LibraryPages.photos(1...2), from: seen, for: list))
        for key in [KeyPress.Key.right, .left, .enter] { story.press(key) }
        #expect(!story.page.contains("×"))
    }

    @Test func aLongOneIsCut() {
        var query = Query(text: "mars")
        query.photographer = String(repeating: "Many photographers ", count: 20)
        let story = Self.listing(query)
        #expect(story.filterWords == ["by Many photographers Many … ×"])
    }

    private static func key(_ name: String) -> KeyPress {
        let named: [String: KeyPress.Key] = [
            "left": .left, "right": .right, "enter": .enter, "escape": .escape,
            "delete": .delete,
        ]
        return KeyPress(named[name] ?? .character(Character(name)))
    }
}

/// Filters while a search is typed: fields with completion, and earlier searches.
@Suite struct SearchFieldTests {
    private static func typing(_ history: [Query] = [], rows: Int = 24) -> LibraryStory {
        var story = LibraryStory(
            .search(Query(text: "moon")), .list, cells: CellSize(columns: 80, rows: rows))
        let photos = [
            LibraryPages.photo("a", "A", by: "Ansel Adams", keywords: ["MOONRISE", "APOLLO 11"])
        ]
        story.answer(LibraryPages.page(photos, of: 1))
        story.press("/")
        story.receive(.recalled(history))
        return story
    }

    private static var narrowed: Query {
        var query = Query(text: "mars")
        query.center = "JPL"
        query.photographer = "Anna Able"
        return query
    }

    @Test(
        arguments: [
            // the number of Tabs, the typed text, its completion
            (3, "js", "c"), (3, "JP", "L"), (3, "x", nil), (3, "JSC", nil),
            (4, "moon", "RISE"), (4, "FLAG, apo", "LLO 11"), (4, "FLAG,", nil), (4, "", nil),
            // Earlier searches precede the listed photos.
            (5, "an", "na Able"), (5, "ans", "el Adams"), (1, "19", nil),
        ] as [(Int, String, String?)])
    func whatBeginsAlikeIsCompleted(tabs: Int, text: String, rest: String?) {
        var story = Self.typing([Self.narrowed])
        for _ in 0..<tabs { story.press(.tab) }
        story.press(text)
        #expect(story.form?.completion?.lowercased() == rest?.lowercased())
    }

    @Test func rightArrowTakesTheCompletion() {
        var story = Self.typing()
        story.press(.tab, .tab, .tab)
        story.press("j")
        story.press(.right)
        story.press(.enter)
        var query = Query(text: "moon")
        query.center = "JPL"
        #expect(story.pageRequest?.0 == .first(.search(query)))
    }

    @Test func earlierSearchesAreListedUntilSomethingIsTyped() {
        var story = Self.typing([Self.narrowed, Query(text: "apollo 11")])
        #expect(story.page.contains("mars, JPL, Anna Able") && story.page.contains("apollo 11"))
        story.press("a")
        #expect(!story.page.contains("mars, JPL"))
        story.press(.backspace)
        #expect(story.page.contains("mars, JPL"))
        story.press(.tab)
        #expect(!story.page.contains("mars, JPL"), "fields are there instead")
    }

    @Test(
        arguments: [
            // keys, the resulting words of the field
            ([.down], "mars"), ([.down, .down], "apollo 11"), ([.down, .down, .down], "apollo 11"),
            ([.down, .up], "moon"), ([.up], "mars"), ([.up, .up], "moon"),
            ([.down, .down, .up], "mars"),
        ] as [([KeyPress.Key], String)])
    func arrowsChooseOne(keys: [KeyPress.Key], words: String) {
        var story = Self.typing([Self.narrowed, Query(text: "apollo 11")])
        for key in keys { story.press(key) }
        #expect(story.words == words)
    }

    @Test func theChosenOneIsMarkedAndSearchedWithItsFilters() {
        var story = Self.typing([Query(text: "apollo 11"), Self.narrowed])
        story.press(.down, .down)
        #expect(story.page.contains("▌mars, JPL, Anna Able"))
        story.wait()
        #expect(story.pageRequest?.0 == .first(.search(Self.narrowed)))
    }

    @Test func moreEarlierSearchesThanFitScroll() {
        var story = Self.typing((1...20).map { Query(text: "query \($0)") })
        #expect(story.page.contains("query 6") && !story.page.contains("query 7"))
        for _ in 1...9 { story.press(.down) }
        #expect(story.page.contains("▌query 9") && !story.page.contains("query 3"))
    }

    /// They cover the list, which does not move.
    @Test func theListStaysInItsPlaceUnderEarlierSearches() {
        var story = LibraryStory.listing(LibraryPages.photos(1...9))
        let before = story.pictures.map(\.origin)
        story.press("/")
        story.receive(.recalled([Query(text: "a"), Query(text: "b")]))
        let origins = story.pictures.map(\.origin)
        #expect(origins.count == before.count && origins.dropFirst() == before.dropFirst())
        #expect(origins[0].row == 3, "the rest of the first one is seen")
        story.press("x")
        #expect(story.pictures.map(\.origin) == before)
    }

    @Test func backspaceInAnEmptyLineRemovesTheLastFilter() {
        var story = Self.typing([Self.narrowed])
        story.press(.down)
        story.press(KeyPress(.character("u"), .control))
        #expect(story.form?.query?.photographer == "Anna Able")
        story.press(.backspace)
        #expect(story.form?.query?.photographer == nil && story.form?.query?.center == "JPL")
        story.press(.backspace)
        #expect(story.form?.query == nil)
    }

    @Test func theNumberOfPhotosStandsInTheLine() {
        var story = Self.typing()
        #expect(story.head.hasSuffix("1 photo"))
        story.press("mars")
        story.wait()
        #expect(!story.head.contains("photo"))
        story.answer(LibraryPages.page(LibraryPages.photos(1...3), of: 24_977))
        #expect(story.head.contains("Search: mars") && story.head.hasSuffix("24,977 photos"))
        story.press("x")
        #expect(!story.head.contains("photos"))
    }

    /// `r` would be typed as a letter.
    @Test func aFailureNamesNoKeysWhileKeysAreText() {
        var story = Self.typing()
        story.press("mars")
        story.wait()
        story.answer(.fetching(.timedOut(afterSeconds: 25)))
        #expect(story.page.contains("25 seconds") && !story.page.contains("r: retry"))
        story.press(.enter)
        #expect(story.page.contains("25 seconds") && story.page.contains("r: retry"))
    }
}

extension LibraryStory {
    var head: String { String(page.prefix { $0 != "\n" }) }

    fileprivate var form: SearchForm? {
        screens.stack.top.library?.form
    }

    /// The description of the top list's search.
    fileprivate var searched: String {
        guard let library = screens.stack.top.library else { return "" }
        return screens.preferences.strings.library.text(of: library.query)
    }

    /// The filters in the head, as they are drawn.
    fileprivate var filterWords: [String] { words(on: [.selection, .accent]) }
    fileprivate var focused: String { words(on: [.accent]).joined() }

    private func words(on grounds: Set<TextPage.Background>) -> [String] {
        guard case .page(let page, _) = screens.view else { return [] }
        let runs = page.runs.filter { $0.position.row == 0 && grounds.contains($0.ground) }
        let words = runs.map(\.text.string).filter { !$0.allSatisfy { $0 == " " } }
        return stride(from: 0, to: words.count - 1, by: 2).map { "\(words[$0]) \(words[$0 + 1])" }
    }
}
