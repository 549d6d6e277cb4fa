internal import Imaging
internal import Localization
internal import PhotoCatalog
internal import TerminalProtocols

/// The layout of a photo in the grid: a tile, usually without text.
struct GridItemLayout {
    let strings: Strings

    /// Draws a tile: a picture, with a title below it for some photos, or only a title.
    ///
    /// - Returns: the picture to draw, if the tile has one.
    func draw(_ item: LibraryItem, on page: inout TextPage) -> PagePicture? {
        if let vacancy = item.vacancy {
            drawTile(
                item.cells, saying: vacancy == .missing ? strings.library.noPictureOfTheDay : "",
                on: &page)
            return nil
        }
        if let picture = Self.picture(of: item, isAhead: false) {
            if picture.size != item.cells.size { putTitle(of: item, on: &page) }
            return picture
        }
        for (row, line) in words(in: item).enumerated() {
            page.put(
                line, row: item.origin.row + row, column: item.origin.column + Self.indent,
                style: item.isSelected ? .reversed : .faint)
        }
        return nil
    }

    /// Draws a gray tile, with a gap to its neighbours, for a photo that is missing or loading.
    func drawTile(_ cells: CellRect, saying words: SafeText, on page: inout TextPage) {
        let size = CellSize(
            columns: cells.size.columns - (cells.size.columns > 1 ? 1 : 0),
            rows: cells.size.rows - (cells.size.rows > 1 ? 1 : 0))
        page.fill(CellRect(origin: cells.origin, size: size), with: .selection)
        let room = CellSize(columns: max(1, size.columns - 2 * Self.indent), rows: size.rows)
        let lines = WordWrapper.wrap(words.isEmpty ? Self.mark : words, in: room)
        for (offset, line) in lines.enumerated() {
            page.put(
                line, row: cells.origin.row + (size.rows - lines.count) / 2 + offset,
                column: cells.origin.column + (size.columns - line.width) / 2, style: .faint,
                on: .selection)
        }
    }

    private static let mark: SafeText = "·"

    /// Returns the text of a tile without a picture: the title and, after a failure, the reason.
    private func words(in item: LibraryItem) -> [SafeText] {
        let room = CellSize(
            columns: item.cells.size.columns - 2 * Self.indent, rows: item.cells.size.rows)
        if let sentence = strings.fileSentence(for: item) {
            return WordWrapper.wrap(sentence, in: room)
        }
        let word =
            item.fault.map { [strings.word(for: $0).truncated(to: max(0, room.columns))] } ?? []
        let title = WordWrapper.wrap(item.title(strings), columns: room.columns)
        return title.prefix(room.rows - word.count) + word
    }

    private static let indent = 1

    /// Returns the picture of a tile just outside the page, to be made in advance; `nil` if there
    /// is none.
    static func ahead(_ item: LibraryItem) -> PagePicture? { picture(of: item, isAhead: true) }

    /// Returns the picture of a tile, which fills the tile except for a title row; `nil` if there
    /// is none.
    ///
    /// Recordings, bookmarks, marked photos and the picture of the day have a title row, if the
    /// tile has at least two rows.
    private static func picture(of item: LibraryItem, isAhead: Bool) -> PagePicture? {
        let size = item.cells.size
        let isWordless =
            item.photo.mediaType.mayBeAPhoto && !item.isLead && !item.isPlace
            && !item.isMarked
        let rows = isWordless || size.rows < 2 ? size.rows : size.rows - 1
        return item.preview.map {
            PagePicture(
                $0, at: item.origin, size: CellSize(columns: size.columns, rows: rows), .cover,
                mat: item.isSelected && !isAhead ? .frame : .gutter, isAhead: isAhead)
        }
    }

    /// Draws the title, truncated to the width of the tile, below the picture.
    private func putTitle(of item: LibraryItem, on page: inout TextPage) {
        let (origin, size) = (item.origin, item.cells.size)
        page.put(
            title(of: item).truncated(to: max(0, size.columns - 2)),
            row: origin.row + size.rows - 1, column: origin.column + Self.indent,
            style: item.isSelected ? .accent : .faint)
    }
}

extension GridItemLayout {
    /// Returns the title, preceded by the name of the service for the picture of the day.
    private func title(of item: LibraryItem) -> SafeText {
        let title = item.title(strings)
        guard item.isLead else { return title }
        return SafeText(strings.library.service(.apod)) + ": " + title
    }
}

