/// What a setting can be set to.
package enum SettingChoices: Hashable, Sendable {
    case words([String])
    case range(ClosedRange<Int>)
    /// Some of very many.
    case examples([String])
}

/// What is wrong with a text of settings, and where.
package struct SettingsError: Error, Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case noName, noEquals, noValue
        case openText, openList, openTable
        case unknownEscape
        /// Something stands behind a value.
        case leftover
        /// TOML, but of a kind that no setting needs: dates, tables in tables, texts of several lines.
        case unsupported
        case twice(String)
        case tooLong, unreadable

        /// A name that does not exist, and the one that was probably meant.
        case unknownSetting(String, meant: String?)
        /// The setting's name, the value it cannot have, and such as it can.
        case wrongValue(String, String, SettingChoices)
        case unknownAction(String, meant: String?)
        case unknownKey(String)
        /// A key that must keep its meaning.
        case keptKey(String)
    }

    package let place: SettingsPosition
    package let kind: Kind

    package init(_ kind: Kind, at place: SettingsPosition) {
        self.kind = kind
        self.place = place
    }
}
