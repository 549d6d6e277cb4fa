internal import Imaging
internal import Localization
internal import PhotoCatalog
internal import TerminalProtocols

/// The layout of a photo in a list: the picture, and the text beside the picture.
struct ListItemLayout {
    let shape: LibraryShape
    let strings: Strings
    /// True if NASA's alternative texts replace the usual descriptions.
    var showsAlternatives = false

    /// Draws an entry.
    ///
    /// - Returns: the picture to draw, if the photo has one.
    func draw(_ item: LibraryItem, on page: inout TextPage) -> PagePicture? {
        if let vacancy = item.vacancy {
            let words = vacancy == .missing ? strings.library.noPictureOfTheDay : ""
            drawLoading(
                item.origin, picture(of: item), widths: Self.loadingWidths[0],
                saying: words.isEmpty ? nil : words, on: &page)
            return nil
        }
        if item.isSelected { select(item, on: &page) }
        let ground: TextPage.Background = item.isSelected ? .selection : .plain
        for (offset, line) in lines(of: item).enumerated() {
            page.put(
                line.text, row: item.origin.row + offset, column: textColumn(of: item),
                style: line.style, on: ground)
        }
        putBlock(at: item.origin, picture(of: item), on: &page)
        return item.preview.map {
            PagePicture($0, at: item.origin, size: picture(of: item), .cover)
        }
    }

    /// Returns the size of an entry's picture; the picture of the day fills the height of its
    /// entry.
    private func picture(of item: LibraryItem) -> CellSize {
        let gap = shape.itemRows - shape.picture.rows
        let rows = item.cells.size.rows - gap
        guard item.isLead, rows > shape.picture.rows else { return shape.picture }
        return CellSize(
            columns: min(rows * Self.columnsPerRow, shape.cells.columns * 2 / 5), rows: rows)
    }

    /// The number of columns per row of a picture with a shape of 3:2; cells are about twice as
    /// high as wide.
    private static let columnsPerRow = 3

    /// Draws a neutral block, which is visible until the picture arrives, with a mark for terminals
    /// without colours.
    private func putBlock(
        at origin: CellPosition, _ picture: CellSize, on page: inout TextPage
    ) {
        page.fill(CellRect(origin: origin, size: picture), with: .selection)
        page.put(
            Self.pictureMark, row: origin.row + (picture.rows - 1) / 2,
            column: origin.column + (picture.columns - Self.pictureMark.width) / 2,
            style: .faint, on: .selection)
    }

    private static let pictureMark: SafeText = "·"

    /// Draws the outline of a photo that is loading: a block for its picture, and lines for its
    /// text, the first of which may be a message.
    func drawLoading(
        _ origin: CellPosition, _ picture: CellSize, widths: [Int], saying message: SafeText?,
        on page: inout TextPage
    ) {
        putBlock(at: origin, picture, on: &page)
        let column = textColumn(origin, picture)
        let room = room(from: column)
        for (offset, width) in widths.prefix(picture.rows).enumerated() {
            let line = SafeText(String(repeating: "─", count: min(room, width)))
            let text = offset == 0 ? message?.truncated(to: room) ?? line : line
            page.put(text, row: origin.row + offset, column: column, style: .faint)
        }
    }

    /// Draws the outlines of the entries of a list that is loading.
    func drawLoading(_ entries: [CellRect], saying message: SafeText, on page: inout TextPage) {
        for (index, cells) in entries.enumerated() {
            drawLoading(
                cells.origin, shape.picture,
                widths: Self.loadingWidths[index % Self.loadingWidths.count],
                saying: index == 0 ? message : nil, on: &page)
        }
    }

    /// Draws a bar beside the picture, and a background behind the text.
    private func select(_ item: LibraryItem, on page: inout TextPage) {
        let (origin, rows) = (item.origin, picture(of: item).rows)
        page.putCursor(row: origin.row, column: textColumn(of: item))
        for row in 0..<rows {
            page.put(
                PageMetrics.selectionBar, row: origin.row + row, column: origin.column - 1,
                style: .accent)
        }
        let start = CellPosition(row: origin.row, column: textColumn(of: item) - 1)
        let size = CellSize(columns: 1 + room(of: item) + air, rows: rows)
        page.fill(CellRect(origin: start, size: size), with: .selection)
    }

    private typealias Line = (text: SafeText, style: TextPage.Style)

