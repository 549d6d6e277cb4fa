internal import Imaging
internal import Localization
internal import PhotoCatalog
internal import PhotoPipeline
internal import TerminalProtocols

/// The line below a photo: its title on the left, its view on the right.
///
/// If space is short, complete pieces are omitted: first the credit, then the photo's size and the
/// date, then the least important pieces on the right. Only the title and remarks are truncated.
/// Remarks take a third of the line, or more if columns are free. The title's minimum, the zoom and
/// the key for the help keep their columns.
struct StatusLine {
    /// A piece of the line; the piece with the highest rank is omitted first.
    struct Part {
        let text: SafeText
        var rank = 0
        var style = TextPage.Style.faint
        /// The replacement of a text that does not fit; empty if there is no replacement.
        var short: SafeText = ""
    }

    /// The remarks on this version of the photo.
    private var notes: [Part] = []
    private let title: SafeText
    /// The minimum number of columns of the title while pieces on the right can be omitted.
    private var leastTitle = 12
    private var credit: SafeText = ""
    private var date: SafeText = ""
    /// The service and the photo's day, `APOD 2026-10-02`; empty for NASA's library and for photos
    /// of no service.
    private var day: SafeText = ""
    private let facts: [Part]
    /// The keys for the full width, for favourites and for leaving; each is shown if there is room.
    private let keys: [Part]

    /// Creates the line of a photo; if the disk is full, this failure replaces the title.
    init(
        _ state: ViewerState, of photo: PhotoReference, _ position: ListPosition, namesZoom: Bool,
        isFirst: Bool, hasMinimap: Bool = false, _ marks: Marks = Marks(), _ strings: Strings
    ) {
        keys = Self.keys(state, of: photo, isFirst: isFirst, strings)
        facts = Self.facts(
            state, position, namesZoom: namesZoom, hasMinimap: hasMinimap, marks, strings)
        if let failure = state.sharpeningFailure, failure.isAboutRoom {
            title = strings.sentence(for: failure, of: photo)
            leastTitle = title.width
            return
        }
        let caption = state.opened.caption
        notes = Self.notes(state, strings)
        title = marks.signed(strings.title(of: state.opened, photo), of: photo)
        credit = .line(caption.credit)
        day = strings.day(of: photo, caption)
        date = day.isEmpty ? strings.date(of: caption) : ""
    }

    /// Returns the keys for the full width, for favourites and for leaving.
    ///
    /// A photo that is not in a library cannot be a favourite.
    private static func keys(
        _ state: ViewerState, of photo: PhotoReference, isFirst: Bool, _ strings: Strings
    ) -> [Part] {
        let isFitted = state.seen.zoom == .fit || state.isPeeking
        let fit = isFitted ? nil : strings.hint(\.fit, .view(.toggleZoom))
        let favourite = photo.id.map { _ in strings.hint(\.favourite, .photo(.favourite)) }
        return [
            Part(text: fit?.text ?? "", rank: 1, style: .plain),
            Part(text: favourite?.text ?? "", rank: 2, style: .plain),
            Part(text: strings.leavingHint(isFirst: isFirst).text, rank: 0, style: .plain),
        ]
    }

    static func notes(_ state: ViewerState, _ strings: Strings) -> [Part] {
        let status = strings.status
        let opened = state.opened
        let seen = state.status
        var notes: [Part] = []
        func note(_ text: String, _ short: SafeText = "[…]") {
            notes.append(Part(text: SafeText(text), short: short))
        }
        if seen.damage != nil { notes.append(damage(strings)) }
        if let step = state.sharpening { note(status.sharpening(strings.text(of: step))) }
        if let still = opened.still { note(status.still(still.number + 1, still.count), "[►]") }
        switch opened.note {
        case .originalPassedOver(let format, let shown):
            note(status.originalPassedOver(format, shown), SafeText("[\(format)]"))
        case .originalMissing(let shown): note(status.originalMissing(shown), "[404]")
        case .kept: note(status.kept, "[-]")
        case .stillOfVideo: note(status.stillOfVideo(strings), "[►]")
        case nil: break
        }
        if let statistics = seen.statistics, statistics.fractionRead < 1 {
            let percent = Int(statistics.fractionRead * 100)
            note(
                statistics.spillBytes > 0
                    ? status.spilling(percent, strings.local.size(statistics.spillBytes))
                    : status.reading(percent), "[\(percent)%]")
        }
        if let part = pageNote(state.playback, strings) {
            note(part, "\(state.playback.page + 1)/\(state.playback.pages.count)")
        }
        return notes
    }

    /// Returns the remark on a photo with missing pixels.
    static func damage(_ strings: Strings) -> Part {
        Part(text: SafeText(strings.status.damaged), short: "[!]")
    }

