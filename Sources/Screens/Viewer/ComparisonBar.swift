internal import Imaging
internal import Localization
internal import TerminalProtocols

/// The line below two photos that are compared: both titles, and between them a mark that points at
/// the one that is seen.
///
/// A flip changes the mark alone: on a line that blinks nothing else moves, and it is a few bytes.
struct ComparisonBar {
    private typealias Part = StatusLine.Part

    let titles: (marked: SafeText, current: SafeText)
    let seesMarked: Bool
    /// Remarks on the version that is seen.
    private let notes: [Part]
    /// What is cut after the titles, and what goes before they are cut.
    private let facts, keys: [Part]

    init(
        _ titles: (SafeText, SafeText), seesMarked: Bool, remarks: [SafeText],
        _ state: ViewerState, _ strings: Strings
    ) {
        self.titles = titles
        self.seesMarked = seesMarked
        let (viewer, local, view) = (strings.viewer, strings.local, state.seen)
        notes = (StatusLine.notes(state, strings) + remarks).map { Part(text: $0) }
        facts = [
            Part(text: SafeText(local.percent(view.scale)), rank: 1, style: .plain),
            Part(text: ViewMap(view).text, rank: 2, style: .accent),
            Part(text: viewer.flipKey(strings), rank: 3, style: .plain),
        ]
        keys = [
            Part(text: viewer.sideBySideKey(strings), rank: 2, style: .plain),
            Part(text: strings.leavingKey(isFirst: false), rank: 3, style: .plain),
            Part(text: viewer.helpKey(strings), rank: 1, style: .plain),
        ]
    }

    /// The line, of at least one blank at each end.
    func bar(columns: Int, _ direction: ReadingDirection) -> PhotoBar {
        var room = max(0, columns - 2)
        let dash = StatusLine.dash, gap = StatusLine.gap
        let notes = StatusLine.fitting(notes, gap: dash.width, in: &room)
        let least = min(room, 2 * Self.leastTitle + Self.markColumns)
        room -= least
        let facts = StatusLine.fitting(facts, gap: gap.width, in: &room)
        let wished = titles.marked.width + Self.markColumns + titles.current.width
        let pair = pair(within: min(room + least, wished))
        room = max(0, room + least - wished)
        let keys = StatusLine.fitting(keys, gap: gap.width, in: &room)
        let before = StatusLine.pieces(notes, by: dash)
        let left = before + (before.isEmpty ? [] : [(dash, .faint)]) + pair
        return PhotoBar(
            StatusLine.line(
                left, StatusLine.pieces(facts + keys, by: gap), columns: columns, direction),
            columns: columns)
    }

    /// Both titles; of two long ones each gets half of the room.
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
    /// How much of a title stays before anything on the right goes.
    private static let leastTitle = 12
}
