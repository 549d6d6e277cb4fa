internal import Imaging
internal import Localization
internal import PhotoCatalog
internal import PhotoPipeline
internal import TerminalProtocols

/// The content of a list or grid.
struct LibraryPage: Sendable {
    let results: Results?
    /// The results that are loading while the previous list is still shown.
    let awaited: Results?
    /// The new version of the list, while the list is being reloaded.
    var renewal: Results?
    let form: SearchForm?
    let shape: LibraryShape
    /// The first row of photos on the page.
    let firstRow: Int
    let selected: Int
    let alert: CatalogFailure?
    /// The index of the search filter that has the focus; `nil` if no filter has it.
    var focusedFilter: Int?
    /// True if the built-in collection can be opened instead of the library.
    var offersDemo = false
    /// True if going back quits the program.
    var isFirst = false
    var enter = EnterKey.photo
    /// True if alternative texts replace the usual descriptions.
    var showsAlternatives = false
    /// The actions that have an effect now.
    var working: Set<Action> = []
    var marks = Marks()

    /// True if the server requested a delay, and there is nothing to show until then.
    var isKeptWaiting: Bool { results.map { $0.photos.isEmpty && $0.delaySeconds != nil } ?? false }

    /// The photos on the page; no photo is selected while a search is being typed.
    var items: [LibraryItem] {
        items(inRows: firstRow..<firstRow + shape.fullRows, onRow: 0)
    }

    /// The photos of the rows just above and below the page, at the positions that they would have
    /// after scrolling by one row.
    var itemsAhead: [LibraryItem] {
        let end = firstRow + shape.fullRows
        let below = items(inRows: end..<end + 1, onRow: shape.fullRows - 1)
        return below + items(inRows: firstRow - 1..<firstRow, onRow: 0)
    }

    /// Returns the photos that begin in these rows of the list, placed as if the first of these
    /// rows were row `row` of the page.
    private func items(inRows rows: Range<Int>, onRow row: Int) -> [LibraryItem] {
        guard let results, rows.lowerBound >= 0 else { return [] }
        return shape.span.items(inRows: rows, of: results.photos.count, across: shape.across).map {
            item(at: $0, of: results, up: rows.lowerBound - row)
        }
    }

    private func item(at index: Int, of results: Results, up rows: Int) -> LibraryItem {
        let position = shape.span.cell(of: index, across: shape.across) - rows * shape.across
        return LibraryItem(
            photo: results.photos[index], preview: results.preview(at: index),
            fault: results.fault(at: index), status: results.status(at: index),
            cells: shape.cells(of: position, isLead: index == 0),
            isSelected: index == selected && form == nil,
            isLead: index == 0 && results.hasLead,
            isPlace: results.source.places != nil,
            isMarked: !marks.isEmpty && marks.contains(results.reference(at: index)),
            vacancy: index < results.firstIndex ? results.lead.vacancy : nil)
    }
}

/// A photo on the page of a list or grid.
struct LibraryItem: Sendable {
    let photo: Photo
    let preview: PagePicture.Source?
    /// The reason why the photo has no picture; `nil` unless making the picture failed.
    let fault: PictureFailure?
    /// The size and modification time of a file; `nil` if unknown.
    var status: FileStatus?
    let cells: CellRect
    let isSelected: Bool
    /// True for the picture of the day at the top of the list.
    let isLead: Bool
    /// True for a bookmark, whose name is below its picture.
    var isPlace = false
    var isMarked = false
    /// The reason why the slot is empty; `nil` if the slot contains a photo.
    var vacancy: Vacancy?

    enum Vacancy: Sendable { case awaited, missing }

    var origin: CellPosition { cells.origin }

    /// Returns the title, preceded by the signs of a mark and of a video.
    func title(_ strings: Strings) -> SafeText {
        (isMarked ? Marks.sign + " " : "") + strings.titleWithMedium(of: photo)
    }
}

/// The positions of photos between the header and the footer: the entries of a list below each
/// other, or the adjacent tiles of a grid.
struct LibraryShape: Hashable, Sendable {
    /// The cells of each photo of a full page, for the outlines shown while a list is loading.
    var loadingCells: [CellRect] {
        let places = 0..<fullRows * across
        return span.items(inRows: 0..<fullRows, of: places.count, across: across).map {
            cells(of: span.cell(of: $0, across: across), isLead: $0 == 0)
        }
    }

    /// The minimum width of a tile, in terminal columns; narrower tiles show too little.
    private static let leastColumns = 10
    /// The approximate width of a tile, in terminal columns: a page of 120 columns has four tiles
    /// across, a page of 80 three.
    private static let tileColumns = 29
    /// The minimum width of a tile in a narrow window with two columns of tiles, in terminal
    /// columns.
    private static let narrowTileColumns = 18

