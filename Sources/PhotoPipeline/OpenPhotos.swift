internal import Imaging
internal import TerminalProtocols

/// The open photos and the results of rendering them, such as palettes.
struct OpenPhotos {
    private struct Entry {
        let opened: OpenedPhoto
        /// The encoders of sixel pictures, which keep their lookup tables for the next picture.
        ///
        /// A palette is made from the first picture of the same page on a screen of the same size.
        /// The frames of an animation may have no colours in common.
        var encoders: [PaletteKey: (encoder: SixelEncoder, screen: PixelSize, page: ShownPage)] =
            [:]
        /// The encoders from before the photo was completely read, and the fraction read at that
        /// time, in eighths.
        var previewEncoders: [PaletteKey: (encoder: SixelEncoder, eighths: Int)] = [:]
        /// The small copy of the last viewed page, and the rotation that the copy has.
        var overview: (photo: PhotoOverview, orientation: Orientation, page: ShownPage)?
        /// The last viewed page of the file if the page was completely read; other pages may be
        /// closed.
        var read: ReadPicture?
        /// The photo with levels applied to the file's samples; `nil` if levels are applied to
        /// pixels.
        var levelled: LevelledPhoto?
    }

    /// A page that has been completely read, with or without levels; applying levels reads the page
    /// again.
    private struct ReadPicture: Hashable {
        let page: ShownPage
        let isLevelled: Bool
    }

    /// A photo with levels applied, and the adjustments and the page to which the result belongs.
    private struct LevelledPhoto {
        let source: any ImageSource
        let levels: AppliedLevels
        let adjustments: ImageAdjustments
        let page: ShownPage
        var overview: PhotoOverview?

        func isFor(_ request: ImageRequest) -> Bool {
            adjustments == request.adjustments && page == request.shownPage
        }

        /// True if the photo differs from the requested one at most in its levels.
        func isOfPicture(in request: ImageRequest) -> Bool {
            adjustments.orientation == request.adjustments.orientation && page == request.shownPage
        }
    }

    /// The properties that distinguish the palettes of one photo.
    private struct PaletteKey: Hashable {
        let registers: Int
        let levels: Levels
        /// True if the levels are applied to the samples in the file.
        let isLevelled: Bool

        init(_ request: ImageRequest, of entry: Entry) {
            registers = request.options.registers
            levels = request.adjustments.levels
            isLevelled = entry.levelled?.isFor(request) ?? false
        }
    }

    /// The maximum number of palettes per photo.
    ///
    /// If there are more, palettes of levels are removed and made again on demand.
    private static let paletteLimit = 8

    /// The inputs for rendering a picture.
    struct RenderInputs {
        let source: any ImageSource
        let isRead: Bool
        let prepared: RenderCache
        /// The histogram used for other levels of the photo; `nil` without such levels.
        var histogram: Histogram?

        /// Returns the photo with levels applied to the file's own samples; `nil` without levels,
        /// or if the samples have no more bits than the pixels.
        ///
        /// `shown` is the histogram of the photo's pixels.
        func applying(
            _ levels: Levels, _ shown: Histogram
        ) throws(DecodingFailure) -> (source: any ImageSource, levels: AppliedLevels)? {
            if let histogram { return try AppliedLevels.photo(source, levels, for: histogram) }
            let histogram = try AppliedLevels.histogram(of: source, known: shown)
            return try AppliedLevels.photo(source, levels, for: histogram)
        }
    }

    /// The maximum number of open photos: the visible photo, its neighbours, and some recently
    /// viewed ones.
    private static let limit = 6

    private var entries: [PhotoReference: Entry] = [:]
    private var recent: [PhotoReference] = []
    /// The photos that are viewed together, which stay open.
    private var held: Set<PhotoReference> = []

    /// The revisions of photos in local files, including closed photos.
    private var revisions: [PhotoReference: (file: FileVersion, number: Int)] = [:]
    private var revisionCount = 0
    /// The maximum number of stored revisions, which need a megabyte.
    ///
    /// Without its stored revision, a photo is rendered again.
    private static let revisionLimit = 4096

