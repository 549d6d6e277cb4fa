internal import Imaging
internal import Localization
internal import PhotoCatalog
internal import TerminalProtocols

/// A box over the page: what did not work, why, and the keys that help.
struct AlertPanel {
    private let lines: [SafeText]
    private let origin: CellPosition
    private let size: CellSize

    init(
        _ failure: CatalogFailure, offeringDemo: Bool, _ strings: Strings, in cells: CellSize
    ) {
        let width = min(64, cells.columns - 2)
        let reason = WordWrapper.wrap(
            strings.sentence(for: failure), columns: max(1, width - 4))
        let room = max(1, width - 4)
        let title = WordWrapper.wrap(
            strings.library.alertTitle(failure.isPassing), columns: room)
        let offer =
            offeringDemo ? WordWrapper.wrap(strings.library.demoOffer(strings), columns: room) : []
        let keys = LineParts.hints(strings.library.alertKeys(strings), columns: width - 4)
        let stack = LineParts.stack(
            title: title, text: reason, keys: keys, rows: max(1, cells.rows - 2 - offer.count))
        let all = stack.title + stack.text + stack.keys + offer
        lines = all.count + 2 <= cells.rows ? [""] + all + [""] : all
        let rows = min(lines.count, cells.rows)
        size = CellSize(columns: width, rows: rows)
        origin = CellPosition(row: (cells.rows - rows) / 2, column: (cells.columns - width) / 2)
    }

    func draw(on page: inout TextPage) {
        for (offset, line) in lines.prefix(size.rows).enumerated() {
            let text = (SafeText("  ") + line).padded(to: size.columns)
            page.put(text, row: origin.row + offset, column: origin.column, style: .reversed)
        }
    }

    /// Whether a picture would lie on the box or under it.
    func covers(_ picture: PagePicture) -> Bool {
        picture.origin.row < origin.row + size.rows
            && origin.row < picture.origin.row + picture.size.rows
            && picture.origin.column < origin.column + size.columns
            && origin.column < picture.origin.column + picture.size.columns
    }
}
