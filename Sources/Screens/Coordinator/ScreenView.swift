package import Imaging
package import PhotoPipeline
package import TerminalProtocols

/// The content of the screen.
package enum ScreenView: Hashable, Sendable {
    case photo(PhotoView)
    /// A page of text with pictures, each of which covers text once it has arrived.
    case page(TextPage, pictures: [PagePicture] = [])
    /// A page that is shown only after a noticeable delay.
    case waiting(TextPage, pictures: [PagePicture] = [])

    /// Returns the view for display, mirrored if lines begin on the right.
    ///
    /// Pictures beyond the page's edge are removed, because they would scroll the page. A photo is
    /// not mirrored; its status line is already in the right direction.
    func laidOut(isMirrored: Bool) -> ScreenView {
        let fitting = { (pictures: [PagePicture], page: TextPage) in
            pictures.filter { $0.isAhead || $0.fits(in: page.size) }
                .map { isMirrored ? $0.mirrored(in: page.size) : $0 }
        }
        return switch self {
        case .photo: self
        case .page(let page, let pictures):
            .page(isMirrored ? page.mirrored : page, pictures: fitting(pictures, page))
        case .waiting(let page, let pictures):
            .waiting(isMirrored ? page.mirrored : page, pictures: fitting(pictures, page))
        }
    }
}

/// A photo on the whole screen, with the bar at the bottom and the overlays.
package struct PhotoView: Hashable, Sendable {
    package var photo: PhotoVersion
    /// True if an animation is playing, so that the next frame follows without a key.
    package var isPlaying = false
    /// The visible region, in pixels of the photo after its rotation.
    package let viewport: Viewport
    package var bar: PhotoBar
    package var adjustments = ImageAdjustments.none
    /// The overlays, from the lowest to the highest.
    package var overlays: [PhotoOverlay] = []
    /// The photo compared with this one, or likely to be viewed next; `nil` if there is none.
    package var compared: ComparedPhoto?

    package init(_ photo: PhotoVersion, _ viewport: Viewport, bar: PhotoBar) {
        self.photo = photo
        self.viewport = viewport
        self.bar = bar
    }
}

/// A photo that is compared with the visible one, or is likely to be viewed next.
package struct ComparedPhoto: Hashable, Sendable {
    package enum Position: Hashable, Sendable {
        /// Hidden until it is shown next; its picture is made in advance.
        case hidden
        /// Not compared, but likely to be viewed next.
        ///
        /// Its picture is made in advance, except for terminals that store pictures.
        case ahead
        /// Like `hidden`, but completely covered by the visible photo; a terminal that stores
        /// pictures may place this photo below.
        case beneath
        /// Beside the visible photo.
        case left, right

        package var isBeside: Bool { self == .left || self == .right }
    }

    private let photo: PhotoVersion
    private let viewport: Viewport
    private let adjustments: ImageAdjustments
    private let overlays: [PhotoOverlay]
    package let position: Position

    init(_ view: PhotoView, at position: Position) {
        photo = view.photo
        viewport = view.viewport
        adjustments = view.adjustments
        overlays = view.overlays
        self.position = position
    }

    /// The view of this photo alone, without a bar.
    package var view: PhotoView {
        var view = PhotoView(photo, viewport, bar: .hidden)
        view.adjustments = adjustments
        view.overlays = overlays
        return view
    }
}

/// A small picture on a page of text.
package struct PagePicture: Hashable, Sendable {
    package typealias Source = ImageSubject
    package typealias Fitting = ImageFitting

    /// The border, a few pixels wide, of a photo that fills its cells.
    ///
    /// A neutral block is shown until the photo arrives.
    package enum Mat: Hashable, Sendable {
        case none
        /// The gap between the photo and its neighbours.
        case gutter
        /// The frame of the selected photo.
        case frame
    }

    package let source: Source
    package let origin: CellPosition
    package let size: CellSize
    package let fitting: Fitting
    package let mat: Mat
    /// True if the picture is likely to become visible next, and is made in advance.
    package let isAhead: Bool

    package var cells: CellRect { CellRect(origin: origin, size: size) }

    package init(
        _ source: Source, at origin: CellPosition, size: CellSize, _ fitting: Fitting,
        mat: Mat = .none, isAhead: Bool = false
    ) {
        self.source = source
        self.origin = origin
        self.size = size
        self.fitting = fitting
        self.mat = mat
        self.isAhead = isAhead
    }

    /// Creates a photo's thumbnail, and draws a mark that the thumbnail later covers.
    ///
    /// - Returns: `nil` if the photo has no thumbnail; the mark stays.
    init?(
        preview source: Source?, at origin: CellPosition, _ size: CellSize, on page: inout TextPage
    ) {
        let mark: SafeText = "·"
        page.put(
            mark, row: origin.row + (size.rows - 1) / 2,
            column: origin.column + (size.columns - mark.width) / 2, style: .faint)
        guard let source else { return nil }
        self.init(source, at: origin, size: size, .cover)
    }

    fileprivate func fits(in page: CellSize) -> Bool {
        size.rows > 0 && size.columns > 0 && origin.row >= 0 && origin.column >= 0
            && origin.row + size.rows <= page.rows && origin.column + size.columns <= page.columns
    }

    fileprivate func mirrored(in page: CellSize) -> PagePicture {
        let column = page.columns - origin.column - size.columns
        return PagePicture(
            source, at: CellPosition(row: origin.row, column: column), size: size, fitting,
            mat: mat, isAhead: isAhead)
    }
}

extension PagePicture {
    /// Returns the picture in cells that the panels leave free; `nil` if no cells are left.
    func cropped(below panels: [CellRect]) -> PagePicture? {
        guard !isAhead else { return self }
        var rest: PagePicture? = self
        for panel in panels { rest = rest?.cropped(below: panel) }
        return rest
    }

    /// Returns the picture in the taller of the areas above and below a panel; `nil` if both are
    /// empty.
    ///
    /// A picture that the panel does not overlap is returned unchanged.
    private func cropped(below panel: CellRect) -> PagePicture? {
        guard panel.intersection(cells) != nil else { return self }
        let end = origin.row + size.rows
        let above = panel.origin.row - origin.row
        let below = end - panel.origin.row - panel.size.rows
        guard max(above, below) > 0 else { return nil }
        let row = above >= below ? origin.row : end - below
        return PagePicture(
            source, at: CellPosition(row: row, column: origin.column),
            size: CellSize(columns: size.columns, rows: max(above, below)), fitting, mat: mat)
    }
}

extension CellPosition {
    /// Returns the position that corresponds to this one on a mirrored page.
    func mirrored(in page: CellSize) -> CellPosition {
        CellPosition(row: row, column: page.columns - 1 - column)
    }
}

/// The size of the screen: cells for text, and the area that pictures may use.
package struct ScreenSize: Hashable, Sendable {
    package let cells: CellSize
    /// The area for pictures; `nil` if the terminal shows none.
    package let picture: PictureArea?
    /// False while the terminal may still report support for better pictures than assumed.
    package let isAnswered: Bool

    package init(cells: CellSize, picture: PictureArea?, isAnswered: Bool = true) {
        self.cells = cells
        self.picture = picture
        self.isAnswered = isAnswered
    }
}