    /// Returns true if no version is open, or if the open version has at least this width or is the
    /// largest.
    func mayCover(_ reference: PhotoReference, _ width: Int) -> Bool {
        entries[reference] == nil || opened(reference, covering: width) != nil
    }

    /// Returns the open version if it has at least this width or is the best available; otherwise
    /// `nil`.
    func opened(_ reference: PhotoReference, covering width: Int?) -> OpenedPhoto? {
        guard let opened = entries[reference]?.opened else { return nil }
        if opened.isComplete { return opened }
        guard let width, opened.source.size.width >= width else { return nil }
        return opened
    }

    /// Returns the inputs for rendering a picture; `nil` if the photo is not open.
    func renderInputs(for request: ImageRequest) -> RenderInputs? {
        guard let entry = entry(for: request), entry.opened.revision == request.revision else {
            return nil
        }
        let encoder = Self.encoder(of: entry, for: request)
        if let levelled = entry.levelled, levelled.isFor(request) {
            return RenderInputs(
                source: levelled.source,
                isRead: entry.read == ReadPicture(page: request.shownPage, isLevelled: true),
                prepared: RenderCache(
                    encoder: encoder, overview: levelled.overview, levelled: levelled.levels))
        }
        let orientation = request.adjustments.orientation
        let overview = entry.overview.flatMap {
            $0.orientation == orientation && $0.page == request.shownPage ? $0.photo : nil
        }
        return RenderInputs(
            source: RotatedSource.of(
                request.shownPage.source(of: entry.opened.source), orientation),
            isRead: entry.read == ReadPicture(page: request.shownPage, isLevelled: false),
            prepared: RenderCache(encoder: encoder, overview: overview),
            histogram: entry.levelled.flatMap {
                $0.isOfPicture(in: request) ? $0.levels.histogram : nil
            })
    }

    /// Stores a photo with levels applied in place of the previous one.
    mutating func keep(
        _ source: any ImageSource, _ levels: AppliedLevels, for request: ImageRequest
    ) {
        guard let photo = request.subject.photo else { return }
        entries[photo]?.levelled = LevelledPhoto(
            source: source, levels: levels, adjustments: request.adjustments,
            page: request.shownPage)
    }

    /// Stores an open photo, unless the same content is open at this width or a larger one.
    ///
    /// The call closes any other version of the photo and, if there are too many photos, the least
    /// recently used ones that are not held.
    mutating func keep(_ opened: OpenedPhoto, as reference: PhotoReference) {
        // A version that is no larger has arrived too late. A larger version gets a new palette,
        // because the palette of a preview may lack the few bright stars of the original.
        let old = entries[reference]?.opened
        let known = old?.revision == opened.revision ? old?.source.size.width ?? 0 : 0
        if opened.source.size.width > known { entries[reference] = Entry(opened: opened) }
        recent.removeAll { $0 == reference }
        recent.append(reference)
        while recent.count > Self.limit,
            let oldest = recent.firstIndex(where: { !held.contains($0) })
        {
            entries[recent.remove(at: oldest)] = nil
        }
    }

    /// Assigns a revision to a photo in a local file.
    ///
    /// With `isReread`, the revision is new even if the file seems unchanged: two changes may be
    /// closer together than the resolution of the file system's clock.
    private mutating func number(
        _ opened: OpenedPhoto, of reference: PhotoReference, isReread: Bool = false
    ) -> OpenedPhoto {
        guard let file = opened.file else { return opened }
        var opened = opened
        if !isReread, let known = revisions[reference], known.file == file {
            opened.revision = known.number
            return opened
        }
        if revisions.count >= Self.revisionLimit { revisions = [:] }
        revisionCount += 1
        revisions[reference] = (file, revisionCount)
        opened.revision = revisionCount
        return opened
    }

    /// Stores a newly opened photo, and returns it with its revision.
    mutating func add(_ loaded: OpenedPhoto, as reference: PhotoReference) -> OpenedPhoto {
        let opened = number(loaded, of: reference)
        keep(opened, as: reference)
        return opened
    }

