internal import ArgumentParser
internal import Screens

/// How long a slideshow shows a photo.
struct SlideSeconds: SettingValue, Hashable {
    let count: Int

    init?(argument: String) {
        guard let count = Int(argument), (1...Slideshow.longestSeconds).contains(count) else {
            return nil
        }
        self.count = count
    }

    var text: String { String(count) }

    static var choices: String { "1–\(Slideshow.longestSeconds)" }
}
