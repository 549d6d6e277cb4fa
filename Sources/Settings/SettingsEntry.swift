/// One setting of a text: its name, with its table's before it and a dot between, and its value.
package struct SettingsEntry: Hashable, Sendable {
    package let name: String
    package let place: SettingsPosition
    package let value: SettingsValue
    package let valuePlace: SettingsPosition

    /// The words it is set to; one, where it is no list.
    package var items: [SettingsValue.Item] {
        switch value {
        case .word(let word): [SettingsValue.Item(word: word, place: valuePlace)]
        case .list(let items): items
        }
    }

    /// The value as one text.
    package var text: String { items.map(\.word).joined(separator: ", ") }
}
