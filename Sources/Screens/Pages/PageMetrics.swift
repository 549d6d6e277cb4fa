internal import TerminalProtocols

/// The measures that all screens share; the documentation page `Design` gives the reasons.
///
/// `TextColours` defines the colours.
enum PageMetrics {
    /// The number of empty columns on each side of a page.
    static let margin = 1
    /// The maximum width of a column of text, in cells; longer lines are hard to read.
    static let textColumns = 72

    /// The number of blank rows between the entries of a list, so that their pictures do not touch.
    static let entryGap = 1
    /// The number of columns between the picture and the text of a list's entry.
    static let pictureGap = 2
    /// The minimum number of rows of a page with a blank row below the header.
    static let roomyRows = 12
    /// The minimum number of columns of a wide page; narrower pages have a single column, and less
    /// text beside pictures.
    static let wideColumns = 60

    /// The mark of the selection, in the accent colour; the mark is also visible without colours.
    static let selectionBar: SafeText = "▌"
    /// The number of columns between a picture and its text on a photo's page, and between columns
    /// of text.
    static let gap = 3
    /// The time without input after which the bar of a photo disappears, long enough to read a
    /// title, a credit and a date.
    static let barStays = Duration.seconds(3)
}