    /// Stores a photo that was read again, and closes any other version.
    mutating func replace(
        with loaded: OpenedPhoto, as reference: PhotoReference
    ) -> OpenedPhoto {
        entries[reference] = nil
        let opened = number(loaded, of: reference, isReread: true)
        keep(opened, as: reference)
        return opened
    }

    /// Keeps these photos open until the next call, even when other photos are opened.
    mutating func hold(_ references: [PhotoReference]) { held = Set(references) }

    mutating func forget(_ reference: PhotoReference) {
        entries[reference] = nil
        recent.removeAll { $0 == reference }
    }

    /// Returns the encoder with the palette of a photo; `nil` if a new palette is needed.
    ///
    /// All pictures of a photo share a palette, because colours must not change while the photo
    /// moves. After a change of the screen's size, the picture at rest gets a new palette.
    private static func encoder(of entry: Entry, for request: ImageRequest) -> SixelEncoder? {
        guard request.hasPhotoPalette,
            let known = entry.encoders[PaletteKey(request, of: entry)],
            known.page == request.shownPage
        else { return nil }
        let isResized = known.screen != request.size
        return isResized && request.quality == .atRest ? nil : known.encoder
    }

    /// Stores the results of rendering a picture that later pictures of the photo can use.
    mutating func learn(
        from image: RenderedImage, _ prepared: RenderCache, of source: any ImageSource
    ) {
        let request = image.request
        let orientation = request.adjustments.orientation
        // In the meantime, a larger version may have been stored, which gets a new palette.
        guard let photo = request.subject.photo, var entry = entries[photo],
            entry.opened.revision == request.revision,
            orientation.uprightSize(of: request.shownPage.source(of: entry.opened.source).size)
                == source.size
        else { return }
        let isLevelled = prepared.levelled != nil
        if request.overlay == nil {
            let status = ImageSourceStatus(
                statistics: image.cost.statistics, isFetchedByArea: source.status.isFetchedByArea)
            entry.read =
                status.isRead ? ReadPicture(page: request.shownPage, isLevelled: isLevelled) : nil
        }
        // In the meantime, other levels may have been applied.
        guard isLevelled == (entry.levelled?.isFor(request) ?? false) else { return }
        if let overview = prepared.overview {
            if isLevelled {
                entry.levelled?.overview = overview
            } else {
                entry.overview = (overview, orientation, request.shownPage)
            }
        }
        if let encoder = prepared.encoder, Self.encoder(of: entry, for: request) == nil {
            if entry.encoders.count >= Self.paletteLimit {
                entry.encoders = entry.encoders.filter { $0.key.levels == .none }
            }
            entry.encoders[PaletteKey(request, of: entry)] = (
                encoder, request.size, request.shownPage
            )
        }
        entries[photo] = entry
    }

    /// Returns the encoder for the data read so far; `nil` if no encoder was made, or only one
    /// from noticeably less data.
    func draftEncoder(for request: ImageRequest) -> SixelEncoder? {
        guard let entry = entry(for: request) else { return nil }
        if let known = Self.encoder(of: entry, for: request) { return known }
        guard let known = entry.previewEncoders[PaletteKey(request, of: entry)],
            known.eighths == entry.opened.source.eighthsRead
        else { return nil }
        return known.encoder
    }

    mutating func keepDraft(_ encoder: SixelEncoder?, for request: ImageRequest, eighths: Int) {
        guard let encoder, let photo = request.subject.photo, let entry = entries[photo],
            Self.encoder(of: entry, for: request) == nil
        else { return }
        entries[photo]?.previewEncoders[PaletteKey(request, of: entry)] = (encoder, eighths)
    }

    private func entry(for request: ImageRequest) -> Entry? {
        request.subject.photo.flatMap { entries[$0] }
    }
}

extension ImageSource {
    var eighthsRead: Int { Int((status.statistics?.fractionRead ?? 0) * 8) }
}
