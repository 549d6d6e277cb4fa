internal import Imaging
internal import Localization
package import PhotoPipeline
internal import Screens
package import TerminalProtocols

/// The identity of a picture in the terminal, which stores regions of a photo but whole thumbnails.
enum PictureID: Hashable, Sendable {
    case photo(PhotoReference, ImageAdjustments, page: PageVersion)
    /// An overlay of a photo, which may be a small copy of the visible one.
    case overlay(PhotoReference, ImageAdjustments, PhotoOverlay.Content, page: PageVersion)
    case thumbnail(ImageRequest)

    var adjustments: ImageAdjustments {
        switch self {
        case .photo(_, let adjustments, _), .overlay(_, let adjustments, _, _): adjustments
        case .thumbnail(let request): request.adjustments
        }
    }

    /// The number of its page, and the content of its file.
    var page: PageVersion {
        switch self {
        case .photo(_, _, let page), .overlay(_, _, _, let page): page
        case .thumbnail: PageVersion(number: 0, revision: 0)
        }
    }
}

/// A page of a file, and which of its contents the file has.
struct PageVersion: Hashable, Sendable {
    let number: Int
    let revision: Int
}

extension PhotoVersion {
    var pageVersion: PageVersion { PageVersion(number: page, revision: revision) }
}

extension ImageRequest {
    fileprivate var pageVersion: PageVersion { PageVersion(number: page, revision: revision) }
}

typealias PicturePlacement = Placement<PictureID>
typealias PictureDriver = GraphicsDriver<PictureID>

/// The context of rendering besides the view: the terminal and the user's options.
package struct RenderContext {
    package let profile: TerminalProfile
    package let glyphs: BlockGlyphs
    /// True if the terminal answers queries.
    package let isAnswering: Bool
    /// The assumed speed of a terminal that does not acknowledge frames; `nil` if it does.
    let assumedBytesPerSecond: Int?
    let options: ImageOptions
    package let colours: TextColours
    /// The terminal's treatment of right-to-left text; `nil` if the language has none.
    private let bidi: BidiSupport?
    /// True if the terminal shows braille.
    private let hasBraille: Bool
    /// The area for a photo; `nil` if there is no room for one.
    package let area: PictureArea?
    /// The cells of that area: all that a photo touches, and those it covers completely.
    package let photoCells: CellRect
    let coveredCells: CellRect

    package init(
        _ profile: TerminalProfile, glyphs: BlockGlyphs, isColourless: Bool,
        isAnswering: Bool = false, assumedBytesPerSecond: Int? = nil,
        readsFromRight: Bool = false, isUnicode: Bool = true
    ) {
        self.profile = profile
        hasBraille = isUnicode && profile.terminal.hasBraille
        bidi = readsFromRight ? profile.terminal.bidi : nil
        self.glyphs = glyphs
        self.isAnswering = isAnswering
        self.assumedBytesPerSecond = assumedBytesPerSecond
        options = ImageOptions(profile, glyphs: glyphs)
        colours = TextColours(profile, isColourless: isColourless)
        let area = PictureArea(profile, glyphs: glyphs)
        self.area = area
        let metrics = profile.metrics(glyphs)
        let origin = area?.origin ?? CellPosition(row: 0, column: 0)
        let size = area?.size ?? PixelSize(width: 0, height: 0)
        photoCells = CellRect(origin: origin, size: metrics.cells(covering: size))
        coveredCells = CellRect(origin: origin, size: metrics.cells(within: size))
    }

    /// Returns the page in the order and characters that this terminal needs.
    func ordered(_ page: TextPage) -> TextPage {
        let page = hasBraille ? page : page.withoutBraille
        return bidi.map { page.ordered(for: $0) } ?? page
    }
    func ordered(_ text: SafeText) -> SafeText {
        let text = hasBraille ? text : text.withoutBraille
        return bidi.map { text.ordered(for: $0) } ?? text
    }

    /// Returns the thumbnails of a page; those beyond the terminal's limit of pictures are blocks.
    func placements(of pictures: [PagePicture]) -> [PicturePlacement] {
        let all = pictures.compactMap { placement(of: $0) }
        guard profile.graphics == .sixel, let limit = profile.terminal.pictureCountLimit else {
            return all
        }
        return Array(all.prefix(limit))
            + all.dropFirst(limit).map { $0.asBlocks(cell: profile.cell) }
    }

    /// Returns the placement of a thumbnail; `nil` if there is no room for it.
    func placement(of picture: PagePicture) -> PicturePlacement? {
        guard picture.origin.row >= 0, picture.origin.column >= 0 else { return nil }
        let cells = CellRect(origin: picture.origin, size: picture.size)
        let size = profile.pictureSize(in: cells, glyphs)
        guard !size.isEmpty else { return nil }
        let request = ImageRequest(
            picture.source, window: .fitted(fitting(of: picture)), size: size, options: options)
        return Placement(id: .thumbnail(request), window: request.window, size: size, cells: cells)
    }

    /// Returns a photo's position in its cells, and the border that is part of the picture: none
    /// where the text background shows, so that a selection moves no picture.
    private func fitting(of picture: PagePicture) -> ImageFitting {
        let colour: RGBColour? =
            switch picture.mat {
            case .none: nil
            case .gutter: profile.placeholders == nil ? nil : options.background
            case .frame: profile.picturesLieApart ? nil : frameColour
            }
        return picture.mat == .none
            ? picture.fitting : .matted(PictureMat(size: matSize, colour: colour))
    }

    /// The border of a tile: a third of a cell's width on each side, so that it grows with the
    /// font.
    ///
    /// Neighbours have two borders between them, 6 pixels if a cell has 9: less is not visible as a
    /// line, more looks like a table.
    private var matSize: PixelSize {
        let side = max(2, (profile.cell.across.pixels(of: 1) + 1) / 3)
        guard profile.graphics.isText else { return PixelSize(width: side, height: side) }
        let (cell, elements) = (profile.cell, glyphs.elements)
        return PixelSize(
            width: max(1, cell.across.elements(in: side, of: elements.width)),
            height: max(1, cell.down.elements(in: side, of: elements.height)))
    }

    /// The accent colour; without colours, the colour with the most contrast to the background.
    private var frameColour: RGBColour {
        let contrast: RGBColour =
            options.background.contrast(to: .white) > options.background.contrast(to: .black)
            ? .white : .black
        return colours.accent.map { RGBColour(numberInTable: $0) } ?? contrast
    }

    /// Returns the page with the backgrounds of its tiles: a frame where that is text, and a quiet
    /// block for each photo that is not `shown`.
    func grounded(
        _ page: TextPage, under pictures: [PagePicture], shown: Set<CellRect>
    ) -> TextPage {
        var page = page
        for tile in pictures where tile.mat != .none {
            let isShown = shown.contains(tile.cells)
            if tile.mat == .frame, !isShown || profile.picturesLieApart {
                page.fill(tile.cells, with: .accent)
            }
            if !isShown { putBlock(in: tile.cells, on: &page) }
        }
        return page
    }

    /// Draws the placeholder of a missing photo: a block, or a dot without background colours.
    private func putBlock(in cells: CellRect, on page: inout TextPage) {
        page.fill(cells.block, with: .selection)
        guard colours.selection == nil else { return }
        page.put(
            "·", row: cells.origin.row + (cells.size.rows - 1) / 2,
            column: cells.origin.column + cells.size.columns / 2, style: .faint)
    }
}

