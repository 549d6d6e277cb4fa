package import Imaging
package import PhotoCatalog
package import SystemPackage
package import TerminalProtocols

/// The description of one picture to render, which is also the key of the result in caches.
///
/// The description does not contain the position on the screen, so that scrolling a page requires
/// no new requests.
package struct ImageRequest: Hashable, Sendable {
    package let subject: ImageSubject
    /// The size of the photo's open version; `nil` for any version.
    ///
    /// Requests differ by version, because a larger version gives a better picture.
    package let version: PixelSize?
    /// The number of the file's page, from 0.
    package var page = 0
    /// The revision of the photo's content; see `OpenedPhoto`.
    package var revision = 0
    package var adjustments: ImageAdjustments
    /// The overlays to draw into the picture, the lowest first, for a terminal that cannot stack
    /// pictures.
    package var overlays: [PhotoOverlay] = []
    /// The overlay to render, on a terminal that stacks pictures; `nil` to render the photo.
    package var overlay: PhotoOverlay.Content?
    package private(set) var window: ImageWindow
    /// The size of the picture in picture elements, including any background around the photo.
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

    /// Creates the request for a region of a photo without background.
    ///
    /// Such a region is printed, or sent to a terminal that stores pictures.
    package init(
        _ region: ScaledWindow, of photo: PhotoVersion, options: ImageOptions,
        previews: Previews = .none
    ) {
        let size = region.window.size
        self.init(
            .photo(photo.reference), version: photo.size,
            window: .region(region, at: PixelRect(size)),
            size: size, options: options, previews: previews)
        self.page = photo.page
        revision = photo.revision
    }

    /// Returns true if a copy of the photo with this size has enough pixels for the picture.
    package func isCovered(by copy: PixelSize) -> Bool {
        // A fitted copy is not enlarged, so a small copy would not fill the picture as the photo
        // does.
        let isWhole = window == .fitted(.whole)
        let scaled =
            isWhole
            ? copy.fitted(into: size, enlarging: true)
            : window.place(on: copy, in: size).window.scaled
        return scaled.width <= copy.width && scaled.height <= copy.height
    }

    /// The maximum number of previews; small for a terminal that stores pictures, because each
    /// preview is uploaded.
    var previewLimit: Int {
        options.graphics.keepsPictures ? min(previews.limit, Previews.uploadLimit) : previews.limit
    }
}

/// The photo or file of a request.
package enum ImageSubject: Hashable, Sendable {
    /// A photo, opened as for the viewer.
    case photo(PhotoReference)
    /// A region of a page of a file, in pixels of the original; only for thumbnails.
    case region(PhotoReference, PhotoArea, page: Int)
    /// A file of the library; only for thumbnails.
    case file(PhotoAddress)
    /// A photo whose file has changed since it was listed, and the number of changes; only for
    /// thumbnails.
    case changed(PhotoReference, times: Int)

    /// The photo of the subject; `nil` for a region of a photo and for a file of the library.
    package var photo: PhotoReference? {
        switch self {
        case .photo(let photo), .changed(let photo, _): photo
        case .region, .file: nil
        }
    }
}

/// A reference to a photo, parsed from the user's input.
package enum PhotoReference: Hashable, Sendable {
    /// A local file; the path may be invalid UTF-8.
    case file(path: FilePath)
    case address(String)
    case standardInput
    /// A photo of a library, identified by its exact ID; for a video, the first still.
    case library(PhotoID)
    /// A further still of a video; the number of the second still is 1.
    case still(PhotoID, Int)
    /// The map of a planet.
    case world(WorldMap)
}

extension PhotoReference {
    /// Creates a reference to the file whose path is given as a string.
    package static func file(path: String) -> PhotoReference { .file(path: FilePath(path)) }
}

/// A photo and the size of its open version.
package struct PhotoVersion: Hashable, Sendable {
    package let reference: PhotoReference
    package let size: PixelSize
    /// The number of the file's page, from 0; `size` is this page's size.
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
    /// The same window at the best available resolution, sent each time more of the file has been
    /// read.
    case same
    /// A different window, such as the whole photo at a small size.
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

/// The format of pictures for the terminal, which is chosen once per session and updated when the
/// terminal replies.
package struct ImageOptions: Hashable, Sendable {
    package var graphics: GraphicsProtocol
    package private(set) var registers: Int
    package fileprivate(set) var colours: ColourDepth
    package fileprivate(set) var glyphs: BlockGlyphs
    package let background: RGBColour
    /// The medium that transfers pictures to a terminal that stores pictures.
    package private(set) var medium: KittyMedium
    /// True if a stored picture fills whole cells, with background around the photo's region.
    package let fillsCells: Bool
    /// True if the picture is printed to standard output; false if the terminal stores and places
    /// it.
    package let isPrinted: Bool
    /// The Unicode placeholders that the terminal replaces by a printed picture; `nil` if none are
    /// used.
    package var placeholders: PlaceholderPrint?
    /// The position of a printed picture on the screen.
    package var position = PrintPosition.cursor
    /// The maximum length of a string in printed output, in bytes; `nil` if no limit is known.
    ///
    /// On a screen, longer strings can be split, because each piece has its own position.
    package let stringLimitBytes: Int?
    /// The division of large sixel pictures on a screen into tiles; `nil` if no division is
    /// necessary.
    package let tiling: SixelTiling?
    /// True if panning scrolls the photo in the terminal, which requires drawing overlays again for
    /// each pan.
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
    /// A thumbnail has few colours, so fewer registers suffice and save bytes. Shared memory is not
    /// used, because the terminal deletes it after use and the thumbnail could not be sent again.
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
    /// Returns the same view in half blocks and 256 colours, for slow connections.
    ///
    /// The picture needs a fifth of the bytes and starts at the same cell. `cell` is the size of a
    /// character in screen pixels.
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
    /// Returns the request for a strip of the picture; `nil` if the strip contains no part of the
    /// photo.
    package func strip(_ area: PixelRect) -> ImageRequest? {
        guard case .region(let window, let target) = window else { return nil }
        let seen = area.intersection(target)
        guard !seen.isEmpty else { return nil }
        let region = seen.relative(to: target.relative(to: window.window.origin).origin)
        var request = self
        request.window = .region(
            ScaledWindow(photo: window.photo, scaled: window.scaled, window: region),
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

    /// Returns the size, in elements, of the characters that fit completely into a size in pixels;
    /// each side is at least 1.
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

    /// Returns nearly the same region of the photo, centred in a picture of another size.
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
    /// The size of the photo to which the window's region refers; `nil` for a fitted photo.
    package var photo: PixelSize? {
        if case .region(let region, _) = self { region.photo } else { nil }
    }

    var isFitted: Bool { if case .fitted = self { true } else { false } }

    /// The border around a photo; `nil` for a photo without a border.
    var mat: PictureMat? { if case .fitted(.matted(let mat)) = self { mat } else { nil } }

    /// Returns the visible region of a photo of size `photo`, and the region's position in a
    /// picture of size `size`.
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
    /// Returns the size at which a photo fits into a rectangle or covers the rectangle.
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

    /// Returns a rectangle of this size in the centre of a larger one.
    fileprivate func centred(in other: PixelSize) -> PixelRect {
        PixelRect(
            x: (other.width - width) / 2, y: (other.height - height) / 2, width: width,
            height: height)
    }
}
