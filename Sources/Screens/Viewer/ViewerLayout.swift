internal import Imaging
internal import Localization
internal import PhotoCatalog
internal import PhotoPipeline
internal import TerminalProtocols

/// What stands where on the viewer's pages.
struct ViewerLayout {
    let size: CellSize
    let strings: Strings

    /// The name of a photo that is loading; of one from a list its title and thumbnail.
    func opening(
        _ photo: PhotoReference, _ known: Photo?, _ progress: PhotoProgress?
    ) -> ScreenView {
        var page = TextPage(size: size)
        let picture = known.flatMap { thumbnail(of: $0) }
        let row = max(0, picture.map { $0.origin.row + $0.size.rows } ?? size.rows / 2 - 1)
        let name = known.map { strings.title(of: $0) } ?? strings.name(of: photo)
        centre(name, row: row, style: .strong, on: &page)
        centre(strings.progress(progress), row: row + 1, style: .faint, on: &page)
        return .waiting(page, pictures: picture.map { [$0] } ?? [])
    }

    /// The picture that the photo's page has, above two lines; `nil` if there is no room for it.
    private func thumbnail(of photo: Photo) -> PagePicture? {
        let room = CellSize(columns: size.columns - 2, rows: size.rows - 3)
        guard room.rows >= Self.leastPictureRows, room.columns > 0,
            let address = (photo.preview ?? photo.links.first)?.address
        else { return nil }
        return PagePicture(.file(address), at: CellPosition(row: 0, column: 1), size: room, .whole)
    }

    /// Lower pictures show nothing.
    private static let leastPictureRows = 4

    /// Why a photo cannot be shown, and the keys that help; `isFirst` if there is no screen to go back
    /// to.
    func failure(
        _ sentence: SafeText, of name: SafeText, _ place: ListPosition, isFirst: Bool
    ) -> TextPage {
        let viewer = strings.viewer
        let others = place.count > 1 ? viewer.othersKeys(strings) : ""
        let leaving = isFirst ? viewer.quitKey(strings) : viewer.backKey(strings)
        let keys = StatusLine.joined([viewer.retryKey(strings), others, leaving], by: "  ")
        let stack = PageParts.stack(
            title: [name], text: WordWrapper.wrap(sentence, columns: min(72, size.columns - 4)),
            keys: PageParts.hints(keys, columns: size.columns), rows: size.rows)
        let all: [(SafeText, TextPage.Style)] =
            stack.title.map { ($0, .strong) } + stack.text.map { ($0, .plain) }
            + stack.keys.map { ($0, .faint) }
        let row = (size.rows - all.count) / 2
        var page = TextPage(size: size)
        for (offset, line) in all.enumerated() {
            centre(line.0, row: row + offset, style: line.1, on: &page)
        }
        return page
    }

    var tooSmall: TextPage {
        var page = TextPage(size: size)
        page.put(strings.status.tooSmall, row: 0)
        return page
    }

    private func centre(
        _ text: SafeText, row: Int, style: TextPage.Style, on page: inout TextPage
    ) {
        let cut = text.truncated(to: page.size.columns)
        page.put(cut, row: row, column: (page.size.columns - cut.width) / 2, style: style)
    }
}

/// The line below a photo: what it is on the left, how it is seen on the right.
///
/// If there is too little room, whole parts go: the credit first, then the date, and of the right the
/// least important. Only the title is ever cut.
struct StatusLine {
    /// A part, and how soon it is left out: the highest rank first.
    private struct Part {
        let text: SafeText
        var rank = 0
    }

    /// Remarks on this version of the photo.
    private var notes: [SafeText] = []
    private let title: SafeText
    /// How much of the title stays before anything on the right goes.
    private var leastTitle = 12
    private var credit: SafeText = ""
    private var date: SafeText = ""
    private let facts: [Part]

    /// What the photo is; or why no more of it can be shown, if the disk has no room.
    init(
        _ state: ViewerState, of photo: PhotoReference, _ place: ListPosition, namesZoom: Bool,
        _ strings: Strings
    ) {
        facts = Self.facts(state, place, namesZoom: namesZoom, strings)
        if let failure = state.sharpeningFailure, failure.isAboutRoom {
            title = strings.sentence(for: failure, of: photo)
            leastTitle = title.width
            return
        }
        let caption = state.opened.caption
        notes = Self.notes(state, strings)
        title = strings.title(of: state.opened, photo)
        credit = .line(caption.credit)
        date = strings.date(of: caption)
    }