    /// Returns the remarks that fit into `limit` and into `room` columns; a short mark replaces a
    /// remark that would be truncated too much.
    static func fittingNotes(_ notes: [Part], within limit: Int, in room: inout Int) -> [Part] {
        var left = limit
        return notes.compactMap { note in
            let columns = min(left, room - dash.width)
            let isCut = note.text.width > columns && columns >= leastNote
            let texts = [isCut ? note.text.truncated(to: columns) : note.text, note.short]
            guard let text = texts.first(where: { !$0.isEmpty && $0.width <= columns }) else {
                return nil
            }
            left -= text.width + dash.width
            room -= text.width + dash.width
            return Part(text: text)
        }
    }

    /// The minimum number of columns of a truncated remark; a shorter remark would be meaningless.
    private static let leastNote = 20

    /// Returns the number of the visible page; `nil` for a running animation or a single page.
    private static func pageNote(_ playback: Playback, _ strings: Strings) -> String? {
        guard playback.pages.count > 1, !playback.isRunning else { return nil }
        let number = strings.local.number(playback.page + 1)
        let count = strings.local.number(playback.pages.count)
        return playback.pages.animation == nil
            ? strings.status.page(number, count) : strings.status.frame(number, count)
    }

    /// Returns the pieces on the right, such as the zoom, the map and the position in the list.
    private static func facts(
        _ state: ViewerState, _ shown: ListPosition, namesZoom: Bool, hasMinimap: Bool,
        _ marks: Marks, _ strings: Strings
    ) -> [Part] {
        let (local, viewport) = (strings.local, state.seen)
        let zoomHint = namesZoom ? strings.hint(\.zoom, .view(.toggleZoom)) : nil
        let hasFailed = state.sharpeningFailure.map { !$0.isAboutRoom } ?? false
        let position =
            shown.count > 1 ? "\(local.number(shown.index + 1))/\(local.number(shown.count))" : ""
        return [
            Part(
                text: SafeText(hasFailed ? strings.status.sharpeningFailed(strings) : ""),
                rank: 3, style: .bad, short: hasFailed ? strings.retryHint.text : ""),
            Part(text: size(of: viewport), rank: sizeRank),
            Part(text: zoom(of: viewport, local), rank: 1, style: .plain),
            Part(
                text: hasMinimap ? Self.position(of: viewport) : BrailleMap(viewport).text, rank: 4,
                style: .accent),
            Part(text: SafeText(state.adjustments.bands?.text ?? ""), rank: 4),
            Part(text: Self.levels(state.adjustments.levels, strings), rank: 4),
            Part(text: marks.text(local), rank: 3, style: .accent),
            Part(text: SafeText(position), rank: 5),
            Part(text: zoomHint?.text ?? "", rank: 6, style: .plain),
            Part(text: strings.helpHint.text, rank: essentialRank, style: .plain),
        ]
    }

    /// The maximum rank of pieces that are omitted later than any remark: the zoom and the key for
    /// the help.
    private static let essentialRank = 2

    /// Returns the size of the original; empty while the size is unknown.
    private static func size(of viewport: Viewport) -> SafeText {
        viewport.isProvisional ? "" : "\(viewport.photo.width)x\(viewport.photo.height)"
    }

    /// Returns the zoom in percent of the original's size, if known.
    static func zoom(of viewport: Viewport, _ local: LocalStrings) -> SafeText {
        SafeText(viewport.isProvisional ? local.unknownPercent : local.percent(viewport.scale))
    }

    /// Returns the position of the view's top left corner, in pixels of the photo; the bar shows
    /// the position instead of `BrailleMap`.
    private static func position(of viewport: Viewport) -> SafeText {
        guard !viewport.isProvisional else { return "" }
        let (view, photo) = (viewport.window, viewport.photo)
        let x = Double(view.window.minX) * Double(photo.width) / Double(view.scaled.width)
        let y = Double(view.window.minY) * Double(photo.height) / Double(view.scaled.height)
        // The text has the same width for any view, so a move rewrites nothing else on the bar.
        return SafeText("x \(Int(x.rounded())) y \(Int(y.rounded()))")
            .padded(to: "x \(photo.width) y \(photo.height)".count)
    }

    private static func levels(_ levels: Levels, _ strings: Strings) -> SafeText {
        levels == .none ? "" : strings.picture.text(of: levels, strings.local)
    }

    /// The rank of the photo's size; the size is shown only if the whole title fits.
    private static let sizeRank = 7

    static let dash: SafeText = " — "
    private static let dot: SafeText = " · "
    static let gap: SafeText = "  "

