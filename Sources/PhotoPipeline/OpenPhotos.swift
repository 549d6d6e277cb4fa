internal import Imaging
internal import TerminalProtocols

/// The photos that are kept open, and the palettes that were made for each.
struct OpenPhotos {
    private struct Entry {
        let opened: OpenedPhoto
        /// An encoder keeps its lookup tables from picture to picture.
        ///
        /// Its palette is that of the first picture on a screen of that size, of the same part: frames of
        /// an animation may have no colours in common.
        var encoders: [PaletteKey: (encoder: SixelEncoder, screen: PixelSize, part: Int)] = [:]
        /// Those made before the photo was read, and how much of it was.
        var draftEncoders: [PaletteKey: (encoder: SixelEncoder, eighths: Int)] = [:]
        /// The small copy, turned as the photo was last, of the part that was seen last.
        var coarse: (photo: CoarsePhoto, orientation: Orientation, part: Int)?
        /// The picture of its file that was seen last, if it has been read: others may have been closed.
        var read: ReadPicture?
        /// The photo through its levels, if they are made of its file's own numbers.
        var toned: TonedPhoto?
    }

    /// One of a file's pictures; through levels it is read anew.
    private struct ReadPicture: Hashable {
        let part: Int
        let isToned: Bool
    }

    /// A photo through levels, turned as it was then, of the part that was seen then.
    private struct TonedPhoto {
        let source: any ImageSource
        let levels: TonedLevels
        let adjustments: ImageAdjustments
        let part: Int
        var coarse: CoarsePhoto?

        func isFor(_ request: ImageRequest) -> Bool {
            adjustments == request.adjustments && part == request.part
        }
    }

    /// What palettes of one photo differ in.
    private struct PaletteKey: Hashable {
        let registers: Int
        let levels: Levels
        /// Whether these are made of the file's own numbers.
        let isToned: Bool

        init(_ request: ImageRequest, of entry: Entry) {
            registers = request.options.registers
            levels = request.adjustments.levels
            isToned = entry.toned?.isFor(request) ?? false
        }
    }

    /// A person goes through curves and strengths: more tables than these are made again.
    private static let paletteLimit = 8

    /// What a picture is made of.
    struct Ingredients {
        let source: any ImageSource
        let isRead: Bool
        let prepared: PreparedPhoto
    }

    /// The one on the screen, its neighbours, and those seen before.
    private static let limit = 6

    private var entries: [PhotoReference: Entry] = [:]
    private var recent: [PhotoReference] = []
    /// Those that are looked at together.
    private var held: Set<PhotoReference> = []

    func contains(_ reference: PhotoReference) -> Bool { entries[reference] != nil }

    /// The open version, if it is as wide, or the best there is.
    func opened(_ reference: PhotoReference, covering width: Int?) -> OpenedPhoto? {
        guard let opened = entries[reference]?.opened else { return nil }
        if opened.isComplete { return opened }
        guard let width, opened.source.size.width >= width else { return nil }
        return opened
    }

    /// `nil` if the photo is not open.
    func ingredients(for request: ImageRequest) -> Ingredients? {
        guard let entry = entry(for: request) else { return nil }
        let encoder = Self.encoder(of: entry, for: request)
        if let toned = entry.toned, toned.isFor(request) {
            return Ingredients(
                source: toned.source,
                isRead: entry.read == ReadPicture(part: request.part, isToned: true),
                prepared: PreparedPhoto(
                    encoder: encoder, coarse: toned.coarse, toned: toned.levels))
        }
        let orientation = request.adjustments.orientation
        let coarse = entry.coarse.flatMap {
            $0.orientation == orientation && $0.part == request.part ? $0.photo : nil
        }
        return Ingredients(
            source: TurnedSource.of(entry.opened.source.knownPart(request.part), orientation),
            isRead: entry.read == ReadPicture(part: request.part, isToned: false),
            prepared: PreparedPhoto(encoder: encoder, coarse: coarse))
    }

    /// Keeps a photo through its levels, in place of those before.
    mutating func keep(
        _ source: any ImageSource, _ levels: TonedLevels, for request: ImageRequest
    ) {
        guard let photo = request.subject.photo else { return }
        entries[photo]?.toned = TonedPhoto(
            source: source, levels: levels, adjustments: request.adjustments, part: request.part)
    }

