package import Localization

/// The settings that all screens share.
package struct Preferences: Hashable, Sendable {
    package static let usualPanPercent = 10
    package static let usualSlideshowSeconds = 5

    let keyMap: KeyMap
    package let strings: Strings
    /// The direction of reading, which determines the side on which lines begin.
    var direction: ReadingDirection
    /// The distance of a pan by a key or a notch of the wheel, in percent of the screen.
    package var panPercent = usualPanPercent
    package var slideshowSeconds = usualSlideshowSeconds
    package var bar = BarSetting.auto
    package var motion = MotionSetting.auto
    package var enter = EnterKey.photo
    /// True if nothing may move or disappear by itself, for screen readers and reduced motion.
    package var isAccessible = false
    package var sorting = FileSorting()

    package init(_ language: Language = .english, keyMap: KeyMap = KeyMap()) {
        self.keyMap = keyMap
        strings = Strings(language, naming: keyMap)
        direction = language.direction
    }

    /// True if pages are mirrored, for languages that are read from right to left.
    var isMirrored: Bool { direction == .rightToLeft }
}

/// The setting for the bar at the bottom of a photo.
package enum BarSetting: String, CaseIterable, Hashable, Sendable {
    /// Shown for `PageMetrics.barStays` after input, or always if pictures cannot use the bar's
    /// line.
    case auto
    /// Always shown.
    case on
}

/// The setting for animated transitions, in terminals that store pictures.
package enum MotionSetting: String, CaseIterable, Hashable, Sendable {
    /// On, except on slow connections and through tmux.
    case auto
    case on, off
}

/// The screen that Enter opens in a list; `i` opens the other screen.
package enum EnterKey: String, CaseIterable, Hashable, Sendable {
    case photo, page

    /// Returns the action of a key in a list; the key's usual action is `action`.
    func action(for action: Action) -> Action {
        switch (self, action) {
        case (.page, .screen(.open)): .screen(.info)
        case (.page, .screen(.info)): .screen(.open)
        default: action
        }
    }
}

extension Strings {
    /// Creates the sentences of a language, with the names of the keys in `keyMap`.
    package init(_ language: Language = .english, naming keyMap: KeyMap = KeyMap()) {
        let first = keyMap.bindings.compactMap { binding in
            binding.keys.first.map { (binding.action, $0) }
        }
        self.init(language, naming: Dictionary(first) { first, _ in first })
    }
}
