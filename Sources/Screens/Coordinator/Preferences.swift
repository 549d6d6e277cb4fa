package import Localization

/// What a person can set that all screens go by: made once, and handed to whatever needs it.
package struct Preferences: Hashable, Sendable {
    package static let usualPanPercent = 10
    package static let usualSlideshowSeconds = 5

    let keyMap: KeyMap
    /// What screens say, in the person's language.
    package let strings: Strings
    /// Where lines begin.
    var direction: ReadingDirection
    /// How far one key press or one notch of the wheel goes, in hundredths of the screen.
    package var panPercent = usualPanPercent
    package var slideshowSeconds = usualSlideshowSeconds

    package init(_ language: Language = .english, keyMap: KeyMap = KeyMap()) {
        self.keyMap = keyMap
        strings = Strings(language, naming: keyMap)
        direction = language.direction
    }

    /// Whether pages are shown with left and right exchanged.
    var isMirrored: Bool { direction == .rightToLeft }

    /// The number that stands before a key if none is typed: seconds for a slideshow, else once.
    func usualCount(of action: Action) -> Int { action == .slideshow ? slideshowSeconds : 1 }
}
