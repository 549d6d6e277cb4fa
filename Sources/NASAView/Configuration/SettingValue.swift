internal import ArgumentParser
internal import Settings

/// What a setting can be set to: read from a word, and told as one.
protocol SettingValue: ExpressibleByArgument {
    var text: String { get }
    static var choices: SettingChoices { get }
}

extension SettingValue where Self: RawRepresentable & CaseIterable, RawValue == String {
    var text: String { rawValue }

    static var choices: SettingChoices { .words(allCases.map(\.rawValue)) }
}
