internal import Imaging
internal import Localization
internal import TerminalProtocols

/// The line below two compared photos: both titles, and between them a mark that points at the
/// visible photo.
///
/// A flip changes only the mark, so nothing else moves on a line whose photos alternate, and the
/// update takes few bytes. If space is short, the zoom and the keys for closing and for the help
/// are omitted last.
struct ComparisonBar {
    private typealias Part = StatusLine.Part

    let titles: (marked: SafeText, current: SafeText)
    let seesMarked: Bool
    /// The remarks on the visible version.
    private let notes: [Part]
    /// The pieces that stay until both titles are reduced to a few letters, and the keys that are
    /// omitted before a title is truncated.
    private let essentials, keys: [Part]
    private let flipKey, map: Part

    init(
        _ titles: (SafeText, SafeText), seesMarked: Bool, remarks: [StatusLine.Part],
        _ state: ViewerState, _ strings: Strings
    ) {
        self.titles = titles
        self.seesMarked = seesMarked
        let (local, view) = (strings.local, state.seen)
        notes = remarks + StatusLine.notes(state, strings)
        essentials = [
            Part(text: StatusLine.zoom(of: view, local), rank: 0, style: .plain),
            Part(text: strings.leavingHint(isFirst: false).text, rank: 2, style: .plain),
            Part(text: strings.helpHint.text, rank: 1, style: .plain),
        ]
        map = Part(text: BrailleMap(view).text, style: .accent)
        flipKey = Part(text: strings.hint(\.otherPhoto, .compare(.flip)).text, style: .plain)
        keys = [Part(text: strings.hint(\.sideBySide, .compare(.sideBySide)).text, style: .plain)]
    }

    /// Returns the line, with at least one blank at each end.
    func bar(columns: Int, _ direction: ReadingDirection) -> PhotoBar {
        var room = max(0, columns - 2)
        let dash = StatusLine.dash, gap = StatusLine.gap
        let wished = titles.marked.width + Self.markColumns + titles.current.width
        var least = min(room, wished, 2 * Self.fewestLetters + Self.markColumns)
        room -= least
        let essentials = StatusLine.fitting(essentials, gap: gap.width, in: &room)
        let growth = max(0, min(room, min(wished, 2 * Self.leastTitle + Self.markColumns) - least))
        least += growth
        room -= growth
        let flip = StatusLine.fitting([flipKey], gap: gap.width, in: &room)
        let notes = StatusLine.fittingNotes(notes, within: columns / 3, in: &room)
        let map = StatusLine.fitting([map], gap: gap.width, in: &room)
        let pair = pair(within: min(room + least, wished))
        room = max(0, room + least - wished)
        let keys = StatusLine.fitting(keys, gap: gap.width, in: &room)
        let after = StatusLine.pieces(notes, by: dash)
        let between: [StatusLine.Piece] = after.isEmpty ? [] : [(dash, .faint)]
        let left = pair + between + after
        // The zoom comes first, and the keys for closing and for the help come last.
        let others: [Part] = map + flip + keys
        let right: [Part] = Array(essentials.prefix(1)) + others + Array(essentials.dropFirst())
        return PhotoBar(
            StatusLine.line(
                left, StatusLine.pieces(right, by: gap), columns: columns, direction),
            columns: columns)
    }

    /// Returns both titles; two long titles get half of the space each.
    private func pair(within columns: Int) -> [StatusLine.Piece] {
        let room = max(0, columns - Self.markColumns)
        let first = min(titles.marked.width, max(room / 2, room - titles.current.width))
        return [
            (titles.marked.truncated(to: first), .strong), (" ", .plain),
            (seesMarked ? "◂" : "▸", .plain), (" ", .plain),
            (titles.current.truncated(to: max(0, room - first)), .strong),
        ]
    }

    private static let markColumns = 3
    /// The width of a title, in columns, that takes precedence over less important pieces on the
    /// right.
    private static let leastTitle = 12
    private static let fewestLetters = 4
}
