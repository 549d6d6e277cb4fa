internal import Imaging
internal import TerminalProtocols

/// The photos that are kept open, and the colours that were chosen for each.
struct OpenPhotos {
    private struct Entry {
        let opened: OpenedPhoto
        /// By the number of registers; an encoder keeps its tables warm from picture to picture.
        ///
        /// The first picture on a screen of that size gave it its colours.
        var encoders: [Int: (encoder: SixelEncoder, screen: PixelSize)] = [:]
        /// Those that were made before the photo was read, and how much of it was.
        var draftEncoders: [Int: (encoder: SixelEncoder, eighths: Int)] = [:]
    }

    /// The one on the screen, those beside it, and those one came from.
    private static let limit = 6

    private var entries: [PhotoReference: Entry] = [:]
    private var recent: [PhotoReference] = []

    func contains(_ reference: PhotoReference) -> Bool { entries[reference] != nil }

    /// The version that is open, if it has that many pixels across, or all there are.
    func opened(_ reference: PhotoReference, covering width: Int?) -> OpenedPhoto? {
        guard let opened = entries[reference]?.opened else { return nil }
        if opened.isComplete { return opened }
        guard let width, opened.source.size.width >= width else { return nil }
        return opened
    }

    func source(for request: ImageRequest) -> (any ImageSource)? {
        entry(for: request)?.opened.source
    }

    /// Keeps a photo open, in place of a smaller version of it and of what was used longest ago.
    mutating func keep(_ opened: OpenedPhoto, as reference: PhotoReference) {
        // A smaller version comes too late. A larger one gets a palette of its own: a preview may
        // have lost the few bright stars that the original has.
        let known = entries[reference]?.opened.source.size.width ?? 0
        if opened.source.size.width > known { entries[reference] = Entry(opened: opened) }
        recent.removeAll { $0 == reference }
        recent.append(reference)
        while recent.count > Self.limit { entries[recent.removeFirst()] = nil }
    }

    mutating func forget(_ reference: PhotoReference) {
        entries[reference] = nil
        recent.removeAll { $0 == reference }
    }

    /// One palette for a photo, not one for a picture: colours must not change while it moves.
    ///
    /// On a screen of another size it comes to rest in the colours that a fresh start would choose.
    func encoder(for request: ImageRequest) -> SixelEncoder? {
        guard request.hasPhotoPalette,
            let known = entry(for: request)?.encoders[request.options.registers]
        else { return nil }
        let isResized = known.screen != request.size
        return isResized && request.quality == .atRest ? nil : known.encoder
    }

    mutating func keep(
        _ encoder: SixelEncoder?, for request: ImageRequest, of source: any ImageSource
    ) {
        // A larger version may have come meanwhile: it gets a palette of its own.
        guard let encoder, let photo = request.subject.photo,
            entries[photo]?.opened.source.size == source.size, self.encoder(for: request) == nil
        else { return }
        entries[photo]?.encoders[request.options.registers] = (encoder, request.size)
    }

    /// One of the colours of what there is of a photo; none of when there was noticeably less.
    func draftEncoder(for request: ImageRequest) -> SixelEncoder? {
        if let known = encoder(for: request) { return known }
        guard let entry = entry(for: request),
            let known = entry.draftEncoders[request.options.registers],
            known.eighths == entry.opened.source.eighthsRead
        else { return nil }
        return known.encoder
    }

    mutating func keepDraft(_ encoder: SixelEncoder?, for request: ImageRequest, eighths: Int) {
        guard let encoder, let photo = request.subject.photo, self.encoder(for: request) == nil
        else { return }
        entries[photo]?.draftEncoders[request.options.registers] = (encoder, eighths)
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
