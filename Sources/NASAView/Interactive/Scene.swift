internal import Imaging
internal import PhotoPipeline
internal import Screens
internal import TerminalProtocols

/// What is to be seen: text, and pictures among it.
struct Scene {
    enum Text {
        case page(TextPage)
        /// One line, below a photo.
        case status(SafeText)
    }

    /// What a picture is to the terminal: of a photo it is sent parts, a small picture whole.
    enum PictureID: Hashable, Sendable {
        case photo(PhotoReference)
        case thumbnail(ImageRequest)
    }

    typealias Picture = Placement<PictureID>

    let text: Text
    /// The lowest first.
    let pictures: [Picture]
    /// The photo that is seen, where one is.
    let photo: PhotoVersion?

    /// A page of text and the small pictures on it that there is room for.
    init(_ page: TextPage, _ pictures: [PagePicture], on look: TerminalLook) {
        text = .page(page)
        photo = nil
        self.pictures = pictures.compactMap { look.placement(of: $0) }
    }

    /// Nil where the photo's view is for a screen of another size.
    init?(
        _ photo: PhotoVersion, _ viewport: Viewport, status: SafeText, on look: TerminalLook
    ) {
        guard let area = look.area, area.size == viewport.screen else { return nil }
        text = .status(status)
        self.photo = photo
        pictures = [
            Placement(
                id: .photo(photo.reference), version: photo.size.width,
                window: .part(viewport.window, at: viewport.target), size: area.size,
                cells: CellRect(origin: area.origin, size: look.cells(covering: area.size)))
        ]
    }
}

/// What pictures and text depend on beside the scene: the terminal, and what the person wants of it.
struct TerminalLook {
    let profile: TerminalProfile
    let glyphs: BlockGlyphs
    let isColourless: Bool
    /// Whether the terminal answers questions.
    let isAnswering: Bool
    /// How fast frames are taken by a terminal that is not asked behind each; nil if it is.
    let assumedBytesPerSecond: Int?
    let options: ImageOptions
    /// Where a photo may lie; nil where there is no room for one.
    let area: PictureArea?

    init(
        _ profile: TerminalProfile, glyphs: BlockGlyphs, isColourless: Bool,
        isAnswering: Bool = false, assumedBytesPerSecond: Int? = nil
    ) {
        self.profile = profile
        self.glyphs = glyphs
        self.isColourless = isColourless
        self.isAnswering = isAnswering
        self.assumedBytesPerSecond = assumedBytesPerSecond
        options = ImageOptions(profile, glyphs: glyphs)
        area = PictureArea(profile, glyphs: glyphs)
    }

    var colours: TextColours { TextColours(profile, isColourless: isColourless) }

    /// The cells of a photo: all that it covers, and those of them that it covers wholly.
    func cells(covering size: PixelSize) -> CellSize {
        profile.metrics(glyphs).cells(covering: size)
    }

    func cells(within size: PixelSize) -> CellSize { profile.metrics(glyphs).cells(within: size) }

    /// A small picture of a page; nil where there is no room for it.
    fileprivate func placement(of picture: PagePicture) -> Scene.Picture? {
        guard picture.origin.row >= 0, picture.origin.column >= 0 else { return nil }
        let cells = CellRect(origin: picture.origin, size: picture.size)
        let size = profile.pictureSize(in: cells, glyphs)
        guard !size.isEmpty else { return nil }
        let request = ImageRequest(
            picture.source, window: .fitted(picture.fitting), size: size, options: options)
        return Placement(
            id: .thumbnail(request), window: request.window, size: size, cells: cells)
    }
}

extension Scene.Picture {
    /// The small picture's request.
    var thumbnail: ImageRequest? {
        if case .thumbnail(let request) = id { return request }
        return nil
    }
}
