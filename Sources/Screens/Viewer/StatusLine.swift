internal import Imaging
internal import Localization
internal import PhotoPipeline
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
    let facts: [LineParts.Part]

    private static let dash: SafeText = " — "
    private static let gap: SafeText = "  "

    func text(columns: Int, _ direction: ReadingDirection) -> SafeText {
        var room = max(0, columns - 2)
        let notes = LineParts.fitting(
            notes.map { LineParts.Part($0) }, gap: Self.dash.width, in: &room)
        let least = min(leastTitle, title.width, room)
        room -= least
        let facts = LineParts.fitting(facts, gap: Self.gap.width, in: &room)
        let left = left(notes, columns: room + least)
        let right = LineParts.joined(facts, by: Self.gap)
        return Self.line(left, right, columns: columns, direction)
    }

    private func left(_ notes: [SafeText], columns: Int) -> SafeText {
        let cut = title.truncated(to: columns)
        var room = columns - cut.width
        let others = [LineParts.Part(credit, rank: 1), LineParts.Part(date)]
        let details =
            cut == title ? LineParts.fitting(others, gap: Self.dash.width, in: &room) : []
        return LineParts.joined(notes + [cut] + details, by: Self.dash)
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

/// The words of the status line and of the pages that wait.
extension Strings {
    /// The line below a photo.
    func line(
        _ viewing: ViewerState, of photo: PhotoReference, facts: [LineParts.Part]
    ) -> StatusLine {
        let caption = viewing.opened.caption
        return StatusLine(
            notes: notes(viewing.opened, viewing.sharpening).map { SafeText($0) },
            title: title(of: viewing.opened, photo), credit: .line(caption.credit),
            date: date(of: caption), facts: facts)
    }

    private func notes(_ opened: OpenedPhoto, _ sharpening: PhotoProgress?) -> [String] {
        var notes: [String] = []
        if let sharpening { notes.append(status.sharpening(text(of: sharpening))) }
        switch opened.note {
        case .originalPassedOver(let format, let shown):
            notes.append(status.originalPassedOver(format, shown))
        case .kept: notes.append(status.kept)
        case nil: break
        }
        if let figures = opened.source.status.figures, figures.fractionRead < 1 {
            notes.append(reading(figures))
        }
        if opened.source.status.damage != nil { notes.append(status.damaged) }
        return notes
    }

    private func reading(_ figures: DecodeStatistics) -> String {
        let percent = Int(figures.fractionRead * 100)
        guard figures.spillBytes > 0 else { return status.reading(percent) }
        return status.spilling(percent, local.size(figures.spillBytes))
    }

    /// Size, zoom, which part is in view, which photo of how many, and the keys to begin with.
    func facts(
        _ viewing: ViewerState, _ place: ListPosition, namesZoom: Bool
    ) -> [LineParts.Part] {
        let viewport = viewing.seen
        let hasFailed = viewing.sharpeningFailure.map { !$0.isAboutRoom } ?? false
        let failure = hasFailed ? status.sharpeningFailed(self) : ""
        let viewer = self.viewer
        return [
            LineParts.Part(SafeText(failure), rank: 0),
            LineParts.Part("\(viewport.photo.width)x\(viewport.photo.height)", rank: 6),
            LineParts.Part(SafeText(local.percent(viewport.scale)), rank: 1),
            LineParts.Part(viewer.region(ViewRegion(viewport)), rank: 5),
            LineParts.Part(self.place(place), rank: 2),
            LineParts.Part(namesZoom ? viewer.zoomKey(self) : "", rank: 4),
            LineParts.Part(viewer.helpKey(self), rank: 3),
        ]
    }

    /// Which of how many; nothing if there is only one.
    private func place(_ place: ListPosition) -> SafeText {
        guard place.count > 1 else { return "" }
        return SafeText("\(local.number(place.index + 1))/\(local.number(place.count))")
    }

    /// The keys that help where there is no photo; `isFirst` if there is no screen to go back to.
    func failureKeys(_ place: ListPosition, isFirst: Bool) -> SafeText {
        let viewer = self.viewer
        let others = place.count > 1 ? viewer.othersKeys(self) : ""
        let leaving = isFirst ? viewer.quitKey(self) : viewer.backKey(self)
        return LineParts.joined([viewer.retryKey(self), others, leaving], by: "  ")
    }
}
