internal import ArgumentParser

/// What a setting can be set to: read from a word, and told as one.
protocol SettingValue: ExpressibleByArgument {
    var text: String { get }
    /// What there is to choose from, or examples; the same in every language.
    static var choices: String { get }
}

extension SettingValue where Self: RawRepresentable & CaseIterable, RawValue == String {
    var text: String { rawValue }

    static var choices: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
