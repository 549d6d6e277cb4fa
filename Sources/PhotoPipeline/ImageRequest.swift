package import Imaging
package import PhotoCatalog
package import SystemPackage
package import TerminalProtocols

/// The description of one picture to render, which is also the key of its result in caches.
///
/// The request excludes the position on the screen, so that scrolling a page makes no new requests.
package struct ImageRequest: Hashable, Sendable {
    package let subject: ImageSubject
    /// The size of the photo's open version, because a larger version gives a better picture; `nil`
    /// for any version.
    package let version: PixelSize?
    /// The number of the file's page, from 0.
    package var page = 0
    /// The revision of the photo's content; see `OpenedPhoto`.
    package var revision = 0
    package var adjustments: ImageAdjustments
    /// The overlays to draw into the picture where the terminal cannot stack pictures; the lowest
    /// first.
    package var overlays: [PhotoOverlay] = []
    /// The overlay that this request renders, on a terminal that stacks pictures; `nil` for a
    /// photo.
    package var overlay: PhotoOverlay.Content?
    package private(set) var window: ImageWindow
    /// The size of the picture in picture elements, including the background around the window.
    package private(set) var size: PixelSize
    package private(set) var options: ImageOptions
    package private(set) var quality: RenderQuality
    /// The quality of the picture while the photo moves.
    package private(set) var movingQuality: MovingQuality
    /// The previews to send while the photo is loading.
    package let previews: Previews

    /// Creates the request for a picture.
    ///
    /// - Precondition: `size` is not empty.
    package init(
        _ subject: ImageSubject, version: PixelSize? = nil, adjustments: ImageAdjustments = .none,
        window: ImageWindow, size: PixelSize, options: ImageOptions,
        quality: RenderQuality = .atRest, movingQuality: MovingQuality = .finest,
        previews: Previews = .none
    ) {
        precondition(!size.isEmpty, "a picture has pixels")
        self.subject = subject
        self.version = version
        self.adjustments = adjustments
        self.window = window
        self.size = size
        self.options = window.isFitted ? options.forThumbnails : options
        self.quality = quality
        self.movingQuality = movingQuality
        self.previews = previews
    }

    /// Creates the request for a region of a photo without background, for printing or for a
    /// terminal that stores pictures.
    package init(
        _ part: ScaledWindow, of photo: PhotoVersion, options: ImageOptions,
        previews: Previews = .none
    ) {
        let size = part.window.size
        self.init(
            .photo(photo.reference), version: photo.size,
            window: .region(part, at: PixelRect(size)),
            size: size, options: options, previews: previews)
        self.page = photo.page
        revision = photo.revision
    }

    /// True if a copy of the photo with this size has enough pixels for the picture.
    package func isCovered(by copy: PixelSize) -> Bool {
        // A fitted copy is not enlarged, so it would be smaller than the photo that fills the
        // picture.
        let isWhole = window == .fitted(.whole)
        let scaled =
            isWhole
            ? copy.fitted(into: size, enlarging: true)
            : window.place(on: copy, in: size).window.scaled
        return scaled.width <= copy.width && scaled.height <= copy.height
    }

    /// The number of previews to send; small for a terminal that stores pictures, because each
    /// preview is uploaded.
    var previewLimit: Int {
        options.graphics.keepsPictures ? min(previews.limit, Previews.uploadLimit) : previews.limit
    }
}

/// The photo or file of a request.
package enum ImageSubject: Hashable, Sendable {
    /// A photo, opened as in the viewer.
    case photo(PhotoReference)
    /// A region of one page of a file, in pixels of the original; used only for a thumbnail.
    case region(PhotoReference, PhotoArea, page: Int)
    /// A file of the library; used only for a thumbnail.
    case file(PhotoAddress)
    /// A photo whose file has changed since it was listed, and the number of changes; used only for
    /// a thumbnail.
    case changed(PhotoReference, times: Int)

    /// The subject's photo; `nil` for a region of a photo, or a file of the library.
    package var photo: PhotoReference? {
        switch self {
        case .photo(let photo), .changed(let photo, _): photo
        case .region, .file: nil
        }
    }
}

/// The identity of a photo, parsed from the user's input.
package enum PhotoReference: Hashable, Sendable {
    /// A local file, whose path need not be valid UTF-8.
    case file(path: FilePath)
    case address(String)
    case standardInput
    /// A photo of NASA's library, by its exact ID; for a video, its first still.
    case library(PhotoID)
    /// A still of a video after the first, counted from 1.
    case still(PhotoID, Int)
    /// The map of a planet.
    case world(WorldMap)
}

extension PhotoReference {
    /// Creates a reference to the file at a path given as a string.
    package static func file(path: String) -> PhotoReference { .file(path: FilePath(path)) }
}

