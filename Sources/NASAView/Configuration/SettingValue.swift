internal import ArgumentParser

/// What a setting can be set to: read from a word, and told as one.
protocol SettingValue: ExpressibleByArgument {
    var text: String { get }
}

extension SettingValue where Self: RawRepresentable, RawValue == String {
    var text: String { rawValue }
}
