internal import Imaging
internal import Screens
internal import TerminalProtocols

/// Decides which picture moves, of those that the terminal has: a tile that is opened, a photo back to
/// its tile, or from one zoom to another.
struct PictureMovements {
    /// A change of scale that is seen as a jump: a zoom step is 1.19.
    private static let leastScale = 1.15
    /// A key that is held down changes the scale more often than that: nothing moves between.
    private static let leastPause = 250
    /// A line that takes longer for ten steps is slow.
    private static let slowLine = (bytes: 1000, milliseconds: 20)

    private let use: MotionUse
    /// What is on its way.
    var current: PictureMotion?
    /// The view of the photo that was placed last.
    var placed: PicturePlacement?
    /// The small picture of the photo that was opened last.
    var preview: PagePicture?
    /// When the scale of the photo changed last.
    private var scaledAt = Int.min / 2

    init(use: MotionUse) { self.use = use }

    /// From the tile of the photo that is opened, on a displayed page, to where the photo will be.
    func wayToPhoto(
        from page: ComposedPage, by driver: PictureDriver, on look: TerminalLook,
        _ flow: FlowControl
    ) -> PictureMotion? {
        guard mayMove(by: driver, on: look, flow), page.overlay == nil, let area = look.area,
            let tile = preview.flatMap({ page.picture(of: $0.source) }),
            tile.window != .fitted(.width),
            let (part, target) = driver.part(in: tile)
        else { return nil }
        let view = Viewport(photo: part.photo, screen: area.size)
        let cell = look.profile.cell
        return PictureMotion(
            picture: PictureMotion.Picture(
                id: tile.id, photo: part.photo, version: tile.version, layer: 1),
            from: PicturePlace(part, at: target, in: tile.cells, cell),
            to: PicturePlace(view.window, at: view.target, in: look.photoCells, cell),
            startedAt: flow.now)
    }

    /// From the displayed photo to its tile on a page that is about to be shown.
    func wayBack(
        to pictures: [PagePicture], by driver: PictureDriver, on look: TerminalLook,
        _ flow: FlowControl
    ) -> PictureMotion? {
        guard mayMove(by: driver, on: look, flow), let placed,
            case .part(let window, _) = placed.window,
            let picture = pictures.first(where: { $0.source == preview?.source }),
            let tile = look.placement(of: picture),
            let (part, target) = driver.part(in: tile)
        else { return nil }
        let cell = look.profile.cell
        return PicturePlace(placed, cell).map { from in
            PictureMotion(
                picture: PictureMotion.Picture(
                    id: placed.id, photo: window.photo, version: placed.version, layer: 1),
                from: from, to: PicturePlace(part, at: target, in: tile.cells, cell),
                startedAt: flow.now)
        }
    }

    /// From one scale of the displayed photo to another.
    mutating func zooming(
        to picture: PicturePlacement, by driver: PictureDriver, on look: TerminalLook,
        _ flow: FlowControl
    ) -> PictureMotion? {
        let cell = look.profile.cell
        guard mayMove(by: driver, on: look, flow), let placed, placed.id == picture.id,
            placed.version == picture.version, case .part(let window, _) = picture.window,
            let from = PicturePlace(placed, cell), let to = PicturePlace(picture, cell),
            max(from.scale(of: to), to.scale(of: from)) >= Self.leastScale
        else { return nil }
        defer { scaledAt = flow.now }
        guard flow.now - scaledAt >= Self.leastPause else { return nil }
        return PictureMotion(
            picture: PictureMotion.Picture(
                id: picture.id, photo: window.photo, version: picture.version, layer: 0),
            // The bar, if it is coming back, is not covered meanwhile.
            from: from.seen(within: to), to: to, startedAt: flow.now)
    }

    private func mayMove(
        by driver: PictureDriver, on look: TerminalLook, _ flow: FlowControl
    ) -> Bool {
        guard use != .off, driver.keepsPictures, look.profile.picturesLieApart, look.isAnswering
        else { return false }
        let time = flow.line.milliseconds(for: Self.slowLine.bytes) ?? 0
        return use == .on
            || look.profile.passthrough == nil && time <= Self.slowLine.milliseconds
    }
}

extension Display {
    /// The way of a tile of the displayed page to the photo that is opened.
    func wayToPhoto(on look: TerminalLook) -> PictureMotion? {
        guard case .page = content else { return nil }
        return movements.wayToPhoto(from: page, by: driver, on: look, flow)
    }

    /// The way of the displayed photo to its tile on a page.
    func wayBack(to pictures: [PagePicture], on look: TerminalLook) -> PictureMotion? {
        guard case .photo = content else { return nil }
        return movements.wayBack(to: pictures, by: driver, on: look, flow)
    }
}