/// A photo and the size of its open version.
package struct PhotoVersion: Hashable, Sendable {
    package let reference: PhotoReference
    package let size: PixelSize
    /// The number of the file's page, from 0; `size` is the size of that page.
    package var page = 0
    /// The revision of the photo's content; see `OpenedPhoto`.
    package var revision = 0

    package init(_ reference: PhotoReference, size: PixelSize) {
        self.reference = reference
        self.size = size
    }

    package init(_ reference: PhotoReference, _ opened: OpenedPhoto, page: Int = 0) {
        self.init(reference, size: opened.source.knownPage(page).size)
        self.page = page
        revision = opened.revision
    }
}

/// The previews to send for a photo that is still loading.
package enum Previews: Hashable, Sendable {
    case none
    /// The same window at the best available resolution, sent again whenever more has been read.
    case same
    /// Another window, such as the whole photo at a small size.
    case other(ScaledWindow)

    var limit: Int {
        switch self {
        case .none: 0
        case .same: .max
        case .other: Self.uploadLimit
        }
    }

    static let uploadLimit = 3
}

/// The format in which pictures are sent to the terminal; chosen once per session, and updated when
/// the terminal replies.
package struct ImageOptions: Hashable, Sendable {
    package var graphics: GraphicsProtocol
    package private(set) var registers: Int
    package fileprivate(set) var colours: ColourDepth
    package fileprivate(set) var glyphs: BlockGlyphs
    package let background: RGBColour
    /// The medium for sending pictures to a terminal that stores them.
    package private(set) var medium: KittyMedium
    /// True if a stored picture fills whole cells, with background around the photo's region.
    package let fillsCells: Bool
    /// True if the picture is printed to standard output, rather than stored and placed by the
    /// terminal.
    package let isPrinted: Bool
    /// The Unicode placeholders of a printed picture, if the terminal draws it in place of text;
    /// otherwise `nil`.
    package var placeholders: PlaceholderPrint?
    /// The position of a printed picture on the screen.
    package var position = PrintPosition.cursor
    /// The maximum length in bytes of a string in printed output; `nil` if no limit is known.
    ///
    /// On a screen, longer strings can be split, because each piece has a position.
    package let stringLimitBytes: Int?
    /// The division of large sixel pictures on a screen into tiles; `nil` if it is not needed.
    package let tiling: SixelTiling?
    /// True if panning scrolls the photo in the terminal, so that overlays are drawn again for each
    /// pan.
    package var movesPictures: Bool

    package init(
        _ profile: TerminalProfile, glyphs: BlockGlyphs, medium: KittyMedium = .direct,
        isPrinted: Bool = false
    ) {
        graphics = profile.graphics
        registers = profile.registers
        colours = profile.colours
        background = profile.background
        fillsCells = profile.placeholders != nil
        stringLimitBytes = isPrinted ? profile.stringLimitBytes : nil
        tiling = isPrinted ? nil : profile.sixelTiling
        movesPictures = !isPrinted && profile.movesPictures
        self.glyphs = glyphs
        self.medium = medium
        self.isPrinted = isPrinted
        placeholders = isPrinted ? PlaceholderPrint(profile) : nil
    }

    /// The options for thumbnails.
    ///
    /// Fewer registers need fewer bytes, and a thumbnail has few colours. Shared memory is not
    /// used, because the terminal deletes it, so that the thumbnail could not be sent again.
    var forThumbnails: ImageOptions {
        var options = limited(toRegisters: Self.thumbnailRegisters)
        options.medium = .direct
        return options
    }

    private static let thumbnailRegisters = 96

    /// Returns these options with at most this number of registers.
    package func limited(toRegisters limit: Int) -> ImageOptions {
        var options = self
        options.registers = min(registers, limit)
        return options
    }
}

extension ImageRequest {
    /// Returns the same view in half blocks and 256 colours: a fifth of the bytes, for slow
    /// connections.
    ///
    /// `cell` is the size of a character in screen pixels; the picture starts at the same cell.
    package func asBlocks(cell: CellMetrics) -> ImageRequest {
        var options = options
        options.graphics = .blocks
        options.colours = .palette256
        options.glyphs = .half
        let grid = BlockGrid(cell: cell, elements: options.glyphs.elements)
        let size = grid.whole(self.size)
        var request = self
        request.window = grid.window(window, in: size)
        request.size = size
        request.options = options
        (request.quality, request.movingQuality) = (.moving, .finest)
        request.overlays = overlays.map { $0.converted(grid.point) }
        return request
    }
}

