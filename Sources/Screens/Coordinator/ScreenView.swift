package import Imaging
package import PhotoPipeline
package import TerminalProtocols

/// The content that should be on the screen now.
package enum ScreenView: Hashable, Sendable {
    case photo(PhotoView)
    /// A page of text, and pictures on it: until a picture arrives, the text under it is visible.
    case page(TextPage, pictures: [PagePicture] = [])
    /// A page worth showing only if the wait takes noticeable time.
    case waiting(TextPage, pictures: [PagePicture] = [])

    /// With left and right exchanged, if lines begin on the right, and without the pictures that stick
    /// out of a small window: they would scroll it.
    ///
    /// A photo is not mirrored; its status line is made for its direction.
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

/// A photo on the whole screen, the bar at its foot, and what lies over it.
package struct PhotoView: Hashable, Sendable {
    package var photo: PhotoVersion
    /// True if its next frame follows without a key.
    package var isPlaying = false
    /// The part in view; of a photo that is turned, in pixels of the turned one.
    package let viewport: Viewport
    package var bar: PhotoBar
    package var adjustments = ImageAdjustments.none
    /// The lowest first.
    package var overlays: [PhotoOverlay] = []
    /// The photo that it is compared with, or that is likely to be seen next.
    package var compared: ComparedPhoto?

    package init(_ photo: PhotoVersion, _ viewport: Viewport, bar: PhotoBar) {
        self.photo = photo
        self.viewport = viewport
        self.bar = bar
    }
}

/// The photo that another one is compared with, or that is likely to follow it.
package struct ComparedPhoto: Hashable, Sendable {
    package enum Position: Hashable, Sendable {
        /// It is next: its picture is made before it is needed.
        case hidden
        /// The same, but it is not compared; only where pictures are drawn it is made before.
        case ahead
        /// The same, and the other one covers it wholly: where pictures are stored it may lie below.
        case beneath
        /// Beside the other one.
        case left, right

        package var isBeside: Bool { self == .left || self == .right }
    }

    private let photo: PhotoVersion
    private let viewport: Viewport
    private let adjustments: ImageAdjustments
    private let overlays: [PhotoOverlay]
    package let place: Position

    init(_ view: PhotoView, at place: Position) {
        photo = view.photo
        viewport = view.viewport
        adjustments = view.adjustments
        overlays = view.overlays
        self.place = place
    }

    /// The photo alone, without a bar.
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

    /// The border of a photo that fills its cells, a few pixels wide; until the photo arrives, a
    /// quiet block takes its place.
    package enum Mat: Hashable, Sendable {
        case none
        /// The gutter between it and its neighbours.
        case gutter
        /// The frame of the selected one.
        case frame
    }

    package let source: Source
    package let origin: CellPosition
    package let size: CellSize
    package let fitting: Fitting
    package let mat: Mat
    /// True if it is not visible but likely to be next: it is made before it is needed.
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

    /// A photo's thumbnail, and a mark that is visible until it arrives.
    ///
    /// - Returns: `nil` if the photo has none; the mark stays.
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
    /// The picture in what some panels leave of its cells; `nil` if that is nothing.
    func cropped(below panels: [CellRect]) -> PagePicture? {
        guard !isAhead else { return self }
        var rest: PagePicture? = self
        for panel in panels { rest = rest?.cropped(below: panel) }
        return rest
    }

    /// The higher part above or below a panel.
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
    /// The position that a mirrored page shows here.
    func mirrored(in page: CellSize) -> CellPosition {
        CellPosition(row: row, column: page.columns - 1 - column)
    }
}

/// The room there is: cells for text, and the part of them that pictures may use.
package struct ScreenSize: Hashable, Sendable {
    package let cells: CellSize
    /// `nil` if there is no room for a picture.
    package let picture: PictureArea?
    /// False while the terminal may yet say that it takes other pictures than those that are assumed.
    package let isAnswered: Bool

    package init(cells: CellSize, picture: PictureArea?, isAnswered: Bool = true) {
        self.cells = cells
        self.picture = picture
        self.isAnswered = isAnswered
    }
}
