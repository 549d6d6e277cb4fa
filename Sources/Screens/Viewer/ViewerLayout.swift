internal import Imaging
internal import Localization
internal import PhotoCatalog
internal import PhotoPipeline
internal import TerminalProtocols

/// The layout of the viewer's pages.
struct ViewerLayout {
    let size: CellSize
    let strings: Strings

    /// Returns the page of a photo that is loading.
    ///
    /// With a thumbnail, the page shows the thumbnail at the photo's position, and the title in
    /// place of the bar. Otherwise the page shows only the title or name.
    func opening(
        _ photo: PhotoReference, _ known: Photo?, _ progress: PhotoProgress?
    ) -> ScreenView {
        guard let listed = known, let picture = preview(of: listed) else {
            return .waiting(named(known.map { strings.title(of: $0) }, photo, progress))
        }
        var page = TextPage(size: size)
        let foot = CellRect(row: size.rows - 1, column: 0, columns: size.columns, rows: 1)
        page.fill(foot, with: .selection)
        let news = strings.progress(progress).truncated(to: size.columns - 2)
        let room = size.columns - news.width - 2 - Self.titleGap
        page.put(
            strings.title(of: listed).truncated(to: room), row: size.rows - 1,
            column: PageMetrics.margin, style: .strong, on: .selection)
        page.put(
            news, row: size.rows - 1, column: size.columns - news.width - PageMetrics.margin,
            style: .faint, on: .selection)
        return .waiting(page, pictures: [picture])
    }

    private static let titleGap = 2

    private func named(
        _ title: SafeText?, _ photo: PhotoReference, _ progress: PhotoProgress?
    ) -> TextPage {
        var page = TextPage(size: size)
        let row = max(0, size.rows / 2 - 1)
        centre(title ?? strings.name(of: photo), row: row, style: .strong, on: &page)
        centre(strings.progress(progress), row: row + 1, style: .faint, on: &page)
        return page
    }

    /// Returns the list's thumbnail, as large as the photo will be; `nil` if there is no thumbnail
    /// or no room.
    private func preview(of photo: Photo) -> PagePicture? {
        let room = CellSize(columns: size.columns, rows: size.rows - 1)
        guard room.rows >= Self.leastPictureRows, room.columns > 0,
            let address = (photo.preview ?? photo.links.first)?.address
        else { return nil }
        return PagePicture(.file(address), at: .home, size: room, .width)
    }

    /// The minimum number of rows of a picture; a lower picture shows too little.
    private static let leastPictureRows = 4

    /// Returns the page of a photo that cannot be shown: the reason, and keys that help; `isFirst`
    /// is true if there is no previous screen.
    func failure(
        _ sentence: SafeText, of name: SafeText, _ position: ListPosition, isFirst: Bool
    ) -> TextPage {
        let others = strings.hint(
            \.otherPhotos, .screen(.nextPhoto), .screen(.previousPhoto),
            where: {
                $0 == .screen(.nextPhoto) ? position.index + 1 < position.count : position.index > 0
            })
        let hints = [strings.retryHint, others, strings.leavingHint(isFirst: isFirst)]
        let keys = hints.compactMap(\.self).fitting(columns: size.columns).text
        let stack = PageChrome.stack(
            title: [name], text: WordWrapper.wrap(sentence, columns: min(72, size.columns - 4)),
            rows: size.rows)
        let all: [(SafeText, TextPage.Style)] =
            stack.title.map { ($0, .strong) } + stack.text.map { ($0, .plain) }
            + [(keys, .faint)]
        let row = (size.rows - all.count) / 2
        var page = TextPage(size: size)
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