    private static func notes(_ state: ViewerState, _ strings: Strings) -> [SafeText] {
        let status = strings.status
        let opened = state.opened
        var notes = state.sharpening.map { [status.sharpening(strings.text(of: $0))] } ?? []
        switch opened.note {
        case .originalPassedOver(let format, let shown):
            notes.append(status.originalPassedOver(format, shown))
        case .kept: notes.append(status.kept)
        case nil: break
        }
        if let figures = opened.source.status.figures, figures.fractionRead < 1 {
            let percent = Int(figures.fractionRead * 100)
            notes.append(
                figures.spillBytes > 0
                    ? status.spilling(percent, strings.local.size(figures.spillBytes))
                    : status.reading(percent))
        }
        if opened.source.status.damage != nil { notes.append(status.damaged) }
        return notes.map { SafeText($0) }
    }

    /// Size, zoom, which part is in view, which photo of how many, and the keys to begin with.
    private static func facts(
        _ state: ViewerState, _ place: ListPosition, namesZoom: Bool, _ strings: Strings
    ) -> [Part] {
        let (viewer, local, viewport) = (strings.viewer, strings.local, state.seen)
        let hasFailed = state.sharpeningFailure.map { !$0.isAboutRoom } ?? false
        let position =
            place.count > 1 ? "\(local.number(place.index + 1))/\(local.number(place.count))" : ""
        return [
            Part(text: SafeText(hasFailed ? strings.status.sharpeningFailed(strings) : "")),
            Part(text: "\(viewport.photo.width)x\(viewport.photo.height)", rank: 6),
            Part(text: SafeText(local.percent(viewport.scale)), rank: 1),
            Part(text: viewer.region(ViewRegion(viewport)), rank: 5),
            Part(text: SafeText(position), rank: 2),
            Part(text: namesZoom ? viewer.zoomKey(strings) : "", rank: 4),
            Part(text: viewer.helpKey(strings), rank: 3),
        ]
    }

    private static let dash: SafeText = " — "
    private static let gap: SafeText = "  "

    func text(columns: Int, _ direction: ReadingDirection) -> SafeText {
        var room = max(0, columns - 2)
        let notes = Self.fitting(notes.map { Part(text: $0) }, gap: Self.dash.width, in: &room)
        let least = min(leastTitle, title.width, room)
        room -= least
        let facts = Self.fitting(facts, gap: Self.gap.width, in: &room)
        let left = left(notes, columns: room + least)
        let right = Self.joined(facts, by: Self.gap)
        return Self.line(left, right, columns: columns, direction)
    }

    private func left(_ notes: [SafeText], columns: Int) -> SafeText {
        let cut = title.truncated(to: columns)
        var room = columns - cut.width
        let others = [Part(text: credit, rank: 1), Part(text: date)]
        let details = cut == title ? Self.fitting(others, gap: Self.dash.width, in: &room) : []
        return Self.joined(notes + [cut] + details, by: Self.dash)
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

    /// The parts that there is room for, in their order; each takes `gap` columns more than its text.
    private static func fitting(_ parts: [Part], gap: Int, in room: inout Int) -> [SafeText] {
        var kept: Set<Int> = []
        let order = parts.indices.sorted { (parts[$0].rank, $0) < (parts[$1].rank, $1) }
        for index in order where !parts[index].text.isEmpty {
            let columns = parts[index].text.width + gap
            guard columns <= room else { continue }
            room -= columns
            kept.insert(index)
        }
        return parts.indices.filter(kept.contains).map { parts[$0].text }
    }

    /// The parts that are not empty, with a separator between them.
    static func joined(_ parts: [SafeText], by separator: SafeText) -> SafeText {
        let parts = parts.filter { !$0.isEmpty }
        return parts.dropFirst().reduce(parts.first ?? "") { $0 + separator + $1 }
    }
}
