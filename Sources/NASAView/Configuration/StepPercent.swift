internal import ArgumentParser
internal import Settings

/// How far a key pans, in hundredths of the screen.
struct StepPercent: SettingValue, Hashable {
    let count: Int

    init?(argument: String) {
        guard let count = Int(argument), Self.range.contains(count) else { return nil }
        self.count = count
    }

    private static let range = 1...100

    var text: String { String(count) }

    static var choices: SettingChoices { .range(range) }
}
