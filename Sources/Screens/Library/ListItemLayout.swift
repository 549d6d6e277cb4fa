internal import Imaging
internal import Localization
internal import PhotoCatalog
internal import TerminalProtocols

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
