internal import Imaging
internal import PhotoCatalog
internal import TerminalProtocols

/// A photo of a grid: its picture with the title below, or in one column with all words beside.
enum GridItemLayout {
    /// - Returns: the picture to draw, if the photo has one.
    static func draw(
        _ item: BrowserItem, _ shape: BrowserShape, on page: inout TextPage
    ) -> PagePicture? {
        let (photo, origin, isSelected) = (item.photo, item.origin, item.isSelected)
        let place = CellPosition(row: origin.row, column: origin.column + 1)
        if shape.across == 1 {
            words(of: photo, at: place, shape, isSelected: isSelected, on: &page)
        } else {
            let title = PhotoWording.title(of: photo).padded(to: shape.picture.columns)
            page.put(
                title, row: origin.row + shape.picture.rows, column: place.column,
                style: isSelected ? .reversed : .plain)
        }
        return PagePicture(preview: item.preview, at: place, shape.picture, on: &page)
    }

    private static func words(
        of photo: Photo, at origin: CellPosition, _ shape: BrowserShape, isSelected: Bool,
        on page: inout TextPage
    ) {
        let column = origin.column + shape.picture.columns + 2
        let room = page.size.columns - column - 1
        var row = origin.row
        for line in TextLines.wrap(PhotoWording.title(of: photo), columns: room).prefix(2) {
            page.put(
                isSelected ? line.padded(to: room) : line, row: row, column: column,
                style: isSelected ? .reversed : .strong)
            row += 1
        }
        page.put(
            PhotoWording.subtitle(of: photo).truncated(to: room), row: row, column: column)
        let left = origin.row + shape.picture.rows - row - 2
        let summary = TextLines.wrap(PhotoWording.description(of: photo), columns: room)
        for (offset, line) in summary.prefix(max(0, left)).enumerated() {
            page.put(line, row: row + 2 + offset, column: column, style: .faint)
        }
    }
}
