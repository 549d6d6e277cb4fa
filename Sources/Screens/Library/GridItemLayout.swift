internal import Imaging
internal import Localization
internal import PhotoCatalog
internal import TerminalProtocols

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
