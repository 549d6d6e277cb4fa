internal import Imaging
internal import Localization
internal import PhotoCatalog
internal import TerminalProtocols

/// What the page of a list or grid shows.
struct LibraryPage: Sendable {
    let results: Results?
    /// The results that are loading while the list before them is still shown.
    let awaited: Results?
    let form: SearchForm?
    let shape: LibraryShape
    /// The first photo on the page.
    let first: Int
    let selected: Int
    let alert: CatalogFailure?
    /// Whether the built-in collection can be opened instead.
    var offersDemo = false

    /// The photos on the page; the last row may stick out.
    var items: [LibraryItem] {
        guard let results else { return [] }
        let count = shape.fullRows * shape.across
        return zip(0..<count, results.photos.indices.dropFirst(first)).map { place, index in
            LibraryItem(
                photo: results.photos[index], preview: results.preview(at: index),
                origin: shape.origin(of: place), isSelected: index == selected)
        }
    }
}

/// A photo on such a page.
struct LibraryItem: Sendable {
    let photo: Photo
    let preview: PagePicture.Source?
    let origin: CellPosition
    let isSelected: Bool
}

/// Where the photos lie: rows of items between a head line and a foot line.
struct LibraryShape: Hashable, Sendable {
    /// Narrower pictures show nothing.
    private static let leastColumns = 10
    /// A list's pictures are small; from this many rows on there is room for larger ones.
    private static let roomyRows = 36

    let cells: CellSize
    /// The first row of items.
    let top: Int
    let itemColumns: Int
    let itemRows: Int
    let across: Int
    /// The cells of an item's picture.
    let picture: CellSize
    let isList: Bool

    /// `headRows` is what the head and an open form take.
    init(_ arrangement: LibraryArrangement, _ cells: CellSize, headRows: Int) {
        self.cells = cells
        top = headRows
        let body = max(1, cells.rows - headRows - 1)
        switch arrangement {
        case .list:
            isList = true
            across = 1
            itemRows = min(body, body >= Self.roomyRows ? 5 : body >= 9 ? 3 : 2)
            let rows = max(1, itemRows - (itemRows == 5 ? 1 : 0))
            picture = CellSize(columns: min(rows * 3, cells.columns / 4), rows: rows)
        case .grid(let columns):
            isList = false
            across = max(1, min(columns, cells.columns / Self.leastColumns))
            let width = cells.columns / across
            let wished = across == 1 ? cells.columns / 2 : width
            // A title below and a gap; beside a large picture there is room for the title.
            let extra = across == 1 ? 1 : 2
            // Cells are about twice as high as wide, and most photos 3:2.
            let usual = max(2, wished / 3) + extra
            // As many rows as come closest to that, so that they fill the page.
            itemRows = body / max(1, (body + usual / 2) / usual)
            picture = CellSize(columns: max(1, wished - 2), rows: max(1, itemRows - extra))
        }
        itemColumns = max(1, cells.columns / across)
    }

    /// Rows of items that fit wholly.
    var fullRows: Int { max(1, (cells.rows - top - 1) / itemRows) }

    /// The origin of an item, counted from the first on the page.
    func origin(of place: Int) -> CellPosition {
        CellPosition(
            row: top + place / across * itemRows,
            column: isList ? 1 : place % across * itemColumns)
    }

    /// The item under a cell, counted from the first on the page.
    func place(at cell: CellPosition) -> Int? {
        let row = (cell.row - top) / itemRows
        let column = cell.column / itemColumns
        guard cell.row >= top, row < fullRows, column < across else { return nil }
        return row * across + column
    }
}

/// A photo of a list: its picture, and its words beside it.
struct ListItemLayout {
    let shape: LibraryShape
    let strings: Strings

