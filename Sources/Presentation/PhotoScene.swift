internal import Imaging
internal import PhotoPipeline
internal import Screens
internal import TerminalProtocols

/// The screen positions of the visible photo, its overlays, and a compared photo.
///
/// A new scene is created when the view or the terminal changes; all frames until then share it.
final class PhotoScene: Sendable {
    /// A photo's placement, and the view that the placement shows.
    struct Part {
        let picture: PicturePlacement
        let view: PhotoView
    }

    let context: RenderContext
    let seen: Part
    /// The other photo of a comparison, beside or behind `seen`; `nil` if no photos are compared.
    let other: Part?
    /// The photo that is likely to be viewed next; `nil` if there is no such photo.
    let next: Part?
    let position: ComparedPhoto.Position

    /// Creates the scene; `nil` if there is no area for pictures, or if the view is for a screen of
    /// another size.
    init?(_ view: PhotoView, on context: RenderContext) {
        let (compared, offset) = (view.compared?.view, view.compared?.position ?? .hidden)
        guard let area = context.area, let room = offset.isBeside ? area.pane?.size : area.size,
            [view, compared ?? view].allSatisfy({ $0.viewport.screen == room })
        else { return nil }
        self.context = context
        self.position = offset
        let isLeft = offset == .right
        let isLineFree = (compared == nil || offset == .ahead) && view.bar.isHidden
        seen = Part(
            view, in: Room(area, context.photoCells, offset, isLeft: isLeft),
            spareLine: isLineFree ? area.lastLine : 0, layer: offset == .beneath ? 1 : 0)
        let part = compared.map {
            Part($0, in: Room(area, context.photoCells, offset, isLeft: !isLeft))
        }
        other = offset == .ahead ? nil : part
        next = offset.isBeside ? nil : part
    }

    /// Returns true if this is the scene of a view on a terminal.
    func shows(_ view: PhotoView, on context: RenderContext) -> Bool {
        self.context === context && seen.view == view
    }

    /// The drawn photos: one, or both side by side, the left one first.
    var drawn: [Part] {
        guard position.isBeside, let other else { return [seen] }
        return position == .right ? [seen, other] : [other, seen]
    }

    var all: [Part] { [seen] + [other].compactMap(\.self) }

    /// Returns the photo to which a picture belongs; `nil` if the scene does not contain that
    /// photo.
    func part(of id: PictureID) -> Part? {
        all.first { $0.view.content.isPage(of: id.photo) }
    }
}

/// A method of displaying photos: each frame is drawn, or stored in the terminal and placed.
protocol PictureOutput {
    /// Sends the next step towards a scene, from the pictures rendered for it, and requests the
    /// next frame.
    mutating func show(_ scene: PhotoScene, on display: inout Display)

    /// Returns the displayed page of a file; `nil` if no page is displayed.
    func page(of subject: ImageSubject, on display: Display) -> Int?

    /// Returns true if a frame that is still being sent on a slow line may be interrupted in favour
    /// of a view.
    func isOvertaken(by view: ScreenView, waiting: Int, on display: Display) -> Bool

    /// The time by which a waiting page is delayed so that the photo can appear first.
    var headStart: Clock.Milliseconds { get }

    /// True if a rendered frame remains useful when everything is redrawn, because the terminal
    /// will store it.
    var storesFrames: Bool { get }

    /// Forgets the displayed photo, because something else replaces it.
    mutating func forget()
}

/// The rectangle of a photo: the entire area, or one of two panes.
///
/// The left pane extends to the right pane, so the background of the left pane fills the gap.
private struct Room {
    let cells: CellRect
    /// The size in picture elements.
    let size: PixelSize

    init(_ area: PictureArea, _ all: CellRect, _ position: ComparedPhoto.Position, isLeft: Bool) {
        guard position.isBeside, let panes = area.panes else {
            (cells, size) = (all, area.size)
            return
        }
        let start = isLeft ? 0 : panes.secondColumn
        cells = CellRect(
            row: all.origin.row, column: all.origin.column + start,
            columns: isLeft ? panes.secondColumn : all.size.columns - start, rows: all.size.rows)
        size = PixelSize(
            width: isLeft ? panes.secondX : panes.size.width, height: panes.size.height)
    }
}

extension PhotoScene.Part {
    /// Places a photo in a rectangle, and in up to `spareLine` rows of pixels below it.
    ///
    /// The view does not move when the bar appears or disappears: only the area that the bar covers
    /// changes.
    fileprivate init(_ view: PhotoView, in room: Room, spareLine: Int = 0, layer: Int = 0) {
        let (seen, target) = (view.viewport.window, view.viewport.target)
        let isAtFoot = target.maxY == view.viewport.screen.height
        let more = isAtFoot ? min(spareLine, seen.scaled.height - seen.window.maxY) : 0
        let window = ScaledWindow(
            photo: seen.photo, scaled: seen.scaled, window: seen.window.extended(by: more))
        picture = PicturePlacement(
            id: .photo(view.content), version: view.photo.size.width,
            window: .region(window, at: target.extended(by: more)),
            size: PixelSize(width: room.size.width, height: room.size.height + more),
            cells: CellRect(
                row: room.cells.origin.row, column: room.cells.origin.column,
                columns: room.cells.size.columns, rows: room.cells.size.rows + (more > 0 ? 1 : 0)),
            layer: layer)
        self.view = view
    }
}

extension PixelRect {
    /// Returns the rectangle with more rows below.
    fileprivate func extended(by rows: Int) -> PixelRect {
        PixelRect(x: minX, y: minY, width: size.width, height: size.height + rows)
    }
}