    let cells: CellSize
    /// The row at which the first photo begins.
    let top: Int
    let itemRows: Int
    /// The number of rows of photos that fit completely.
    let fullRows: Int
    let across: Int
    /// The size of an entry's picture or of a tile; some tiles are a column wider.
    let picture: CellSize
    let isList: Bool
    /// The size, in slots, of the first photo.
    let span: FeaturedSpan

    /// Creates the layout of a page that has `headRows` rows for the header and an open form;
    /// `hasLead` is true if the first photo is larger.
    init(
        _ arrangement: LibraryArrangement, _ cells: CellSize, headRows: Int, hasLead: Bool = false
    ) {
        self.cells = cells
        top = headRows + (arrangement == .list && cells.rows >= PageMetrics.roomyRows ? 1 : 0)
        let body = max(1, cells.rows - top - 1)
        switch arrangement {
        case .list:
            isList = true
            across = 1
            let rows = Self.listRows(body, isNarrow: cells.columns < PageMetrics.wideColumns)
            itemRows = rows + (rows > 2 ? PageMetrics.entryGap : 0)
            fullRows = max(1, (body + itemRows - rows) / itemRows)
            // The picture has a shape of 3:2, because cells are about twice as high as wide.
            picture = CellSize(columns: min(rows * 3, cells.columns / 4), rows: rows)
        case .grid(let columns):
            isList = false
            let wished = columns ?? Self.usualColumns(in: cells.columns)
            across = max(1, min(wished, cells.columns / Self.leastColumns))
            let width = max(1, cells.columns / across)
            itemRows = Self.tileRows(in: body, columns: width)
            fullRows = max(1, body / itemRows)
            picture = CellSize(columns: width, rows: itemRows)
        }
        span = hasLead ? FeaturedSpan(isList: isList, across: across, rows: fullRows) : .one
    }

    private static func usualColumns(in columns: Int) -> Int {
        let usual = (columns + tileColumns / 2) / tileColumns
        return max(usual, min(2, columns / narrowTileColumns))
    }

    /// Returns the height of tiles in rows: close to the 3:2 shape of most photos, with few unused
    /// rows on the page.
    private static func tileRows(in body: Int, columns: Int) -> Int {
        // Cells are about twice as high as wide.
        let usual = max(2, columns / 3)
        let heights = max(2, usual * 2 / 3)...max(2, usual * 4 / 3)
        guard body >= heights.lowerBound else { return body }
        // A deviation of one row per tile counts as two unused rows.
        let cost = { (rows: Int) in body % rows + 2 * abs(rows - usual) }
        return heights.clamped(to: 1...body).min { cost($0) < cost($1) } ?? body
    }

    /// Returns the number of rows of a list's pictures: four or five if three entries fit on a wide
    /// page; three if two entries fit.
    ///
    /// The choice of four or five leaves the fewest unused rows. On smaller pages, pictures have at
    /// most two rows.
    private static func listRows(_ body: Int, isNarrow: Bool) -> Int {
        let free = { (rows: Int) in (body + PageMetrics.entryGap) % (rows + PageMetrics.entryGap) }
        if !isNarrow, body >= 3 * (5 + PageMetrics.entryGap) { return free(4) < free(5) ? 4 : 5 }
        return body >= 2 * (3 + PageMetrics.entryGap) ? 3 : min(2, body)
    }

    /// True if there is room for only a few words beside a picture.
    var isNarrow: Bool { cells.columns < PageMetrics.wideColumns }

    /// Returns the cells of a slot, numbered from the first slot on the page.
    ///
    /// Tiles share all columns of the page, so that none is unused on the right.
    func cells(of index: Int, isLead: Bool = false) -> CellRect {
        let (row, column) = index.quotientAndRemainder(dividingBy: across)
        let span = isLead ? span : .one
        let start = isList ? 1 : edge(column)
        return CellRect(
            row: top + row * itemRows, column: start,
            columns: isList ? cells.columns : edge(column + span.columns) - start,
            rows: itemRows * span.rows)
    }

    /// Returns the slot at a cell, numbered from the first slot on the page; `nil` outside the
    /// slots.
    func index(at cell: CellPosition) -> Int? {
        let row = (cell.row - top) / itemRows
        let column = (0..<across).first { cell.column < edge($0 + 1) }
        guard cell.row >= top, row < fullRows, cell.column >= 0, let column else { return nil }
        return row * across + column
    }

    /// Returns the leftmost cell column of a column of tiles.
    private func edge(_ column: Int) -> Int { column * cells.columns / across }
}
