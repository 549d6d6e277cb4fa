internal import Imaging
internal import PhotoPipeline
internal import Screens
internal import TerminalProtocols

/// The pictures of a photo on the screen, and of the one that it is compared with.
struct ComparedPictures {
    /// A picture, and what it is of.
    struct Part {
        var picture: PicturePlacement
        let view: PhotoView
    }

    private(set) var seen: Part
    /// `nil` if it is compared with none.
    let other: Part?
    let place: ComparedPhoto.Place

    /// `nil` if the view is for a screen of another size.
    init?(_ view: PhotoView, on look: TerminalLook) {
        guard let area = look.area else { return nil }
        guard let compared = view.compared else {
            guard area.size == view.viewport.screen else { return nil }
            place = .hidden
            other = nil
            seen = Part(picture: PicturePlacement(view, on: look), view: view)
            return
        }
        let behind = compared.view
        place = compared.place
        let room = place.isBeside ? area.pane?.size : area.size
        guard room == view.viewport.screen, room == behind.viewport.screen else { return nil }
        let isLeft = place == .right
        seen = Part(
            picture: PicturePlacement(
                view, in: ComparedCells(look, place, isLeft: isLeft),
                layer: place == .beneath ? 1 : 0), view: view)
        other = Part(
            picture: PicturePlacement(behind, in: ComparedCells(look, place, isLeft: !isLeft)),
            view: behind)
    }

    /// What a terminal that stores pictures shows, the lowest first.
    ///
    /// A covered photo stays where it is, if pictures can lie on each other: a flip to it takes the other
    /// one away, and a flip back sends one placement.
    func shown(on look: TerminalLook) -> [PicturePlacement] {
        guard let other, place.isBeside || place == .beneath && look.profile.picturesLieApart
        else { return [seen.picture] }
        return [other.picture, seen.picture]
    }

    /// The same with another picture of the photo that is seen.
    func showing(_ picture: PicturePlacement) -> ComparedPictures {
        var copy = self
        copy.seen.picture = picture
        return copy
    }

    /// What is drawn by a terminal that stores no pictures: one, or both side by side, the left one first.
    var drawn: [Part] {
        guard place.isBeside, let other else { return [seen] }
        return place == .right ? [seen, other] : [other, seen]
    }

    /// The other photo, if it is behind the one that is seen.
    var hidden: Part? { place.isBeside ? nil : other }

    var all: [Part] { [seen] + [other].compactMap(\.self) }

    /// What lies over the photo that is seen, where pictures are stacked.
    func overlays(on look: TerminalLook) -> [PicturePlacement] {
        place.isBeside ? [] : seen.view.overlayPlacements(on: look, above: seen.picture.layer)
    }

    /// What a picture is of, or lies over; `nil` if that is neither photo.
    func part(of id: PictureID) -> Part? { all.first { $0.picture.id.isOfPhoto(of: id) } }

    func part(of image: RenderedImage) -> Part? {
        image.request.upload.flatMap { part(of: $0.id) }
    }
}

/// The rectangle of one of two photos.
///
/// Side by side the left one's goes on to the right one's: what is between them is its background.
private struct ComparedCells {
    let cells: CellRect
    /// In picture elements.
    let size: PixelSize

    init(_ look: TerminalLook, _ place: ComparedPhoto.Place, isLeft: Bool) {
        let all = look.photoCells
        let area = look.area?.size ?? PixelSize(width: 1, height: 1)
        guard place.isBeside, let panes = look.area?.panes else {
            cells = all
            size = area
            return
        }
        let start = isLeft ? 0 : panes.secondColumn
        let columns = isLeft ? panes.secondColumn : all.size.columns - panes.secondColumn
        cells = CellRect(
            origin: CellPosition(row: all.origin.row, column: all.origin.column + start),
            size: CellSize(columns: columns, rows: all.size.rows))
        size = PixelSize(
            width: isLeft ? panes.secondX : panes.size.width, height: panes.size.height)
    }
}

extension PicturePlacement {
    fileprivate init(_ view: PhotoView, in room: ComparedCells, layer: Int = 0) {
        self.init(
            id: .photo(view.photo.reference, view.adjustments, part: view.photo.part),
            version: view.photo.size.width,
            window: .part(view.viewport.window, at: view.viewport.target), size: room.size,
            cells: room.cells, layer: layer)
    }
}
