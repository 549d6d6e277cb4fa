internal import Imaging
internal import TerminalProtocols

/// Where the picture and the text of a photo's page lie: side by side where there is room.
struct DetailShape: Hashable, Sendable {
    /// Text in fewer columns than half of this is hard to read.
    private static let wideColumns = 76

    /// What may stand beside a title: `12,345 of 12,345` and blanks.
    private static let placeColumns = 20

    let cells: CellSize
    let pictureOrigin: CellPosition
    let picture: CellSize
    let text: CellPosition
    let textColumns: Int
    let textRows: Int

    /// The columns of a title that stands in the head, all of it.
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