    /// Keeps a photo open, in place of a smaller version of it and of the least recently used.
    mutating func keep(_ opened: OpenedPhoto, as reference: PhotoReference) {
        // A smaller version comes too late. A larger one gets its own palette: a preview may have lost
        // the few bright stars that the original has.
        let known = entries[reference]?.opened.source.size.width ?? 0
        if opened.source.size.width > known { entries[reference] = Entry(opened: opened) }
        recent.removeAll { $0 == reference }
        recent.append(reference)
        while recent.count > Self.limit,
            let oldest = recent.firstIndex(where: { !held.contains($0) })
        {
            entries[recent.remove(at: oldest)] = nil
        }
    }

    /// Closes none of these to make room, until others are named.
    mutating func hold(_ references: [PhotoReference]) { held = Set(references) }

    mutating func forget(_ reference: PhotoReference) {
        entries[reference] = nil
        recent.removeAll { $0 == reference }
    }

    /// One palette for a photo, not one for a picture: colours must not change while it moves.
    ///
    /// On a screen of another size it comes to rest in the colours that a fresh start would choose.
    private static func encoder(of entry: Entry, for request: ImageRequest) -> SixelEncoder? {
        guard request.hasPhotoPalette,
            let known = entry.encoders[PaletteKey(request, of: entry)],
            known.part == request.part
        else { return nil }
        let isResized = known.screen != request.size
        return isResized && request.quality == .atRest ? nil : known.encoder
    }

    /// Stores what a picture has shown of its photo.
    mutating func learn(
        from image: RenderedImage, _ prepared: PreparedPhoto, of source: any ImageSource
    ) {
        let request = image.request
        let orientation = request.adjustments.orientation
        // A larger version may have come meanwhile: it gets its own palette.
        guard let photo = request.subject.photo, var entry = entries[photo],
            orientation.uprightSize(of: entry.opened.source.knownPart(request.part).size)
                == source.size
        else { return }
        let isToned = prepared.toned != nil
        if request.overlay == nil {
            let status = ImageSourceStatus(
                figures: image.cost.figures, isFetchedByArea: source.status.isFetchedByArea)
            entry.read =
                status.isRead ? ReadPicture(part: request.part, isToned: isToned) : nil
        }
        // Other levels may have come meanwhile.
        guard isToned == (entry.toned?.isFor(request) ?? false) else { return }
        if let coarse = prepared.coarse {
            if isToned {
                entry.toned?.coarse = coarse
            } else {
                entry.coarse = (coarse, orientation, request.part)
            }
        }
        if let encoder = prepared.encoder, Self.encoder(of: entry, for: request) == nil {
            if entry.encoders.count >= Self.paletteLimit {
                entry.encoders = entry.encoders.filter { $0.key.levels == .none }
            }
            entry.encoders[PaletteKey(request, of: entry)] = (encoder, request.size, request.part)
        }
        entries[photo] = entry
    }

    /// An encoder for as much as there is of a photo; `nil` if there was noticeably less when it was made.
    func draftEncoder(for request: ImageRequest) -> SixelEncoder? {
        guard let entry = entry(for: request) else { return nil }
        if let known = Self.encoder(of: entry, for: request) { return known }
        guard let known = entry.draftEncoders[PaletteKey(request, of: entry)],
            known.eighths == entry.opened.source.eighthsRead
        else { return nil }
        return known.encoder
    }

    mutating func keepDraft(_ encoder: SixelEncoder?, for request: ImageRequest, eighths: Int) {
        guard let encoder, let photo = request.subject.photo, let entry = entries[photo],
            Self.encoder(of: entry, for: request) == nil
        else { return }
        entries[photo]?.draftEncoders[PaletteKey(request, of: entry)] = (encoder, eighths)
    }

    private func entry(for request: ImageRequest) -> Entry? {
        request.subject.photo.flatMap { entries[$0] }
    }
}

extension ImageSubject {
    fileprivate var photo: PhotoReference? {
        if case .photo(let photo) = self { photo } else { nil }
    }
}

extension ImageSource {
    var eighthsRead: Int { Int((status.figures?.fractionRead ?? 0) * 8) }
}