    /// Returns the line, with at least one blank at each end.
    func bar(columns: Int, _ direction: ReadingDirection) -> PhotoBar {
        var room = max(0, columns - 2)
        let least = min(leastTitle, title.width, room)
        room -= least
        var roomForNotes = room
        _ = Self.fitting(
            facts.filter { $0.rank <= Self.essentialRank }, gap: Self.gap.width, in: &roomForNotes)
        let notes = Self.fittingNotes(
            notes, within: max(columns / 3, spare(room, least)), in: &roomForNotes)
        room -= notes.reduce(0) { $0 + $1.text.width + Self.dash.width }
        var kept = Self.fitting(
            facts.filter { $0.rank != Self.sizeRank }, gap: Self.gap.width, in: &room)
        let cut = title.truncated(to: room + least)
        room -= cut.width - least
        var details: [Part] = []
        if cut == title {
            details = Self.fitting(
                [Part(text: day), Part(text: date)], gap: Self.dash.width, in: &room)
            let size = facts.filter { $0.rank == Self.sizeRank }
            let first = Self.fitting(size, gap: Self.gap.width, in: &room)
            let keys = Self.fitting(keys, gap: Self.gap.width, in: &room)
            // The key for the help is last.
            kept = first + kept.dropLast() + keys + kept.suffix(1)
            details = withCredit(details, in: &room)
        }
        let left = Self.pieces(
            [Part(text: cut, style: .strong)] + details + notes, by: Self.dash)
        let right = Self.pieces(kept, by: Self.gap)
        return PhotoBar(
            Self.line(left, right, columns: columns, direction), columns: columns)
    }

    /// Returns the number of columns that the title and the facts leave for the credit and remarks.
    private func spare(_ room: Int, _ least: Int) -> Int {
        var room = room - (title.width - least)
        guard room > 0 else { return 0 }
        _ = Self.fitting(
            facts.filter { $0.rank != Self.sizeRank }, gap: Self.gap.width, in: &room)
        return room - Self.dash.width
    }

    /// Adds the credit before the date, or after a service and its day: `APOD 2026-10-02 · NASA`.
    private func withCredit(_ details: [Part], in room: inout Int) -> [Part] {
        guard !day.isEmpty else {
            return Self.fitting([Part(text: credit)], gap: Self.dash.width, in: &room) + details
        }
        let fitting = Self.fitting([Part(text: credit)], gap: Self.dot.width, in: &room)
        guard !details.isEmpty, !fitting.isEmpty else { return details }
        return [Part(text: day + Self.dot + credit)]
    }

    /// Returns a caption with as many of the texts as fit, on the terminal's background.
    static func caption(
        _ texts: [SafeText], columns: Int, strength: Int, _ direction: ReadingDirection
    ) -> PhotoBar {
        var room = max(0, columns - 2)
        let title = (texts.first ?? "").truncated(to: room)
        room -= title.width
        let others = texts.dropFirst().enumerated().map { Part(text: $1, rank: $0) }
        let parts =
            [Part(text: title, style: .strong)] + fitting(others, gap: dash.width, in: &room)
        return PhotoBar(
            line(pieces(parts, by: dash), [], columns: columns, direction), columns: columns,
            on: .plain(strength: strength))
    }

    typealias Piece = (SafeText, TextPage.Style)

    /// Returns a line with both groups at opposite ends, and a blank outside each group.
    static func line(
        _ left: [Piece], _ right: [Piece], columns: Int, _ direction: ReadingDirection
    ) -> [Piece] {
        let width = (left + right).reduce(0) { $0 + $1.0.width }
        let between: Piece = (SafeText("").padded(to: columns - width - 2), .plain)
        let blank: Piece = (" ", .plain)
        return switch direction {
        case .leftToRight: [blank] + left + [between] + right + [blank]
        case .rightToLeft: [blank] + fromRight(right) + [between] + fromRight(left) + [blank]
        }
    }

    /// Returns the pieces of a line that begins on the right, in reverse order if one of the pieces
    /// is read from the right.
    static func fromRight(_ pieces: [Piece]) -> [Piece] {
        guard pieces.contains(where: \.0.readsFromRight) else { return pieces }
        return pieces.reversed().map { (arrows[$0.string] ?? $0, $1) }
    }

    /// The mirror images of signs that point to their neighbour.
    private static let arrows: [String: SafeText] = ["◂": "▸", "▸": "◂"]

    /// Returns the pieces that are not empty, with a separator between them.
    static func pieces(_ parts: [Part], by separator: SafeText) -> [Piece] {
        let parts = parts.filter { !$0.text.isEmpty }.map { ($0.text, $0.style) }
        return Array(parts.map { [$0] }.joined(separator: [(separator, .faint)]))
    }

    /// Returns the pieces that fit, in their order; each piece takes `gap` columns more than its
    /// text.
    static func fitting(_ parts: [Part], gap: Int, in room: inout Int) -> [Part] {
        var (parts, kept) = (parts, Set<Int>())
        let order = parts.indices.sorted { (parts[$0].rank, $0) < (parts[$1].rank, $1) }
        for index in order where !parts[index].text.isEmpty {
            let texts = [parts[index].text, parts[index].short]
            guard let text = texts.first(where: { !$0.isEmpty && $0.width + gap <= room }) else {
                continue
            }
            room -= text.width + gap
            parts[index] = Part(text: text, rank: parts[index].rank, style: parts[index].style)
            kept.insert(index)
        }
        return parts.indices.filter(kept.contains).map { parts[$0] }
    }

    /// Returns the texts that are not empty, with a separator between them.
    static func joined(_ parts: [SafeText], by separator: SafeText) -> SafeText {
        let parts = parts.filter { !$0.isEmpty }
        return parts.dropFirst().reduce(parts.first ?? "") { $0 + separator + $1 }
    }
}
