internal import TerminalProtocols

/// The line below a photo: what it is on the left, how it is seen on the right.
///
/// Where there is too little room, whole parts go: the credit first, then the date, and of the right
/// what is least needed. Only the title is ever cut.
struct StatusLine {
    /// What there is to know of this version.
    var notes: [SafeText] = []
    var title: SafeText
    /// How much of the title stays before anything on the right goes.
    var leastTitle = 12
    var credit: SafeText = ""
    var date: SafeText = ""
    let facts: [PageParts.Part]

    private static let dash: SafeText = " — "
    private static let gap: SafeText = "  "

    func text(columns: Int, _ direction: ReadingDirection) -> SafeText {
        var room = max(0, columns - 2)
        let notes = PageParts.fitting(
            notes.map { PageParts.Part($0) }, gap: Self.dash.width, in: &room)
        let least = min(leastTitle, title.width, room)
        room -= least
        let facts = PageParts.fitting(facts, gap: Self.gap.width, in: &room)
        let left = left(notes, columns: room + least)
        let right = PageParts.joined(facts, by: Self.gap)
        return Self.line(left, right, columns: columns, direction)
    }

    private func left(_ notes: [SafeText], columns: Int) -> SafeText {
        let cut = title.truncated(to: columns)
        var room = columns - cut.width
        let others = [PageParts.Part(credit, rank: 1), PageParts.Part(date)]
        let details =
            cut == title ? PageParts.fitting(others, gap: Self.dash.width, in: &room) : []
        return PageParts.joined(notes + [cut] + details, by: Self.dash)
    }

    /// Both, apart from each other, with a blank at each end of the line.
    private static func line(
        _ left: SafeText, _ right: SafeText, columns: Int, _ direction: ReadingDirection
    ) -> SafeText {
        let room = columns - right.width - 2
        switch direction {
        case .leftToRight: return (SafeText(" ") + left).padded(to: room + 1) + right + " "
        case .rightToLeft:
            let blank = SafeText("").padded(to: room - left.width)
            return SafeText(" ") + right + blank + left + " "
        }
    }
}
