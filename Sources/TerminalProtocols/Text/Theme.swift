/// What ground text is to be readable on.
package enum Theme: String, CaseIterable, Hashable, Sendable {
    /// On that which the terminal answers.
    case auto
    case light, dark
}
