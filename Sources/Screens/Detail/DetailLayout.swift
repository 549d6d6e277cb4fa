internal import Imaging
internal import PhotoPipeline
internal import TerminalProtocols

/// What stands where on a photo's page.
enum DetailLayout {
    static func view(_ page: DetailPage, notice: Notice?) -> ScreenView {
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

    private static func head(_ page: DetailPage, on text: inout TextPage) {
        LineParts.putHead(page.title, place: BrowserWording.position(page.place), on: &text)
    }

    private static func foot(_ page: DetailPage, _ notice: Notice?, on text: inout TextPage) {
        let row = text.size.rows - 1
        guard row > 0 else { return }
        if let notice {
            return text.put(notice.text, row: row, column: 1, style: notice.style)
        }
        let hidden = page.lines.count - page.firstLine - page.shape.textRows
        let more = hidden > 0 ? DetailWording.more(lines: hidden) : ""
        LineParts.putFoot(hints: DetailWording.keys, keepsLast: true, news: more, on: &text)
    }
}
