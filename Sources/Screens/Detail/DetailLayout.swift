internal import Imaging
internal import Localization
internal import PhotoPipeline
internal import TerminalProtocols

/// The layout of a photo's page.
struct DetailLayout {
    let strings: Strings

    /// Returns the page; its footer names the keys of the actions in `working`.
    func view(_ page: DetailPage, _ working: Set<Action>, notice: Notice?) -> ScreenView {
        let shape = page.shape
        var text = TextPage(size: shape.cells)
        head(page, on: &text)
        for (offset, line) in page.lines.dropFirst(page.firstLine).prefix(shape.textRows)
            .enumerated()
        {
            line.draw(
                row: shape.text.row + offset, column: shape.text.column, focus: page.focus,
                on: &text)
        }
        PageChrome.putScrollMark(
            first: page.firstLine, of: page.lines.count,
            rows: shape.text.row..<shape.text.row + shape.textRows, column: shape.markColumn,
            on: &text)
        let noticed = foot(page, working, notice, on: &text)
        guard let source = page.picture, let area = shape.picture else { return .page(text) }
        let picture = PagePicture(source, at: area.origin, size: area.size, .whole)
        let pictures = [picture.cropped(below: [noticed].compactMap(\.self))]
        return .page(text, pictures: pictures.compactMap(\.self))
    }

    private func head(_ page: DetailPage, on text: inout TextPage) {
        PageChrome.putHead(page.title, position: strings.position(page.position), on: &text)
        guard page.shape.hasSubtitle else { return }
        text.put(
            page.subtitle, row: 1, column: PageMetrics.margin, style: .faint, link: page.address)
    }

    /// Draws the footer.
    ///
    /// - Returns: the cells of a notice, if one is shown.
    private func foot(
        _ page: DetailPage, _ working: Set<Action>, _ notice: Notice?, on text: inout TextPage
    ) -> CellRect? {
        guard text.size.rows > 1 else { return nil }
        if let notice {
            return PageChrome.putNotice(strings.text(of: notice), notice.style, on: &text)
        }
        let hints = strings.hints(of: page, where: working.contains)
        PageChrome.putFoot(hints: hints, keepsLast: true, news: "", on: &text)
        return nil
    }
}

extension Strings {
    /// Returns the hints for those keys of a photo's page that have an effect now.
    fileprivate func hints(of page: DetailPage, where works: (Action) -> Bool) -> [KeyHint] {
        let part = page.keyNamesPart == .captions ? \HintStrings.captions : \.data
        return [
            hint(\.fullScreen, .screen(.open), where: works),
            hint(\.nextPrevious, .screen(.nextPhoto), .screen(.previousPhoto), where: works),
            hint(\.links, .screen(.layout), where: works), hint(part, .screen(.info), where: works),
            hint(\.save, .photo(.save), where: works), hint(\.keys, .stack(.help), where: works),
        ].compactMap(\.self)
    }
}

/// The content of a photo's page.
struct DetailPage: Sendable {
    let shape: DetailShape
    let title: SafeText
    /// The credit and the date of the photo, below the title if there is room.
    let subtitle: SafeText
    let address: Hyperlink?
    let lines: [DetailLine]
    let firstLine: Int
    let focus: DetailLink?
    let position: ListPosition
    let picture: PagePicture.Source?
    /// The section that the key for details shows next.
    let nextPart: DetailPart

    /// The section named in the hint for the key for details: `.captions` or `.metadata`.
    var keyNamesPart: DetailPart { nextPart == .captions ? .captions : .metadata }
}

/// The positions of the picture and the text on a photo's page.
///
/// The text is beside or below the picture, whichever leaves the larger picture.
struct DetailShape: Hashable, Sendable {
    let cells: CellSize
    /// True if there is room for a subtitle below the header; otherwise the text begins with the
    /// subtitle.
    let hasSubtitle: Bool
    /// The cells of the picture, in the photo's own shape; `nil` if there is no room for a picture.
    let picture: CellRect?
    let text: CellPosition
    let textColumns: Int
    let textRows: Int

    /// The minimum number of columns of a page with text beside the picture; on a narrower page,
    /// lines of half the width are hard to read.
    private static let wideColumns = 76
    /// The fraction of a wide page's columns for the text, up to the text's maximum width.
    private static let textShare = 0.4
    /// The minimum number of rows of a picture; a lower picture shows too little.
    private static let leastPictureRows = 3
    /// The minimum number of rows of a page with a subtitle; lower pages use all rows for the text.
    private static let subtitleRows = 8
    /// The minimum number of rows of a page with blank rows below its header and above its footer.
    private static let roomyRows = 16
    /// The number of columns to the right of the text: a blank and the scroll mark.
    private static let markColumns = 2

