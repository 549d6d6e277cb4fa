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
        LineParts.putHead(page.title, place: strings.position(page.place), on: &text)
    }

    private func foot(_ page: DetailPage, _ notice: Notice?, on text: inout TextPage) {
        let row = text.size.rows - 1
        guard row > 0 else { return }
        if let notice {
            return text.put(strings.text(of: notice), row: row, column: 1, style: notice.style)
        }
        let hidden = page.lines.count - page.firstLine - page.shape.textRows
        let more = hidden > 0 ? strings.detail.more(hidden) : ""
        LineParts.putFoot(
            hints: strings.detail.keys(strings), keepsLast: true, news: more, on: &text)
    }
}
