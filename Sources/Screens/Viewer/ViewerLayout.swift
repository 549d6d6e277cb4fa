internal import Imaging
internal import Localization
internal import PhotoCatalog
internal import PhotoPipeline
internal import TerminalProtocols

/// What stands where on the viewer's pages and in its status line.
struct ViewerLayout {
    let size: CellSize
    let strings: Strings

    /// What the photo is; or why there is no more of it, if that is the disk's fault.
    func status(
        _ viewing: ViewerState, of photo: PhotoReference, _ place: ListPosition, namesZoom: Bool
    ) -> StatusLine {
        let failure = viewing.sharpeningFailure
        let facts = strings.facts(viewing, place, namesZoom: namesZoom)
        guard let failure, failure.isAboutRoom else {
            return strings.line(viewing, of: photo, facts: facts)
        }
        let sentence = strings.sentence(for: failure, of: photo)
        return StatusLine(title: sentence, leastTitle: sentence.width, facts: facts)
    }

    /// The name of a photo that is on its way; of one from a list its title, and its small picture.
    func opening(
        _ photo: PhotoReference, _ known: Photo?, _ progress: PhotoProgress?
    ) -> ScreenView {
        var page = TextPage(size: size)
        let picture = known.flatMap { small(of: $0) }
        let row = max(0, picture.map { $0.origin.row + $0.size.rows } ?? size.rows / 2 - 1)
        let name = known.map { strings.title(of: $0) } ?? strings.name(of: photo)
        centre(name, row: row, style: .strong, on: &page)
        centre(strings.progress(progress), row: row + 1, style: .faint, on: &page)
        return .waiting(page, pictures: picture.map { [$0] } ?? [])
    }

    /// The picture that the photo's page has, above two lines; `nil` if there is no room for it.
    private func small(of photo: Photo) -> PagePicture? {
        let room = CellSize(columns: size.columns - 2, rows: size.rows - 3)
        guard room.rows >= Self.leastPictureRows, room.columns > 0,
            let address = (photo.preview ?? photo.links.first)?.address
        else { return nil }
        return PagePicture(
            .file(address), at: CellPosition(row: 0, column: 1), size: room, .whole)
    }

    /// Lower pictures show nothing.
    private static let leastPictureRows = 4

    func failure(_ sentence: SafeText, of name: SafeText, keys: SafeText) -> TextPage {
        var page = TextPage(size: size)
        let lines = WordWrapper.wrap(sentence, columns: min(72, size.columns - 4))
        let keys = LineParts.hints(keys, columns: size.columns)
        let stack = LineParts.stack(title: [name], text: lines, keys: keys, rows: size.rows)
        let all: [(SafeText, TextPage.Style)] =
            stack.title.map { ($0, .strong) } + stack.text.map { ($0, .plain) }
            + stack.keys.map { ($0, .faint) }
        let row = (size.rows - all.count) / 2
        for (offset, line) in all.enumerated() {
            centre(line.0, row: row + offset, style: line.1, on: &page)
        }
        return page
    }

    var tooSmall: TextPage {
        var page = TextPage(size: size)
        page.put(strings.status.tooSmall, row: 0)
        return page
    }

    private func centre(
        _ text: SafeText, row: Int, style: TextPage.Style, on page: inout TextPage
    ) {
        let cut = text.truncated(to: page.size.columns)
        page.put(cut, row: row, column: (page.size.columns - cut.width) / 2, style: style)
    }
}
