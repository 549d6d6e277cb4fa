/// What there is to say about a photo beside its pixels; raw, to be made safe where it is shown.
package struct PhotoCaption: Hashable, Sendable {
    /// `nil` if it came without a name: through standard input.
    package let title: String?
    package let credit: String
    /// The day as it is shown, or nothing.
    package let date: String

    package init(title: String?, credit: String = "", date: String = "") {
        self.title = title
        self.credit = credit
        self.date = date
    }
}
