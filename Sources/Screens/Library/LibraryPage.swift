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
    /// The filter of the search that keys act on.
    var focusedFilter: Int?
    /// Whether the built-in collection can be opened instead.
    var offersDemo = false
    /// Whether going back leaves the program.
    var isFirst = false

    /// The photos on the page; the last row may stick out.
    ///
    /// While a search is typed, none is selected.
    var items: [LibraryItem] {
        guard let results else { return [] }
        let count = shape.fullRows * shape.across
        return zip(0..<count, results.photos.indices.dropFirst(first)).map { place, index in
            LibraryItem(
                photo: results.photos[index], preview: results.preview(at: index),
                origin: shape.origin(of: place), isSelected: index == selected && form == nil)
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

    /// The rows of a list's pictures: five if three entries fit, three if two do.
    private static func listRows(_ body: Int, isNarrow: Bool) -> Int {
        if !isNarrow, body >= 3 * (5 + Design.entryGap) { return 5 }
        return body >= 2 * (3 + Design.entryGap) ? 3 : min(2, body)
    }

    /// Whether there is room for few words only.
    var isNarrow: Bool { cells.columns < Design.wideColumns }

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
