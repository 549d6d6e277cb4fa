package import Localization

/// The settings that all screens share.
package struct Preferences: Hashable, Sendable {
    package static let usualPanPercent = 10
    package static let usualSlideshowSeconds = 5

    let keyMap: KeyMap
    package let strings: Strings
    /// The side at which lines begin.
    var direction: ReadingDirection
    /// The length of a pan by a key or a notch of the wheel, in percent of the screen.
    package var panPercent = usualPanPercent
    package var slideshowSeconds = usualSlideshowSeconds
    package var bar = BarSetting.auto
    package var motion = MotionSetting.auto
    package var enter = EnterKey.photo
    /// True for screen readers and reduced motion: nothing moves or disappears by itself.
    package var isAccessible = false
    package var sorting = FileSorting()

    package init(_ language: Language = .english, keyMap: KeyMap = KeyMap()) {
        self.keyMap = keyMap
        strings = Strings(language, naming: keyMap)
        direction = language.direction
    }

    /// True if pages are mirrored.
    var isMirrored: Bool { direction == .rightToLeft }
}

/// The time for which the bar at the bottom of a photo is shown.
package enum BarSetting: String, CaseIterable, Hashable, Sendable {
    /// While there is input, and a little longer; always where a picture cannot use its line.
    case auto
    /// Always.
    case on
}

/// The setting for animated transitions of pictures, where the terminal stores them.
package enum MotionSetting: String, CaseIterable, Hashable, Sendable {
    /// Pictures move, except on slow lines and through tmux.
    case auto
    case on, off
}

/// The screen that Enter opens in a list; `i` opens the other.
package enum EnterKey: String, CaseIterable, Hashable, Sendable {
    case photo, page

    /// Returns the action of a key in a list that usually does `action`.
    func action(for action: Action) -> Action {
        switch (self, action) {
        case (.page, .screen(.open)): .screen(.info)
        case (.page, .screen(.info)): .screen(.open)
        default: action
        }
    }
}

extension Strings {
    /// The sentences of a language, in which the keys of `keyMap` are named.
    package init(_ language: Language = .english, naming keyMap: KeyMap = KeyMap()) {
        let first = keyMap.bindings.compactMap { binding in
            binding.keys.first.map { (binding.action, $0) }
        }
        self.init(language, naming: Dictionary(first) { first, _ in first })
    }
}