    /// The column of the mark that shows the scroll position.
    var markColumn: Int { text.column + textColumns + Self.markColumns - 1 }

    init(_ cells: CellSize, _ photo: PhotoShape) {
        self.cells = cells
        hasSubtitle = cells.rows >= Self.subtitleRows
        let isRoomy = cells.rows >= Self.roomyRows
        let top = (hasSubtitle ? 2 : 1) + (isRoomy ? 1 : 0)
        let body = max(1, cells.rows - top - (isRoomy ? 2 : 1))
        let beside = Self.beside(cells, rows: body, photo)
        let above = Self.above(cells, rows: body, photo)
        let isLarger = beside.columns * beside.rows >= above.columns * above.rows
        if isLarger, beside.rows >= Self.leastPictureRows {
            picture = CellRect(
                origin: CellPosition(row: top, column: PageMetrics.margin), size: beside)
            text = CellPosition(
                row: top, column: PageMetrics.margin + beside.columns + PageMetrics.gap)
            textRows = body
        } else {
            let middle =
                PageMetrics.margin + (cells.columns - 2 * PageMetrics.margin - above.columns) / 2
            let hasPicture = above.rows >= Self.leastPictureRows
            picture =
                hasPicture
                ? CellRect(origin: CellPosition(row: top, column: middle), size: above) : nil
            text = CellPosition(
                row: hasPicture ? top + above.rows + 1 : top, column: PageMetrics.margin)
            textRows = max(1, body - (hasPicture ? above.rows + 1 : 0))
        }
        let room = cells.columns - text.column - Self.markColumns
        textColumns = max(1, min(PageMetrics.textColumns, room))
    }

    func isOnPicture(_ cell: CellPosition) -> Bool {
        guard let picture else { return false }
        let (row, column) = (cell.row - picture.origin.row, cell.column - picture.origin.column)
        return (0..<picture.size.rows).contains(row)
            && (0..<picture.size.columns).contains(column)
    }

    /// Returns the size of a picture beside the text; empty on a page that is too narrow.
    private static func beside(_ cells: CellSize, rows: Int, _ photo: PhotoShape) -> CellSize {
        guard cells.columns >= wideColumns else { return CellSize(columns: 0, rows: 0) }
        let text = min(PageMetrics.textColumns, Int(Double(cells.columns) * textShare))
        let room = cells.columns - text - PageMetrics.margin - PageMetrics.gap - markColumns
        return photo.fitted(into: CellSize(columns: room, rows: rows))
    }

    /// Returns the size of a picture above the text, which keeps half of the rows.
    private static func above(_ cells: CellSize, rows: Int, _ photo: PhotoShape) -> CellSize {
        photo.fitted(
            into: CellSize(columns: max(1, cells.columns - 2 * PageMetrics.margin), rows: rows / 2))
    }
}

/// The shape of a photo, in cells.
struct PhotoShape: Hashable, Sendable {
    /// The number of columns for each row; `nil` if unknown, which allows any shape.
    private let columnsPerRow: Double?

    /// The height of a cell divided by its width in most fonts, used if the screen implies no
    /// value or an implausible one.
    private static let usualCell = 2.0
    private static let cells = 1.2...3.5

    /// Creates the shape; `aspect` is the photo's width divided by its height.
    init(aspect: Double?, on size: ScreenSize) {
        var cell = Self.usualCell
        if let area = size.picture, size.cells.columns > 0, size.cells.rows > 1 {
            let width = Double(area.size.width) / Double(size.cells.columns)
            let height = Double(area.size.height) / Double(size.cells.rows - 1)
            if Self.cells.contains(height / width) { cell = height / width }
        }
        columnsPerRow = aspect.map { $0 * cell }
    }

    /// Returns the largest size of this shape within `room`; at least one cell, unless `room` is
    /// empty.
    func fitted(into room: CellSize) -> CellSize {
        guard let columnsPerRow, room.columns > 0, room.rows > 0 else { return room }
        let columns = Double(room.rows) * columnsPerRow
        if columns <= Double(room.columns) {
            return CellSize(columns: Self.count(columns), rows: room.rows)
        }
        let rows = Double(room.columns) / columnsPerRow
        return CellSize(columns: room.columns, rows: Self.count(rows))
    }

    /// Returns a length in whole cells, rounded up so that the picture fills the other side; an
    /// excess of up to a tenth of a cell is ignored.
    private static func count(_ cells: Double) -> Int { max(1, Int((cells - 0.1).rounded(.up))) }
}
