internal import Imaging
package import PhotoPipeline
internal import Screens
internal import TerminalProtocols

typealias PicturePlacement = Placement<PictureID>
typealias PictureDriver = GraphicsDriver<PictureID>

/// The identity of a picture in the terminal, which stores thumbnails whole, but photos in regions.
enum PictureID: Hashable, Sendable {
    case photo(PhotoContent)
    /// An overlay of a photo, which may be a small copy of the visible photo.
    case overlay(PhotoContent, PhotoOverlay.Content)
    case thumbnail(ImageRequest)

    /// The photo that the picture shows or covers; `nil` for a thumbnail.
    var photo: PhotoContent? {
        switch self {
        case .photo(let photo), .overlay(let photo, _): photo
        case .thumbnail: nil
        }
    }
}

/// A page of a photo, as the user has adjusted it.
struct PhotoContent: Hashable, Sendable {
    let reference: PhotoReference
    let adjustments: ImageAdjustments
    /// The index of the page in the file.
    var page = 0
    /// The revision of the file's content.
    var revision = 0

    /// Returns true if both are pages of the same photo with the same adjustments.
    func isPage(of other: PhotoContent?) -> Bool {
        reference == other?.reference && adjustments == other?.adjustments
    }
}

extension PhotoView {
    var content: PhotoContent {
        PhotoContent(
            reference: photo.reference, adjustments: adjustments, page: photo.page,
            revision: photo.revision)
    }
}

extension PicturePlacement {
    /// Creates the placement of a thumbnail.
    init(_ thumbnail: ImageRequest, in cells: CellRect) {
        self.init(
            id: .thumbnail(thumbnail), window: thumbnail.window, size: thumbnail.size, cells: cells)
    }

    /// Returns the placement of the same thumbnail, in block characters; a photo's placement is
    /// returned unchanged.
    func asBlocks(cell: CellMetrics) -> PicturePlacement {
        thumbnail.map { PicturePlacement($0.asBlocks(cell: cell), in: cells) } ?? self
    }

    /// The request of a thumbnail; `nil` for a photo.
    var thumbnail: ImageRequest? {
        if case .thumbnail(let request) = id { return request }
        return nil
    }

    /// Returns the placement moved up by some rows; `nil` if the result is not completely within
    /// `rows`.
    func moved(up count: Int, within rows: Range<Int>) -> PicturePlacement? {
        let row = cells.origin.row - count
        guard row >= rows.lowerBound, row + cells.size.rows <= rows.upperBound else { return nil }
        var copy = self
        copy.cells = CellRect(
            origin: CellPosition(row: row, column: cells.origin.column), size: cells.size)
        return copy
    }

    /// Returns true if this placement shows the photo of another placement in the same cells, but
    /// differently.
    func succeeds(_ other: PicturePlacement) -> Bool {
        self != other && cells == other.cells && subject == other.subject
    }

    var subject: ImageSubject {
        switch id {
        case .photo(let photo), .overlay(let photo, _): .photo(photo.reference)
        case .thumbnail(let request): request.subject
        }
    }
}

extension PlacedImage<PictureID> {
    /// Creates the placement of a rendered picture of a photo, whose region or frame may differ
    /// from that of the visible picture.
    init(_ image: RenderedImage, at picture: PicturePlacement) {
        let request = image.request
        self.init(
            image.image,
            at: Placement(
                id: request.upload?.id ?? picture.id, version: request.version?.width ?? 0,
                window: request.window, size: request.size, cells: picture.cells),
            isPreview: image.isPreview)
    }
}

extension ImageRequest {
    /// The photo in the viewer; `nil` for a thumbnail.
    package var viewedPhoto: PhotoReference? {
        guard case .photo(let photo) = subject, case .region = window else { return nil }
        return photo
    }

    /// The upload that the picture needs on a terminal that stores pictures; `nil` for a thumbnail.
    var upload: PictureDriver.Upload? {
        guard let photo = viewedPhoto, case .region(let region, let target) = window else {
            return nil
        }
        let content = PhotoContent(
            reference: photo, adjustments: adjustments, page: page, revision: revision)
        return PictureDriver.Upload(
            id: overlay.map { .overlay(content, $0) } ?? .photo(content),
            version: version?.width ?? 0, region: region,
            in: PictureFrame(size: size, target: target))
    }

    /// Creates the request for a missing upload of a photo; `nil` for a thumbnail.
    ///
    /// `size` is the size of the open version.
    init?(
        _ upload: PictureDriver.Upload, of size: PixelSize, options: ImageOptions,
        previews: Previews
    ) {
        guard let photo = upload.id.photo else { return nil }
        self.init(
            .photo(photo.reference), version: size, adjustments: photo.adjustments,
            window: .region(upload.region, at: upload.frame.target), size: upload.frame.size,
            options: options, previews: previews)
        if case .overlay(_, let content) = upload.id { overlay = content }
        (page, revision) = (photo.page, photo.revision)
    }
}
