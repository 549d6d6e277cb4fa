internal import Imaging
internal import PhotoCatalog
internal import PhotoPipeline
internal import TerminalProtocols

/// What stands where on the viewer's pages and in its status line.
enum ViewerLayout {
    /// What the photo is; or why there is no more of it, if that is the disk's fault.
    static func status(
        _ viewing: Viewing, of photo: PhotoReference, _ place: PhotoPlace, namesZoom: Bool
    ) -> StatusLine {
        let failure = viewing.sharpeningFailure
        let facts = StatusWording.facts(viewing, place, namesZoom: namesZoom)
        guard let failure, failure.isAboutRoom else {
            return StatusWording.line(viewing, facts: facts)
        }
        let sentence = FailureMessage.sentence(for: failure, of: photo)
        return StatusLine(title: sentence, leastTitle: sentence.width, facts: facts)
    }

    /// The name of a photo that is on its way; of one from a list its title, and its small picture.
    static func opening(
        _ photo: PhotoReference, _ known: Photo?, _ progress: PhotoProgress?, _ size: CellSize
    ) -> ScreenView {
        var page = TextPage(size: size)
        let picture = known.flatMap { small(of: $0, size) }
        let row = max(0, picture.map { $0.origin.row + $0.size.rows } ?? size.rows / 2 - 1)
        let name = known.map { PhotoWording.title(of: $0) } ?? StatusWording.name(of: photo)
        centre(name, row: row, style: .strong, on: &page)
        centre(StatusWording.progress(progress), row: row + 1, style: .faint, on: &page)
        return .waiting(page, pictures: picture.map { [$0] } ?? [])
    }

    /// The picture that the photo's page has, above two lines; `nil` if there is no room for it.
    private static func small(of photo: Photo, _ size: CellSize) -> PagePicture? {
        let room = CellSize(columns: size.columns - 2, rows: size.rows - 3)
        guard room.rows >= leastPictureRows, room.columns > 0,
            let address = (photo.preview ?? photo.links.first)?.address
        else { return nil }
        return PagePicture(
            .file(address), at: CellPosition(row: 0, column: 1), size: room, .whole)
    }

    /// Lower pictures show nothing.
    private static let leastPictureRows = 4

    static func failure(
        _ failure: PictureFailure, of photo: PhotoReference, keys: SafeText, _ size: CellSize
    ) -> TextPage {
        var page = TextPage(size: size)
        let lines = TextLines.wrap(
            FailureMessage.sentence(for: failure, of: photo), columns: min(72, size.columns - 4))
        let row = max(0, (size.rows - lines.count) / 2 - 1)
        centre(StatusWording.name(of: photo), row: row - 1, style: .strong, on: &page)
        for (offset, line) in lines.enumerated() {
            centre(line, row: row + 1 + offset, style: .plain, on: &page)
        }
        let keys = LineParts.hints(keys, columns: size.columns)
        centre(keys, row: row + lines.count + 2, style: .faint, on: &page)
        return page
    }

    static func tooSmall(_ size: CellSize) -> TextPage {
        var page = TextPage(size: size)
        page.put(StatusWording.tooSmall, row: 0)
        return page
    }

    private static func centre(
        _ text: SafeText, row: Int, style: TextPage.Style, on page: inout TextPage
    ) {
        let cut = text.truncated(to: page.size.columns)
        page.put(cut, row: row, column: (page.size.columns - cut.width) / 2, style: style)
    }
}
