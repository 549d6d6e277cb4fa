import Imaging
import Localization
import PhotoPipeline
import Screens
import TerminalProtocols
import TestSupport
import Testing

/// How far a key pans, as a person wishes it.
@Suite struct PanStepTests {
    @Test(arguments: [(10, 80), (25, 200), (100, 800), (1, 8)])
    func aStepIsThatShareOfTheScreen(percent: Int, pixels: Int) {
        var preferences = Preferences()
        preferences.panPercent = percent
        var story = Story.viewing("4000x3000", preferences: preferences)
        story.press("*g^")
        story.press("l")
        #expect(story.viewport?.origin.x == pixels)
    }

    @Test(arguments: [
        (10, Language.english, "pan up by 10%"), (25, .english, "pan up by 25%"),
        (25, .german, "Ausschnitt 25 % nach oben"),
    ])
    func theHelpSaysHowFar(percent: Int, language: Language, words: String) {
        var preferences = Preferences(language)
        preferences.panPercent = percent
        var story = Story.viewing(
            "400x300", cells: CellSize(columns: 200, rows: 80), preferences: preferences)
        story.press("?")
        #expect(story.page?.contains(words) == true)
    }
}