    private func lines(of item: LibraryItem) -> [Line] {
        shape.isNarrow ? shortLines(of: item) : longLines(of: item)
    }

    /// Returns the lines of a narrow entry: the title, and the facts in the rows that the title
    /// leaves.
    private func shortLines(of item: LibraryItem) -> [Line] {
        let (rows, room) = (picture(of: item).rows, room(of: item))
        let title = WordWrapper.wrap(
            item.title(strings),
            in: CellSize(columns: room, rows: max(1, rows - 1)))
        if let sentence = strings.fileSentence(for: item) {
            let lines = WordWrapper.wrap(sentence, in: CellSize(columns: room, rows: rows))
            return lines.map { ($0, .strong) }
        }
        let date = item.status.map { strings.facts(of: $0) } ?? strings.date(of: item.photo)
        let word = item.fault.map { strings.word(for: $0) } ?? date
        let words = WordWrapper.wrap(
            word, in: CellSize(columns: room, rows: max(1, rows - title.count)))
        let lines: [Line] = title.map { ($0, .strong) }
        let facts: [Line] = words.map { ($0, .faint) }
        return Array((lines + facts).prefix(rows))
    }

    /// Returns the lines of a wide entry, with as much of the description as fits, after a blank
    /// line if there is room.
    private func longLines(of item: LibraryItem) -> [Line] {
        let (rows, room) = (picture(of: item).rows, room(of: item))
        let photo = item.photo
        let title = item.title(strings).truncated(to: room)
        let word = item.fault.map {
            (strings.fileSentence(for: item) ?? strings.word(for: $0)).truncated(to: room)
        }
        let label: [Line] =
            item.isLead
            ? [(SafeText(strings.library.service(.apod)).truncated(to: room), .accent)] : []
        let head: [Line] =
            label + [
                (title, .strong), (word ?? byline(of: item, columns: room), .faint),
            ]
        let gap: [Line] = rows >= Self.roomyRows ? [("", .plain)] : []
        let summary = WordWrapper.wrap(
            PhotoText.summary(of: photo, preferringAlternative: showsAlternatives),
            in: CellSize(columns: room, rows: rows - head.count - gap.count))
        return Array((head + gap + summary.map { ($0, .plain) }).prefix(rows))
    }

    /// Returns the source, medium, date and credit of a photo, or the size and time of a file.
    private func byline(of item: LibraryItem, columns: Int) -> SafeText {
        item.status.map { strings.facts(of: $0).truncated(to: columns) }
            ?? strings.byline(of: item.photo, columns: columns)
    }

    private func textColumn(of item: LibraryItem) -> Int {
        textColumn(item.origin, picture(of: item))
    }

    private func textColumn(_ origin: CellPosition, _ picture: CellSize) -> Int {
        origin.column + picture.columns + PageMetrics.pictureGap
    }

    /// Returns the number of columns for text.
    private func room(of item: LibraryItem) -> Int { room(from: textColumn(of: item)) }

    private func room(from start: Int) -> Int {
        max(1, min(PageMetrics.textColumns, shape.cells.columns - start - PageMetrics.margin - air))
    }

    /// The number of columns of background on each side of a selected entry's text.
    private var air: Int { shape.isNarrow ? 0 : 1 }

    /// The minimum number of rows of an entry with a blank line before the description.
    private static let roomyRows = 5
    /// The widths in columns of titles, bylines and descriptions in outlines, taken from some
    /// photos of the library.
    private static let loadingWidths = [
        [34, 26, 0, 72, 58], [46, 22, 0, 72, 64], [28, 30, 0, 72, 41], [40, 24, 0, 72, 66],
    ]
}

extension Strings {
    fileprivate func facts(of file: FileStatus) -> SafeText {
        facts(of: file.byteCount, modified: file.modified)
    }

    /// Returns the source, medium, date and credit; only the date if these do not all fit.
    fileprivate func byline(of photo: Photo, columns: Int) -> SafeText {
        let date = date(of: photo)
        let parts = [
            source(of: photo), library.media(photo.medium), date, .line(photo.creditLine ?? ""),
        ]
        let whole = StatusLine.joined(parts, by: "  ·  ")
        return whole.width <= columns || date.isEmpty
            ? whole.truncated(to: columns) : date.truncated(to: columns)
    }
}
