internal import Imaging
internal import Localization
internal import PhotoPipeline
internal import TerminalProtocols

/// What stands where on a photo's page.
struct DetailLayout {
    let strings: Strings

    func view(_ page: DetailPage, notice: Notice?) -> ScreenView {
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
        foot(page, notice, on: &text)
        let picture = page.picture.map {
            PagePicture($0, at: shape.pictureOrigin, size: shape.picture, .whole)
        }
        return .page(text, pictures: picture.map { [$0] } ?? [])
    }

    private func head(_ page: DetailPage, on text: inout TextPage) {
        PageParts.putHead(page.title, place: strings.position(page.place), on: &text)
    }

    private func foot(_ page: DetailPage, _ notice: Notice?, on text: inout TextPage) {
        let row = text.size.rows - 1
        guard row > 0 else { return }
        if let notice {
            return text.put(strings.text(of: notice), row: row, column: 1, style: notice.style)
        }
        let hidden = page.lines.count - page.firstLine - page.shape.textRows
        let more = hidden > 0 ? strings.detail.more(hidden) : ""
        PageParts.putFoot(
            hints: strings.detail.keys(strings), keepsLast: true, news: more, on: &text)
    }
}

/// What a photo's page shows.
struct DetailPage: Sendable {
    let shape: DetailShape
    let title: SafeText
    let lines: [DetailLine]
    let firstLine: Int
    let focus: DetailLink?
    let place: ListPosition
    let picture: PagePicture.Source?
}

/// Where the picture and the text of a photo's page lie: side by side if there is room.
struct DetailShape: Hashable, Sendable {
    /// Text in fewer columns than half of this is hard to read.
    private static let wideColumns = 76

    /// The room for a position beside the title: `12,345 of 12,345` and blanks.
    private static let placeColumns = 20

    let cells: CellSize
    let pictureOrigin: CellPosition
    let picture: CellSize
    let text: CellPosition
    let textColumns: Int
    let textRows: Int

    /// The longest title that fits in the head.
    var headColumns: Int { cells.columns - Self.placeColumns }

    init(_ cells: CellSize) {
        self.cells = cells
        let body = max(1, cells.rows - 2)
        pictureOrigin = CellPosition(row: 1, column: 1)
        if cells.columns >= Self.wideColumns {
            picture = CellSize(columns: cells.columns * 11 / 20, rows: body)
            text = CellPosition(row: 1, column: picture.columns + 3)
            textRows = body
        } else {
            picture = CellSize(columns: max(1, cells.columns - 2), rows: max(1, body * 2 / 5))
            text = CellPosition(row: picture.rows + 2, column: 1)
            textRows = max(1, body - picture.rows - 1)
        }
        textColumns = max(1, cells.columns - text.column - 1)
    }
}
