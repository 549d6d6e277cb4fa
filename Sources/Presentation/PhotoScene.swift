internal import Imaging
internal import PhotoPipeline
internal import Screens
internal import TerminalProtocols

/// The position of the photo on the screen, of the one compared with it, and of its overlays.
struct PhotoScene {
    /// A photo's placement, and the view it shows.
    struct Part {
        let picture: PicturePlacement
        let view: PhotoView
    }

    let seen: Part
    /// `nil` without a comparison.
    let other: Part?
    let place: ComparedPhoto.Position
    /// True if the terminal can stack pictures; otherwise overlays are drawn into the photo.
    let isStacked: Bool
    private let overlayCells: CellRect

    /// Creates the scene; `nil` if the view is for a screen of another size.
    init?(_ view: PhotoView, on context: RenderContext) {
        guard let area = context.area else { return nil }
        isStacked = context.profile.picturesLieApart
        overlayCells = context.photoCells
        guard let compared = view.compared else {
            guard area.size == view.viewport.screen else { return nil }
            place = .hidden
            other = nil
            seen = Part(picture: PicturePlacement(view, on: context), view: view)
            return
        }
        let behind = compared.view
        place = compared.place
        let room = place.isBeside ? area.pane?.size : area.size
        guard room == view.viewport.screen, room == behind.viewport.screen else { return nil }
        let isLeft = place == .right
        seen = Part(
            picture: PicturePlacement(
                view, in: ComparedCells(context, place, isLeft: isLeft),
                layer: place == .beneath ? 1 : 0), view: view)
        other = Part(
            picture: PicturePlacement(behind, in: ComparedCells(context, place, isLeft: !isLeft)),
            view: behind)
    }

    /// The drawn photos: one, or both side by side, the left one first.
    var drawn: [Part] {
        guard place.isBeside, let other else { return [seen] }
        return place == .right ? [seen, other] : [other, seen]
    }

    /// The photo hidden behind the visible one.
    var hidden: Part? { place.isBeside ? nil : other }

    var all: [Part] { [seen] + [other].compactMap(\.self) }

    /// Returns all placements of a terminal that stores pictures, the lowest first; `picture` is
    /// that of the visible photo.
    ///
    /// Where pictures can be stacked, a covered photo stays in place: a flip to it removes the
    /// other one, and a flip back sends one placement.
    func placements(showing picture: PicturePlacement) -> [PicturePlacement] {
        guard let other, place.isBeside || place == .beneath && isStacked
        else { return [picture] + overlays }
        return [other.picture, picture] + overlays
    }

    /// The overlays of the visible photo: each is sent once and then moved.
    ///
    /// A cell of text shows only one picture, and a terminal that keeps pictures in cells cannot
    /// remove one; these show the map only in the bar.
    var overlays: [PicturePlacement] {
        guard isStacked, !place.isBeside else { return [] }
        return seen.view.overlays.enumerated().compactMap {
            placement(of: $1, layer: seen.picture.layer + 1 + $0)
        }
    }

    private func placement(of overlay: PhotoOverlay, layer: Int) -> PicturePlacement? {
        let (view, place) = (seen.view, overlay.place)
        let area = place.intersection(PixelRect(view.viewport.screen))
        guard !area.isEmpty else { return nil }
        let part = PixelRect(
            x: area.minX - place.minX, y: area.minY - place.minY, width: area.size.width,
            height: area.size.height)
        return PicturePlacement(
            id: .overlay(
                view.photo.reference, view.adjustments, overlay.content,
                // Overlays of a playing animation are made from its first frame.
                page: PageVersion(
                    number: view.isPlaying ? 0 : view.photo.page, revision: view.photo.revision)),
            version: view.photo.size.width,
            window: .region(
                ScaledWindow(photo: place.size, scaled: place.size, window: part), at: area),
            size: view.viewport.screen, cells: overlayCells, layer: layer)
    }

    /// Returns the photo that a picture shows or lies over; `nil` if it is neither.
    func part(of id: PictureID) -> Part? { all.first { $0.picture.id.isOfPhoto(of: id) } }
}

/// The rectangle of one of two photos.
///
/// The left pane extends to the right one; the gap is part of its background.
private struct ComparedCells {
    let cells: CellRect
    /// In picture elements.
    let size: PixelSize

    init(_ context: RenderContext, _ place: ComparedPhoto.Position, isLeft: Bool) {
        let all = context.photoCells
        let area = context.area?.size ?? PixelSize(width: 1, height: 1)
        guard place.isBeside, let panes = context.area?.panes else {
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
            view, window: .region(view.viewport.window, at: view.viewport.target), size: room.size,
            cells: room.cells, layer: layer)
    }
}

extension PictureID {
    /// The content of an overlay; `nil` for others.
    var overlay: PhotoOverlay.Content? {
        if case .overlay(_, _, let content, _) = self { content } else { nil }
    }

    /// True if both show, or lie over, one photo with the same adjustments.
    func isOfPhoto(of other: PictureID) -> Bool {
        switch (self, other) {
        case (.photo(let photo, let adjustments, _), .photo(let otherPhoto, let others, _)),
            (.photo(let photo, let adjustments, _), .overlay(let otherPhoto, let others, _, _)):
            photo == otherPhoto && adjustments == others
        default: self == other
        }
    }
}