extension CellRect {
    /// The placeholder's cells in a tile: a cell smaller on each side.
    fileprivate var block: CellRect {
        let (down, across) = (size.rows > 2 ? 1 : 0, size.columns > 2 ? 1 : 0)
        return CellRect(
            origin: CellPosition(row: origin.row + down, column: origin.column + across),
            size: CellSize(columns: size.columns - 2 * across, rows: size.rows - 2 * down))
    }
}

extension PicturePlacement {
    /// Places a photo in its area; without the bar also in the line below it, if pictures may fill
    /// that.
    ///
    /// The view does not move when the bar appears or disappears: only what the bar covers changes.
    init(_ photo: PhotoView, on context: RenderContext) {
        let view = photo.viewport
        let (seen, target) = (view.window, view.target)
        let isFree = photo.bar.isHidden && target.maxY == view.screen.height
        let free = isFree ? context.area?.lastLine ?? 0 : 0
        let more = min(free, seen.scaled.height - seen.window.maxY)
        let area = PixelSize(width: view.screen.width, height: view.screen.height + more)
        let cells = context.photoCells
        self.init(
            photo,
            window: .region(
                ScaledWindow(
                    photo: seen.photo, scaled: seen.scaled, window: seen.window.extended(by: more)),
                at: target.extended(by: more)),
            size: area,
            cells: CellRect(
                origin: cells.origin,
                size: CellSize(
                    columns: cells.size.columns, rows: cells.size.rows + (more > 0 ? 1 : 0))))
    }

    /// Places a window of a photo in some cells; `size` is theirs in picture elements.
    init(
        _ photo: PhotoView, window: ImageWindow, size: PixelSize, cells: CellRect, layer: Int = 0
    ) {
        self.init(
            id: .photo(photo.photo.reference, photo.adjustments, page: photo.photo.pageVersion),
            version: photo.photo.size.width, window: window, size: size, cells: cells, layer: layer)
    }