    /// - Returns: the picture to draw, if the photo has one.
    func draw(_ item: LibraryItem, on page: inout TextPage) -> PagePicture? {
        let (photo, origin, isSelected) = (item.photo, item.origin, item.isSelected)
        let column = origin.column + shape.picture.columns + 2
        let room = page.size.columns - column - 1
        let title = strings.title(of: photo).truncated(to: room)
        page.put(
            isSelected ? title.padded(to: room) : title, row: origin.row, column: column,
            style: isSelected ? .reversed : .strong)
        page.put(strings.subtitle(of: photo, columns: room), row: origin.row + 1, column: column)
        if shape.itemRows > 2 {
            let summary = WordWrapper.wrap(PhotoText.summary(of: photo), columns: room)
            let lines = shape.picture.rows - 2
            for (offset, line) in summary.prefix(lines).enumerated() {
                let isCut = offset == lines - 1 && summary.count > lines
                page.put(
                    isCut ? (line + " …").truncated(to: room) : line, row: origin.row + 2 + offset,
                    column: column, style: .faint)
            }
        }
        return PagePicture(preview: item.preview, at: origin, shape.picture, on: &page)
    }
}

/// A photo of a grid: its picture with the title below, or in one column with its words beside it.
struct GridItemLayout {
    let shape: LibraryShape
    let strings: Strings

    /// - Returns: the picture to draw, if the photo has one.
    func draw(_ item: LibraryItem, named name: SafeText, on page: inout TextPage) -> PagePicture? {
        let (photo, origin, isSelected) = (item.photo, item.origin, item.isSelected)
        let place = CellPosition(row: origin.row, column: origin.column + 1)
        if shape.across == 1 {
            words(of: photo, at: place, isSelected: isSelected, on: &page)
        } else {
            page.put(
                name.padded(to: shape.picture.columns), row: origin.row + shape.picture.rows,
                column: place.column,
                style: isSelected ? .reversed : .plain)
        }
        return PagePicture(preview: item.preview, at: place, shape.picture, on: &page)
    }

    /// Photos of the page by the titles that look the same.
    func alike(_ photos: [Photo]) -> [SafeText: [Photo]] {
        guard shape.across > 1 else { return [:] }
        let groups = Dictionary(grouping: photos) { title(of: $0) }
        return groups.filter { $0.value.count > 1 }
    }

    /// A title; if others on the page look the same, with a date or ID that differs.
    func name(of photo: Photo, _ alike: [SafeText: [Photo]]) -> SafeText {
        let title = title(of: photo)
        guard let group = alike[title] else { return title }
        let days = Set(group.map { strings.date(of: $0) })
        let mark = days.count == group.count ? strings.date(of: photo) : end(of: photo)
        let room = shape.picture.columns - mark.width - 1
        return room < Self.leastTitle ? mark : title.truncated(to: room) + " " + mark
    }

    private func title(of photo: Photo) -> SafeText {
        strings.title(of: photo).truncated(to: shape.picture.columns)
    }

    /// IDs of one series differ at their ends.
    private func end(of photo: Photo) -> SafeText {
        let id = SafeText.line(photo.id.text)
        guard id.width > shape.picture.columns else { return id }
        return "…" + SafeText(id.string.suffix(shape.picture.columns / 2 - 1))
    }

    private static let leastTitle = 6

    private func words(
        of photo: Photo, at origin: CellPosition, isSelected: Bool, on page: inout TextPage
    ) {
        let column = origin.column + shape.picture.columns + 2
        let room = page.size.columns - column - 1
        var row = origin.row
        for line in WordWrapper.wrap(strings.title(of: photo), columns: room).prefix(2) {
            page.put(
                isSelected ? line.padded(to: room) : line, row: row, column: column,
                style: isSelected ? .reversed : .strong)
            row += 1
        }
        page.put(strings.subtitle(of: photo, columns: room), row: row, column: column)
        let left = origin.row + shape.picture.rows - row - 2
        let summary = WordWrapper.wrap(PhotoText.description(of: photo), columns: room)
        for (offset, line) in summary.prefix(max(0, left)).enumerated() {
            page.put(line, row: row + 2 + offset, column: column, style: .faint)
        }
    }
}