/// The last line of a grid: the title and facts of the selected photo on the left, and keys or a
/// message on the right.
struct GridFoot {
    private static let gap = 2
    /// The width of the line divided by the maximum width that is reserved for keys.
    private static let share = 3
    /// The number of columns for keys beside the date and credit, on pages of at least 80 columns.
    private static let keyColumns = 40
    private static let wideRoom = 78

    let strings: Strings
    let news: SafeText
    let hints: [KeyHint]

    func draw(_ page: LibraryPage, on text: inout TextPage) {
        let room = text.size.columns - 2 * PageMetrics.margin
        let row = text.size.rows - 1
        let least = news.isEmpty ? fitting(min(room, room / Self.share)).width : news.width
        let end = room - (least == 0 ? 0 : least + Self.gap)
        let photo = page.items.first(where: \.isSelected)?.photo
        let words = photo.map {
            self.words(
                of: $0, among: page.items.map(\.photo), columns: end,
                withDate: room < Self.wideRoom
                    ? end : min(end, room - Self.keyColumns - Self.gap))
        }
        let (title, facts) = words ?? ("", "")
        text.put(title, row: row, column: PageMetrics.margin, style: .strong)
        let next = PageMetrics.margin + title.width + (facts.isEmpty ? 0 : Self.gap)
        text.put(facts, row: row, column: next, style: .faint)
        let left = room + PageMetrics.margin - next - facts.width - Self.gap
        let edge = text.size.columns - PageMetrics.margin
        guard news.isEmpty else {
            return text.put(news, row: row, column: edge - news.width, style: .faint)
        }
        let right = fitting(max(left, least))
        right.draw(row: row, column: edge - right.width, on: &text)
    }

    private func fitting(_ columns: Int) -> [KeyHint] {
        hints.fitting(columns: columns, keepsLast: true)
    }

    /// Returns the title, and the facts that fit beside it: words that distinguish the photo from
    /// others with the same title, then medium, source, date and credit.
    private func words(
        of photo: Photo, among all: [Photo], columns: Int, withDate most: Int
    ) -> (title: SafeText, facts: SafeText) {
        let title = strings.title(of: photo)
        let mark = mark(of: photo, among: all.filter { strings.title(of: $0) == title })
        let reserved = mark.isEmpty ? 0 : mark.width + Self.gap
        let cut = title.truncated(to: max(0, columns - reserved))
        let date = strings.date(of: photo)
        let facts: [(text: SafeText, columns: Int)] = [
            (mark, columns), (strings.mark(of: photo), most), (strings.source(of: photo), most),
            (date == mark ? "" : date, most),
            (.line(photo.creditLine ?? ""), most),
        ]
        var taken = cut.width + Self.gap
        let fitting = facts.filter { fact in
            guard !fact.text.isEmpty, taken + fact.text.width <= fact.columns else { return false }
            taken += fact.text.width + Self.separator.width
            return true
        }.map(\.text)
        return (cut, StatusLine.joined(fitting, by: Self.separator))
    }

    private static let separator: SafeText = " · "

    /// Returns words that distinguish a photo from others with the same title; empty if no other
    /// photo has that title.
    ///
    /// The words are the first of the date, the time of day and the beginning of the description
    /// that is unique, or else the ID.
    private func mark(of photo: Photo, among alike: [Photo]) -> SafeText {
        guard alike.count > 1 else { return "" }
        let marks: [(Photo) -> SafeText] = [
            { strings.date(of: $0) },
            { SafeText($0.dateAsGiven.flatMap { Self.time(in: $0) } ?? "") },
            { PhotoText.summary(of: $0).truncated(to: Self.captionColumns) },
        ]
        let own = marks.lazy.map { mark in (mark(photo), alike.filter { mark($0) == mark(photo) }) }
            .first { !$0.0.isEmpty && $0.1.count == 1 }
        return own?.0 ?? .line(photo.id.text)
    }

    /// Returns the time of day; `nil` without a time, or for midnight, which means that only the
    /// day is known.
    private static func time(in date: String) -> String? {
        ClockTime.text(in: date).flatMap { $0 == "00:00" ? nil : $0 }
    }

    /// The number of columns to which a description is truncated before it can distinguish a photo.
    private static let captionColumns = 32
}
