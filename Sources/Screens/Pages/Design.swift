/// The measures that screens share; a page of the documentation, `Design`, says why they are so.
///
/// Colours are `TextColours`.
enum Design {
    /// The columns left free on both sides of a page.
    static let margin = 1
    /// The widest column of text: longer lines are hard to follow.
    static let textColumns = 72
    /// The bar at the foot of a photo goes after so long without a key or the pointer: time to read a
    /// title, a credit and a date.
    static let barStays = Duration.seconds(3)
}
