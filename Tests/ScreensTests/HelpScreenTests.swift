import Imaging
import Localization
import PhotoPipeline
import TerminalProtocols
import TestSupport
import Testing

@testable import Screens

/// The keys, from the same table as the bindings.
@Suite struct HelpScreenTests {
    private static let small = CellSize(columns: 60, rows: 6)

    private static func lines(_ story: Story) -> [String] {
        (story.page ?? "").split(separator: "\n", omittingEmptySubsequences: false).map {
            String($0)
        }
    }

    @Test func itListsTheKeys() {
        var story = Story.viewing("400x300", cells: Self.small)
        #expect(story.press("?").isEmpty)
        #expect(
            story.page == """
                 Keys  type to find one    a number before a key repeats it
                 Essentials                                                ┃
                 ←↓↑→  hjkl       move by 10%                              │
                 Esc              back                                     │
                 z                zoom to 100% or back                     │
                 ? Esc: close  ↑ ↓: scroll
                """)
    }

    @Test func everyKeyOfTheViewerStandsBesideWhatItDoes() {
        var story = Story.viewing("400x300", cells: CellSize(columns: 200, rows: 80))
        story.press("?")
        let rows = HelpScreen.rows(Preferences(), on: .viewer)
        #expect(Set(rows.map(\.meaning)).count == rows.count)
        for binding in KeyMap.standard {
            let meaning = HelpWords(Preferences()).meaning(of: binding.action, on: .viewer)
            // Return does nothing in the viewer.
            guard let meaning else { continue }
            let row = rows.first { $0.meaning == meaning }
            for key in binding.keys {
                let name = Strings().keys.name(of: KeyPress(key.key))
                #expect(row?.keys.string.contains(name) == true, "\(name)")
            }
            #expect(story.page?.contains(meaning.string) == true)
        }
    }

    /// An action with a key and a meaning has a line; a key without a meaning does not.
    @Test(
        arguments: Language.allCases, ScreenKind.allCases)
    func itShowsEveryActionOfTheTable(language: Language, kind: ScreenKind) {
        let (preferences, strings) = (Preferences(language), Strings(language))
        let rows = HelpScreen.rows(preferences, on: kind)
        var meanings: Set<SafeText> = []
        for binding in KeyMap.standard {
            let keys = KeyMap().keys(of: binding, on: kind)
            let meaning = HelpWords(preferences).meaning(of: binding.action, on: kind)
            guard let meaning, !keys.isEmpty else { continue }
            meanings.insert(meaning)
            let shown = rows.first { $0.meaning == meaning }?.keys.string ?? ""
            for key in keys {
                let name = strings.keys.name(of: KeyPress(key.key))
                #expect(shown.contains(name), "\(binding.action): \(name)")
            }
        }
        #expect(meanings == Set(rows.map(\.meaning)))
    }

    /// The most common window shows all of them at once.
    @Test(arguments: Language.allCases, [ScreenKind.library, .detail])
    func itFitsEightyColumnsAndTwentyFourRows(language: Language, kind: ScreenKind) {
        let help = HelpScreen(Preferences(language), of: kind)
        let page = PaintedPage(help.page(CellSize(columns: 80, rows: 24)))
        #expect(!page.lines.contains { $0.contains("│") || $0.contains("┃") })
        for row in HelpScreen.rows(Preferences(language), on: kind) {
            #expect(page.lines.contains { $0.contains(row.meaning.string) }, "\(row.meaning)")
        }
    }

    /// The viewer has more keys than fit in that window: a mark says so, and all are reachable.
    @Test(arguments: Language.allCases)
    func thoseOfTheViewerAreReachedByScrolling(language: Language) {
        let cells = CellSize(columns: 80, rows: 24)
        var help = HelpScreen(Preferences(language), of: .viewer)
        var lines = PaintedPage(help.page(cells)).lines
        #expect(lines.contains { $0.contains("│") || $0.contains("┃") })
        for _ in 0..<10 {
            _ = help.press(KeyPress(.pageDown), in: cells)
            lines += PaintedPage(help.page(cells)).lines
        }
        for row in HelpScreen.rows(Preferences(language), on: .viewer) {
            #expect(lines.contains { $0.contains(row.meaning.string) }, "\(row.meaning)")
        }
    }

    @Test func theSixThatMatterStandFirst() throws {
        let first = try #require(HelpTable.sections(Preferences(), on: .library).first)
        #expect(first.section == .essentials)
        #expect(
            first.rows.map { $0.keys.string.split(separator: " ").first }
                == ["←↓↑→", "Enter", "Esc", "+", "/", "q"])
    }

    @Test(
        arguments: [
            ([.down], " ←↓"), ([.down, .up], " Essen"), ([.pageDown, .pageUp], " Essen"),
            ([.pageDown], " /  "), ([.up], " Essen"), ([.end, .home], " Essen"),
        ] as [([KeyPress.Key], String)])
    func itScrollsWithinItsLines(keys: [KeyPress.Key], first: String) {
        var story = Story.viewing("400x300", cells: Self.small)
        story.press("?")
        for key in keys { story.press(KeyPress(key)) }
        let lines = Self.lines(story)
        #expect(lines.count == 6)
        #expect(lines.count > 1 && lines[1].hasPrefix(first), "\(lines)")
    }

    @Test func theMarkOfScrollingGoesToTheEnd() {
        var story = Story.viewing("400x300", cells: Self.small)
        story.press("?")
        story.press(KeyPress(.end))
        let lines = Self.lines(story)
        #expect(lines[1].hasSuffix("│") && lines[4].hasSuffix("┃"))
    }

    @Test func theWheelScrolls() {
        var story = Story.viewing("400x300", cells: Self.small)
        story.press("?")
        #expect(story.click(.wheeled(steps: 1, sideways: false)).isEmpty)
        #expect(Self.lines(story)[1].hasPrefix(" z  "))
    }

    @Test(arguments: [
        ("slide", ["s"]), ("z", ["z", "+ -  = _", "Z", "v"]), ("page", ["< >", "o"]),
        ("teapot", []),
        ("EDGE", ["Home", "g G"]),
        ("ctrl", ["Ctrl-l", "Ctrl-c", "Ctrl-z"]), ("web page", ["o"]), ("pgdn", ["Shift"]),
        ("/quit", ["q", "Ctrl-c"]), ("//", ["/"]), ("j", ["←↓↑→  hjkl", "Shift"]),
    ])
    func typedLettersFindKeys(typed: String, keys: [String]) {
        var story = Story.viewing("400x300", cells: CellSize(columns: 60, rows: 20))
        story.press("?" + typed)
        let page = story.page ?? ""
        for key in keys { #expect(page.contains("\n \(key)"), "\(page)") }
        let found = HelpSearch(typed.hasPrefix("/") ? String(typed.dropFirst()) : typed).sections(
            HelpTable.sections(Preferences(), on: .viewer))
        #expect(found.flatMap(\.rows).count == keys.count, "\(found)")
        #expect(keys.isEmpty == page.contains("No key does that here."))
    }

    /// A line of keys without a meaning looks like another key.
    @Test(
        arguments: Language.allCases, ScreenKind.allCases)
    func keysOfOneMeaningStandOnOneLine(language: Language, kind: ScreenKind) {
        for columns in [40, 80, 120] {
            let help = HelpScreen(Preferences(language), of: kind)
            let lines = PaintedPage(help.page(CellSize(columns: columns, rows: 200))).lines
            for row in HelpScreen.rows(Preferences(language), on: kind)
            where (16..<36).contains(row.keys.width) {
                let place = lines.firstIndex { $0.contains(row.keys.string) }
                #expect(place != nil, "\(row.keys.string)\n\(lines.joined(separator: "\n"))")
                let own = place.map { lines[$0...].prefix(2).joined() } ?? ""
                #expect(own.contains(row.meaning.string.prefix(4)), "\(row.keys.string)")
            }
        }
    }

    /// A key of another screen is found, with its screen.
    @Test(arguments: [
        ("measure", "In the viewer", "u"), ("favourite", "", ""), ("popular", "", ""),
        ("blink", "", ""), ("teapot", "", ""), ("side by side", "When comparing", "|"),
    ])
    func aKeyOfAnotherScreenIsFoundThere(typed: String, heading: String, key: String) {
        var story = LibraryStory.listing(LibraryPages.photos(1...3))
        story.press("?" + typed)
        let isHere = !HelpSearch(typed).sections(HelpTable.sections(Preferences(), on: .library))
            .isEmpty
        #expect(story.page.contains("No key does that here.") == !isHere)
        #expect(heading.isEmpty || story.page.contains(heading), "\(story.page)")
        #expect(key.isEmpty || story.page.contains(" \(key)  "), "\(story.page)")
    }

    @Test func whatWasTypedStandsOnTop() {
        var story = Story.viewing("400x300", cells: CellSize(columns: 60, rows: 20))
        story.press("?sq?")
        #expect(Self.lines(story)[0] == " Keys  sq?")
        story.press(KeyPress(.backspace))
        #expect(Self.lines(story)[0] == " Keys  sq")
        story.press(KeyPress(.backspace))
        story.press(KeyPress(.backspace))
        #expect(Self.lines(story)[0].hasPrefix(" Keys  type to find one"))
    }

    @Test func escClearsWhatWasTypedThenCloses() {
        var story = Story.viewing("400x300")
        story.press("?zoom")
        story.press(KeyPress(.escape))
        #expect(story.page?.contains("type to find one") == true)
        story.press(KeyPress(.escape))
        #expect(story.photo == .file(path: "moon.jpg"))
    }

    @Test func aKeyThatTypesNothingClosesItAlways() {
        var story = Story.viewing("400x300")
        story.press("?zoom")
        story.press(KeyPress(.function(1)))
        #expect(story.photo == .file(path: "moon.jpg"))
    }

    @Test(arguments: [
        KeyPress(.character("?")), KeyPress(.character("q")), KeyPress(.escape),
        KeyPress(.function(1)),
    ])
    func itCloses(key: KeyPress) {
        var story = Story.viewing("400x300")
        story.press("?")
        #expect(story.press(key).isEmpty)
        #expect(story.photo == .file(path: "moon.jpg"))
    }

    @Test func thePhotoBehindItStaysAsItIs() {
        var story = Story.viewing("4000x3000", of: ["moon.jpg", "mars.jpg"])
        let before = story.viewport
        story.press("?")
        #expect(story.press("zlnr+").isEmpty)
        #expect(story.click(.dragged(x: 9, y: 9)).isEmpty)
        story.press(KeyPress(.escape))
        story.press("q")
        #expect(story.viewport == before)
    }

    @Test func aPhotoThatArrivesWaitsBehindIt() {
        var story = Story()
        story.press("?")
        story.receive("moon.jpg", SizedPhoto(size: "400x300"))
        #expect(story.page?.contains("Keys") == true)
        #expect(!story.isWaiting)
        story.press("q")
        #expect(story.photo == .file(path: "moon.jpg"))
    }

    @Test func theWorldCanStillBeAsked() {
        var story = Story.viewing("400x300")
        story.press("?")
        #expect(story.press(KeyPress(.character("c"), .control)) == [.app(.interrupt)])
        #expect(story.press(KeyPress(.character("z"), .control)) == [.app(.suspend)])
        #expect(story.press(KeyPress(.character("l"), .control)) == [.app(.redraw)])
    }

    @Test(arguments: [(1, 1), (3, 2), (10, 3), (0, 0)])
    func itFitsAnyScreen(columns: Int, rows: Int) {
        var story = Story.viewing("400x300", cells: CellSize(columns: columns, rows: rows))
        story.press("?")
        for key in [KeyPress.Key.down, .pageDown, .pageUp, .up] { story.press(KeyPress(key)) }
        story.press("photo")
        guard case .page(let page, _) = story.screens.view else { return #expect(Bool(false)) }
        for run in page.runs {
            #expect(run.position.row < rows)
            #expect(run.position.column + run.text.width <= columns)
        }
    }
}
