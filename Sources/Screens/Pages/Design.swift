/// The measures that screens share; a page of the documentation, `Design`, says why they are so.
///
/// Colours are `TextColours`.
enum Design {
    /// The columns left free on both sides of a page.
    static let margin = 1
    /// The widest column of text: longer lines are hard to follow.
    static let textColumns = 72
    /// The columns between a picture and the text beside it, and between columns of text.
    static let gap = 3
}
