internal import ArgumentParser
internal import Settings

/// What is searched for at the start.
struct InitialSearch: SettingValue, Hashable {
    let text: String

    init?(argument: String) {
        guard argument.contains(where: { $0 != " " }) else { return nil }
        text = argument
    }

    static var choices: SettingChoices { .examples(["apollo 11", "mars"]) }
}
