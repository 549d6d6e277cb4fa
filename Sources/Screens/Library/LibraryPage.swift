internal import Imaging
internal import Localization
internal import PhotoCatalog
internal import PhotoPipeline
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
    /// The filter of the search that keys act on.
    var focusedFilter: Int?
    /// Whether the built-in collection can be opened instead.
    var offersDemo = false
    /// Whether going back leaves the program.
    var isFirst = false
    var enter = EnterKey.photo

    /// The photos on the page; while a search is typed, none is selected.
    var items: [LibraryItem] { items(from: first, rows: shape.fullRows, onRow: 0) }

    /// The photos of the rows above and below the page, where those would be that they replace.
    var itemsAhead: [LibraryItem] {
        let below = items(
            from: first + shape.fullRows * shape.across, rows: 1, onRow: shape.fullRows - 1)
        return below + items(from: first - shape.across, rows: 1, onRow: 0)
    }

    private func items(from first: Int, rows: Int, onRow row: Int) -> [LibraryItem] {
        guard let results, first >= 0 else { return [] }
        let places = row * shape.across..<(row + rows) * shape.across
        return zip(places, results.photos.indices.dropFirst(first)).map { place, index in
            LibraryItem(
                photo: results.photos[index], preview: results.preview(at: index),
                fault: results.fault(at: index), cells: shape.cells(of: place),
                isSelected: index == selected && form == nil)
        }
    }
}

/// A photo on such a page.
struct LibraryItem: Sendable {
    let photo: Photo
    let preview: PagePicture.Source?
    /// Why it has none, if it should have one.
    let fault: PictureFailure?
    let cells: CellRect
    let isSelected: Bool

    var origin: CellPosition { cells.origin }
}

/// Where the photos lie, between a head line and a foot line: the entries of a list below each other,
/// or the tiles of a wall, edge to edge.
struct LibraryShape: Hashable, Sendable {
    /// Narrower tiles show nothing.
    private static let leastColumns = 10
    /// A usual tile: four lie in 120 columns, three in 80.
    private static let tileColumns = 29
    /// Narrow windows have two columns as long as tiles are as wide as this.
    private static let narrowTileColumns = 18

    let cells: CellSize
    /// The first row of items.
    let top: Int
    let itemRows: Int
    let across: Int
    /// The cells of an entry's picture, or of a tile; other tiles may be a column wider.
    let picture: CellSize
    let isList: Bool

    /// `headRows` is what the head and an open form take.
    init(_ arrangement: LibraryArrangement, _ cells: CellSize, headRows: Int) {
        self.cells = cells
        top = headRows + (arrangement == .list && cells.rows >= Design.roomyRows ? 1 : 0)
        let body = max(1, cells.rows - top - 1)
        switch arrangement {
        case .list:
            isList = true
            across = 1
            let rows = Self.listRows(body, isNarrow: cells.columns < Design.wideColumns)
            itemRows = rows + (rows > 2 ? Design.entryGap : 0)
            // 3:2, in cells that are about twice as high as wide.
            picture = CellSize(columns: min(rows * 3, cells.columns / 4), rows: rows)
        case .grid(let columns):
            isList = false
            let wished = columns ?? Self.usualColumns(in: cells.columns)
            across = max(1, min(wished, cells.columns / Self.leastColumns))
            let width = max(1, cells.columns / across)
            itemRows = Self.tileRows(in: body, columns: width)
            picture = CellSize(columns: width, rows: itemRows)
        }
    }

    private static func usualColumns(in columns: Int) -> Int {
        let usual = (columns + tileColumns / 2) / tileColumns
        return max(usual, min(2, columns / narrowTileColumns))
    }

    /// The height of tiles: near 3:2, the shape of most photos, and such that few rows of the page stay
    /// free.
    private static func tileRows(in body: Int, columns: Int) -> Int {
        // Cells are about twice as high as wide.
        let usual = max(2, columns / 3)
        let heights = max(2, usual * 2 / 3)...max(2, usual * 4 / 3)
        guard body >= heights.lowerBound else { return body }
        // A row of each tile counts as two that stay free.
        let cost = { (rows: Int) in body % rows + 2 * abs(rows - usual) }
        return heights.clamped(to: 1...body).min { cost($0) < cost($1) } ?? body
    }

    /// The rows of a list's pictures: five if three entries fit, three if two do.
    private static func listRows(_ body: Int, isNarrow: Bool) -> Int {
        if !isNarrow, body >= 3 * (5 + Design.entryGap) { return 5 }
        return body >= 2 * (3 + Design.entryGap) ? 3 : min(2, body)
    }

    /// Whether there is room for few words only.
    var isNarrow: Bool { cells.columns < Design.wideColumns }

    /// Rows of items that fit wholly.
    var fullRows: Int { max(1, (cells.rows - top - 1) / itemRows) }

    /// The cells of an item, counted from the first on the page.
    ///
    /// Tiles share out all columns, so that none stays free on the right.
    func cells(of place: Int) -> CellRect {
        let (row, column) = place.quotientAndRemainder(dividingBy: across)
        let start = isList ? 1 : edge(column)
        return CellRect(
            origin: CellPosition(row: top + row * itemRows, column: start),
            size: CellSize(
                columns: isList ? cells.columns : edge(column + 1) - start, rows: itemRows))
    }

    /// The item under a cell, counted from the first on the page.
    func place(at cell: CellPosition) -> Int? {
        let row = (cell.row - top) / itemRows
        let column = (0..<across).first { cell.column < edge($0 + 1) }
        guard cell.row >= top, row < fullRows, cell.column >= 0, let column else { return nil }
        return row * across + column
    }

    /// Where a column of tiles begins.
    private func edge(_ column: Int) -> Int { column * cells.columns / across }
}
