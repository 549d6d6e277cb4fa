/// What a setting is set to.
package enum SettingsValue: Hashable, Sendable {
    /// A text, a number or a truth value, as it was written.
    case word(String)
    case list([Item])

    package struct Item: Hashable, Sendable {
        package let word: String
        package let place: SettingsPosition
    }
}
