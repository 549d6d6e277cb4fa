internal import Imaging
internal import PhotoPipeline
internal import TerminalProtocols

/// What stands where on the viewer's pages and in its status line.
enum ViewerLayout {
    /// Who and what where lines begin, where and how large at the end: the end is never cut off.
    static func status(
        _ viewing: Viewing, of photo: PhotoReference, _ place: PhotoPlace, columns: Int
    ) -> SafeText {
        let right = SafeText(" ") + facts(viewing, place) + " "
        let room = columns - right.width
        guard room > 0 else { return right.truncated(to: columns) }
        let about = about(viewing, of: photo, columns: room - 1)
        switch ReadingDirection.current {
        case .leftToRight: return (SafeText(" ") + about).padded(to: room) + right
        case .rightToLeft:
            return right + SafeText("").padded(to: room - about.width - 1) + about + " "
        }
    }

    /// What the photo is; or why there is no more of it, where that is the disk's fault.
    private static func about(
        _ viewing: Viewing, of photo: PhotoReference, columns: Int
    ) -> SafeText {
        guard let failure = viewing.sharpeningFailure, failure.isAboutRoom else {
            return StatusWording.about(viewing.opened, viewing.sharpening, columns: columns)
        }
        return FailureMessage.sentence(for: failure, of: photo).truncated(to: columns)
    }

    private static func facts(_ viewing: Viewing, _ place: PhotoPlace) -> SafeText {
        // What is said about room on the left needs all the room there is.
        let failure = viewing.sharpeningFailure.flatMap { $0.isAboutRoom ? nil : $0 }
        return StatusWording.facts(viewing.viewport, place, failed: failure)
    }

    static func opening(
        _ photo: PhotoReference, _ progress: PhotoProgress?, _ size: CellSize
    ) -> TextPage {
        var page = TextPage(size: size)
        let row = max(0, size.rows / 2 - 1)
        centre(StatusWording.name(of: photo), row: row, style: .strong, on: &page)
        centre(StatusWording.progress(progress), row: row + 1, style: .faint, on: &page)
        return page
    }

    static func failure(
        _ failure: PictureFailure, of photo: PhotoReference, _ place: PhotoPlace, _ size: CellSize
    ) -> TextPage {
        var page = TextPage(size: size)
        let lines = TextLines.wrap(
            FailureMessage.sentence(for: failure, of: photo), columns: min(72, size.columns - 4))
        let row = max(0, (size.rows - lines.count) / 2 - 1)
        centre(StatusWording.name(of: photo), row: row - 1, style: .strong, on: &page)
        for (offset, line) in lines.enumerated() {
            centre(line, row: row + 1 + offset, style: .plain, on: &page)
        }
        let keys = StatusWording.failureKeys(place)
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
