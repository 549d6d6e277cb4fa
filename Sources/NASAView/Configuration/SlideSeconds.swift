internal import ArgumentParser
internal import Screens
internal import Settings

/// How long a slideshow shows a photo.
struct SlideSeconds: SettingValue, Hashable {
    let count: Int

    init?(argument: String) {
        guard let count = Int(argument), Self.range.contains(count) else { return nil }
        self.count = count
    }

    private static let range = 1...Slideshow.longestSeconds

    var text: String { String(count) }

    static var choices: SettingChoices { .range(range) }
}