    /// Returns the same thumbnail in block characters.
    fileprivate func asBlocks(cell: CellMetrics) -> PicturePlacement {
        guard let request = thumbnail?.asBlocks(cell: cell) else { return self }
        return Placement(
            id: .thumbnail(request), window: request.window, size: request.size, cells: cells)
    }

    /// The request of a thumbnail.
    var thumbnail: ImageRequest? {
        if case .thumbnail(let request) = id { return request }
        return nil
    }

    /// Returns the same some rows higher; `nil` if that is not completely within `rows`.
    func moved(up count: Int, within rows: Range<Int>) -> PicturePlacement? {
        let row = cells.origin.row - count
        guard row >= rows.lowerBound, row + cells.size.rows <= rows.upperBound else { return nil }
        var copy = self
        copy.cells = CellRect(
            origin: CellPosition(row: row, column: cells.origin.column), size: cells.size)
        return copy
    }

    /// True if it shows the same photo in the same cells as another, but differently.
    func succeeds(_ other: PicturePlacement) -> Bool {
        self != other && cells == other.cells && subject == other.subject
    }

    var subject: ImageSubject {
        switch id {
        case .photo(let photo, _, _), .overlay(let photo, _, _, _): .photo(photo)
        case .thumbnail(let request): request.subject
        }
    }
}

extension PlacedImage<PictureID> {
    /// Places a rendered picture of a photo, which may differ from the region or frame visible now.
    init(_ image: RenderedImage, at picture: PicturePlacement) {
        self.init(
            image.image,
            at: Placement(
                id: image.request.upload?.id ?? picture.id,
                version: image.request.version?.width ?? 0, window: image.request.window,
                size: image.request.size, cells: picture.cells), isPreview: image.isPreview)
    }
}

extension PixelRect {
    /// Returns the same with more rows below.
    fileprivate func extended(by rows: Int) -> PixelRect {
        PixelRect(
            origin: PixelPoint(x: minX, y: minY),
            size: PixelSize(width: size.width, height: size.height + rows))
    }
}

extension ImageRequest {
    /// The viewed photo; `nil` for a thumbnail.
    package var viewedPhoto: PhotoReference? {
        guard case .photo(let photo) = subject, case .region = window else { return nil }
        return photo
    }

    /// The upload that a terminal that stores pictures needs for it.
    var upload: PictureDriver.Upload? {
        guard let photo = viewedPhoto, case .region(let region, let target) = window else {
            return nil
        }
        return PictureDriver.Upload(
            id: overlay.map { .overlay(photo, adjustments, $0, page: pageVersion) }
                ?? .photo(photo, adjustments, page: pageVersion),
            version: version?.width ?? 0, region: region,
            in: PictureFrame(size: size, target: target))
    }

    /// Creates the request for a missing upload of a photo.
    init(
        _ upload: PictureDriver.Upload, of photo: PhotoVersion, options: ImageOptions,
        previews: Previews
    ) {
        self.init(
            .photo(photo.reference), version: photo.size, adjustments: upload.id.adjustments,
            window: .region(upload.region, at: upload.frame.target), size: upload.frame.size,
            options: options, previews: previews)
        overlay = upload.id.overlay
        (page, revision) = (upload.id.page.number, upload.id.page.revision)
    }

    /// True if both are views of one photo on one terminal.
    func isSamePlace(as other: ImageRequest) -> Bool {
        guard subject == other.subject, revision == other.revision else { return false }
        // A frame started before a resize would be drawn beyond the screen's edge.
        let least = min(options.registers, other.options.registers)
        if options.limited(toRegisters: least) == other.options.limited(toRegisters: least) {
            return size == other.size
        }
        return options.graphics.isText || other.options.graphics.isText
    }

    /// True if it is the same picture in final quality, or both are moving frames: nothing must be
    /// drawn again.
    func isFiner(than other: ImageRequest) -> Bool {
        isSamePlace(as: other) && version == other.version && window.region == other.window.region
            && page == other.page && adjustments == other.adjustments
            && overlays == other.overlays
            && (quality == .atRest && options.registers >= other.options.registers
                || quality == .moving && other.quality == .moving && options == other.options)
    }

    /// The quality of a moving frame of pixels; `nil` for others.
    var qualityOfMoving: MovingQuality? {
        quality == .moving && !options.graphics.isText ? movingQuality : nil
    }

    /// True if a view shows exactly this region of a photo.
    func isWanted(by view: ScreenView) -> Bool {
        guard quality == .atRest, case .photo(let view) = view else { return true }
        return subject == .photo(view.photo.reference) && page == view.photo.page
            && adjustments == view.adjustments && window.region == view.viewport.window
    }
}

extension ImageWindow {
    fileprivate var region: ScaledWindow? {
        if case .region(let region, _) = self { return region }
        return nil
    }
}
