internal import TerminalProtocols

/// The measures that screens share; a page of the documentation, `Design`, says why they are so.
///
/// Colours are `TextColours`.
enum PageMetrics {
    /// The columns left free on both sides of a page.
    static let margin = 1
    /// The widest column of text: longer lines are hard to follow.
    static let textColumns = 72

    /// The blank rows between the entries of a list: without them their pictures touch.
    static let entryGap = 1
    /// The columns between a picture and its text.
    static let pictureGap = 2
    /// Lower pages have no blank row below the head.
    static let roomyRows = 12
    /// Narrower pages have one column of everything, and less text beside pictures.
    static let wideColumns = 60

    /// The mark of the selection, in the accent colour; it also works without colours.
    static let selectionBar: SafeText = "▌"
    /// The columns between a picture and the text beside it, and between columns of text.
    static let gap = 3
    /// The bar at the foot of a photo goes after so long without a key or the pointer: time to read a
    /// title, a credit and a date.
    static let barStays = Duration.seconds(3)
}
