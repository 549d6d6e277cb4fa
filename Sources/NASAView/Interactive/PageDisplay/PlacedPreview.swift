internal import Imaging
internal import PhotoPipeline
internal import Screens
internal import TerminalProtocols

/// A picture of a page as a terminal is told of it: what is asked for, and its cells.
struct PlacedPreview: Hashable {
    let request: PreviewRequest
    let area: CellRect

    /// Nil where there is no room.
    init?(_ picture: PagePicture, on look: PageLook) {
        let size = Self.size(picture, on: look)
        guard !size.isEmpty, picture.origin.row >= 0, picture.origin.column >= 0 else { return nil }
        request = PreviewRequest(
            picture.source, size: size, picture.fitting, style: look.pictures)
        area = CellRect(origin: picture.origin, size: picture.size)
    }

    private static func size(_ picture: PagePicture, on look: PageLook) -> PixelSize {
        let profile = look.profile
        switch profile.graphics {
        case .blocks: return look.glyphs.metrics.pixels(of: picture.size)
        case .kitty, .iTerm2: return profile.cell.pixels(of: picture.size)
        case .sixel: return sixelSize(picture, profile)
        }
    }

    /// Whole bands of six, which lie above the last line and within the terminal's limit.
    ///
    /// Anything lower scrolls the screen; konsole counts a height rounded up to a band
    /// (facts/terminals.md §4, rules 4 and 5).
    private static func sixelSize(_ picture: PagePicture, _ profile: TerminalProfile) -> PixelSize {
        let all = profile.cell.pixels(of: picture.size)
        let rows = profile.window.cells.rows - 1 - picture.origin.row
        let limit = profile.pictureLimit ?? all
        let height = min(all.height, profile.cell.down.pixels(of: rows), limit.height)
        return PixelSize(width: min(all.width, limit.width), height: height / 6 * 6)
    }
}