extension ImageRequest {
    /// Returns the request for a strip of the picture; `nil` if the strip shows nothing of the
    /// photo.
    package func strip(_ area: PixelRect) -> ImageRequest? {
        guard case .region(let window, let target) = window else { return nil }
        let seen = area.intersection(target)
        guard !seen.isEmpty else { return nil }
        let part = seen.relative(to: target.relative(to: window.window.origin).origin)
        var request = self
        request.window = .region(
            ScaledWindow(photo: window.photo, scaled: window.scaled, window: part),
            at: seen.relative(to: area.origin))
        request.size = area.size
        request.overlays = overlays.filter { !$0.area.intersection(area).isEmpty }.map {
            $0.converted { PixelPoint(x: $0.x - area.minX, y: $0.y - area.minY) }
        }
        return request
    }
}

/// A converter from screen pixels to elements of block characters.
private struct BlockGrid {
    let cell: CellMetrics
    /// The number of elements across and down in one character.
    let elements: PixelSize

    /// Returns the size in elements of the characters that fit completely into a size in pixels.
    func whole(_ size: PixelSize) -> PixelSize {
        let cells = cell.cells(within: size)
        return PixelSize(
            width: max(1, cells.columns * elements.width),
            height: max(1, cells.rows * elements.height))
    }

    private func columns(_ length: Int) -> Int {
        cell.across.elements(in: length, of: elements.width)
    }

    private func rows(_ length: Int) -> Int {
        cell.down.elements(in: length, of: elements.height)
    }

    func point(_ point: PixelPoint) -> PixelPoint {
        PixelPoint(x: columns(point.x), y: rows(point.y))
    }

    /// Returns nearly the same region of the photo, centred in a picture of this size.
    func window(_ window: ImageWindow, in size: PixelSize) -> ImageWindow {
        if let mat = window.mat {
            let thin = PixelSize(
                width: max(1, columns(mat.size.width)), height: max(1, rows(mat.size.height)))
            return .fitted(.matted(PictureMat(size: thin, colour: mat.colour)))
        }
        guard case .region(let part, _) = window else { return window }
        let scaled = PixelSize(
            width: max(1, columns(part.scaled.width)), height: max(1, rows(part.scaled.height)))
        let seen = scaled.cut(to: size)
        let origin = PixelPoint(
            x: min(columns(part.window.minX), scaled.width - seen.width),
            y: min(rows(part.window.minY), scaled.height - seen.height))
        return .region(
            ScaledWindow(
                photo: part.photo, scaled: scaled, window: PixelRect(origin: origin, size: seen)),
            at: seen.centred(in: size))
    }
}

extension ImageWindow {
    /// The size of the photo of which the window shows a region; `nil` for a fitted photo.
    package var photo: PixelSize? {
        if case .region(let part, _) = self { part.photo } else { nil }
    }

    var isFitted: Bool { if case .fitted = self { true } else { false } }

    /// The border around a photo; `nil` for a photo without a border.
    var mat: PictureMat? { if case .fitted(.matted(let mat)) = self { mat } else { nil } }

    /// Returns the visible region of a photo of this size, and its position in the picture.
    func place(
        on photo: PixelSize, in size: PixelSize
    ) -> (window: ScaledWindow, target: PixelRect) {
        switch self {
        case .region(let window, let target): return (window, target)
        case .fitted(let fitting):
            let room = fitting.room(in: size)
            let scaled = fitting.scaled(photo, in: room.size)
            let seen = scaled.cut(to: room.size)
            let window = ScaledWindow(
                photo: photo, scaled: scaled, window: seen.centred(in: scaled))
            let area = seen.centred(in: room.size)
            return (
                window,
                PixelRect(
                    x: room.minX + area.minX, y: room.minY + area.minY, width: seen.width,
                    height: seen.height)
            )
        }
    }
}

extension ImageFitting {
    /// Returns the size at which a photo fits into a rectangle, or covers it.
    fileprivate func scaled(_ photo: PixelSize, in size: PixelSize) -> PixelSize {
        switch self {
        case .whole: return photo.fitted(into: size)
        case .width:
            let scale = Double(size.width) / Double(photo.width)
            return PixelSize(
                width: size.width, height: max(1, Int((Double(photo.height) * scale).rounded())))
        case .cover, .matted:
            let scale = max(
                Double(size.width) / Double(photo.width),
                Double(size.height) / Double(photo.height))
            return PixelSize(
                width: max(size.width, Int((Double(photo.width) * scale).rounded())),
                height: max(size.height, Int((Double(photo.height) * scale).rounded())))
        }
    }
}

extension PixelSize {
    fileprivate func cut(to other: PixelSize) -> PixelSize {
        PixelSize(width: min(width, other.width), height: min(height, other.height))
    }

    /// Returns a rectangle of this size, centred in a larger one.
    fileprivate func centred(in other: PixelSize) -> PixelRect {
        PixelRect(
            x: (other.width - width) / 2, y: (other.height - height) / 2, width: width,
            height: height)
    }
}
