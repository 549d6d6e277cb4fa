internal import TerminalProtocols

/// The measures that screens share; the documentation page `Design` gives the reasons.
///
/// Colours are `TextColours`.
enum PageMetrics {
    /// The empty columns on both sides of a page.
    static let margin = 1
    /// The widest column of text: longer lines are hard to follow.
    static let textColumns = 72

    /// The blank rows between the entries of a list, without which their pictures would touch.
    static let entryGap = 1
    /// The columns between a picture and its text.
    static let pictureGap = 2
    /// The minimum number of rows of a page with a blank row below the header.
    static let roomyRows = 12
    /// The minimum number of columns of a wide page; narrower ones have single columns, and less
    /// text beside pictures.
    static let wideColumns = 60

    /// The mark of the selection, in the accent colour; it is visible without colours, too.
    static let selectionBar: SafeText = "▌"
    /// The columns between a picture and the text beside it, and between columns of text.
    static let gap = 3
    /// The time without input after which the bar of a photo disappears: enough to read a title, a
    /// credit and a date.
    static let barStays = Duration.seconds(3)
}
