package import Imaging
internal import PhotoCatalog
internal import TerminalProtocols

/// From a reference to a picture: keeps the books, so that whoever asks for the same thing shares
/// one answer; the work itself happens off the actor.
package actor PhotoPipeline {
    private struct Entry {
        var opened: OpenedPhoto
        /// By the number of registers; an encoder keeps its tables warm from frame to frame.
        var encoders: [Int: PhotoEncoder] = [:]
        var draftEncoders: [Int: DraftEncoder] = [:]
    }

    /// An encoder, and the size of the screen whose first picture gave it its colours.
    private struct PhotoEncoder {
        let encoder: SixelEncoder
        let screen: PixelSize
    }

    /// One that was made before the photo was read, and how much of it was.
    private struct DraftEncoder {
        let eighths: Int
        let encoder: SixelEncoder
    }

    private struct OpeningKey: Hashable {
        let reference: PhotoReference
        let width: Int?
    }

    private typealias Opening = Task<OpenedPhoto, any Error>

    /// Photos kept open: the one on the screen, those beside it, and those one came from.
    private static let openLimit = 6

    private let opener: any PhotoLoader
    private let workshop: Workshop
    private var entries: [PhotoReference: Entry] = [:]
    private var recent: [PhotoReference] = []
    private var openings: [OpeningKey: Opening] = [:]
    private var newest: FrameRequest?

    /// `png` makes an opaque PNG, for terminals that take pictures so.
    package init(
        opener: any PhotoLoader, stopwatch: Stopwatch,
        enlarging: Enlargement = .smooth, png: @escaping @Sendable (Raster) -> [UInt8]
    ) {
        self.opener = opener
        workshop = Workshop(stopwatch: stopwatch, enlarging: enlarging, png: png)
    }

    /// Opens a photo, or gives the version that is open if it suffices.
    package func open(
        _ reference: PhotoReference, covering width: Int?,
        progress: @escaping @Sendable (PhotoProgress) -> Void
    ) async throws(PictureFailure) -> OpenedPhoto {
        try await opened(begin(reference, covering: width, progress: progress))
    }

    /// Enters an opening in the books at once, so that what is asked in order happens in order.
    package func begin(
        _ reference: PhotoReference, covering width: Int?,
        progress: @escaping @Sendable (PhotoProgress) -> Void
    ) -> PendingPhoto {
        if let opened = entries[reference]?.opened, Self.suffices(opened, width) {
            return PendingPhoto(reference: reference, width: width, task: Task { opened })
        }
        let key = OpeningKey(reference: reference, width: width)
        let task = openings[key] ?? start(key, progress)
        return PendingPhoto(reference: reference, width: width, task: task)
    }

    /// Waits for an opening and keeps what it brings.
    package func opened(_ pending: PendingPhoto) async throws(PictureFailure) -> OpenedPhoto {
        let key = OpeningKey(reference: pending.reference, width: pending.width)
        defer { if openings[key] == pending.task { openings[key] = nil } }
        let opened = try await Self.value(of: pending.task)
        keep(opened, as: pending.reference)
        return opened
    }

    /// Has photos open before they are asked for, as the smallest version that covers the screen.
    ///
    /// What fails is told when they are asked for.
    package func prepare(_ photos: [PhotoReference], covering width: Int) {
        for photo in photos where entries[photo] == nil {
            let pending = begin(photo, covering: width) { _ in }
            Task {
                do {
                    _ = try await opened(pending)
                } catch {
                    // Told when somebody wants to see it.
                }
            }
        }
    }

    /// Stops fetching a photo that nobody looks at any more.
    package func abandon(_ reference: PhotoReference) {
        for (key, task) in openings where key.reference == reference {
            task.cancel()
            // Whoever comes back asks anew: what was given up will not arrive.
            openings[key] = nil
        }
    }

    /// Forgets a photo, so that opening it again reads it again.
    package func forget(_ reference: PhotoReference) {
        abandon(reference)
        entries[reference] = nil
        recent.removeAll { $0 == reference }
    }

    /// Hands over the picture that was asked for; before it coarser ones while the photo is still being
    /// read, and then no more if meanwhile something else was asked for.
    ///
    /// - Returns: false if the photo is not open; of many photos those that were opened last are.
    @discardableResult
    package func show(
        _ request: FrameRequest, _ take: @Sendable (EncodedFrame) -> Void
    ) async throws(PictureFailure) -> Bool {
        newest = request
        while let source = entries[request.photo]?.opened.source {
            guard let missing = await missing(for: request, of: source) else {
                take(try await frame(for: request, of: source))
                return true
            }
            if let draft = await draft(for: request, of: source) { take(draft) }
            await Workshop.arrival(of: missing, from: source)
            guard newest == request, !Task.isCancelled else { return true }
        }
        return false
    }

    private func missing(
        for request: FrameRequest, of source: any ImageSource
    ) async -> ScaledWindow? {
        let hasPalette = encoder(for: request) != nil
        return await Self.offActor {
            Workshop.missing(for: request, of: source, hasPalette: hasPalette)
        }
    }

    private func draft(
        for request: FrameRequest, of source: any ImageSource
    ) async -> EncodedFrame? {
        let encoder = await draftEncoder(for: request, source)
        guard encoder != nil || request.style.graphics != .sixel else { return nil }
        return await Self.offActor { [workshop] in
            workshop.draft(request, of: source, encoder: encoder)
        }
    }

    /// The picture that was asked for; nil where the photo is not open.
    package func frame(
        for request: FrameRequest
    ) async throws(PictureFailure) -> EncodedFrame? {
        guard let source = entries[request.photo]?.opened.source else { return nil }
        while let missing = await missing(for: request, of: source), !Task.isCancelled {
            await Workshop.arrival(of: missing, from: source)
        }
        return try await frame(for: request, of: source)
    }

    private func frame(
        for request: FrameRequest, of source: any ImageSource
    ) async throws(PictureFailure) -> EncodedFrame {
        let known = encoder(for: request)
        do throws(DecodingFailure) {
            let (frame, encoder) = try await Self.offActor {
                [workshop] () throws(DecodingFailure) in
                try workshop.frame(request, of: source, encoder: known)
            }
            keep(encoder, for: request, of: source)
            return frame
        } catch {
            throw .decoding(error)
        }
    }

    /// What there is of a scaled photo while a region of it is still being read; nil once the region is
    /// at hand, where the photo is not open, or where there is nothing yet and never will be.
    package func sketch(
        _ all: ScaledWindow, until region: ScaledWindow, of photo: PhotoReference,
        over background: RGBColour
    ) async -> Raster? {
        while let source = entries[photo]?.opened.source, !Task.isCancelled,
            await !Self.offActor({ Workshop.isReady(region, of: source) })
        {
            let raster = await Self.offActor { [workshop] in
                workshop.sketch(all, of: source, over: background)
            }
            if let raster { return raster }
            await Workshop.arrival(of: region, from: source)
        }
        return nil
    }

    /// Returns when a region is at hand or noticeably more of it is than now.
    package func moreThanNow(of region: ScaledWindow, of photo: PhotoReference) async {
        guard let source = entries[photo]?.opened.source else { return }
        await Workshop.arrival(of: region, from: source)
    }

    /// A part of a scaled photo for a terminal that keeps pictures, and what it cost; nil where the
    /// photo is not open, or the task is cancelled before there is enough of it.
    package func picture(
        _ region: ScaledWindow, of photo: PhotoReference, over background: RGBColour,
        by layOut: @Sendable (Raster) -> [UInt8]
    ) async throws(PictureFailure) -> ([UInt8], PictureCost)? {
        guard let source = entries[photo]?.opened.source else { return nil }
        do throws(DecodingFailure) {
            return try await Self.offActor { [workshop] () async throws(DecodingFailure) in
                try await workshop.picture(region, of: source, over: background, by: layOut)
            }
        } catch {
            throw .decoding(error)
        }
    }

    /// One palette for a photo, not one for a frame: colours must not change while it moves.
    ///
    /// On a screen of another size it comes to rest in the colours that a fresh start would choose.
    private func encoder(for request: FrameRequest) -> SixelEncoder? {
        guard request.style.graphics == .sixel,
            let known = entries[request.photo]?.encoders[request.style.registers]
        else { return nil }
        let isResized = known.screen != request.area.size
        return isResized && request.fineness == .atRest ? nil : known.encoder
    }

    private func keep(
        _ encoder: SixelEncoder?, for request: FrameRequest, of source: any ImageSource
    ) {
        // A larger version may have come meanwhile: it gets a palette of its own.
        guard let encoder, let entry = entries[request.photo],
            entry.opened.source.size == source.size, self.encoder(for: request) == nil
        else { return }
        entries[request.photo]?.encoders[request.style.registers] = PhotoEncoder(
            encoder: encoder, screen: request.area.size)
    }

    /// A palette of what there is: made anew when there is noticeably more.
    private func draftEncoder(
        for request: FrameRequest, _ source: any ImageSource
    ) async -> SixelEncoder? {
        guard request.style.graphics == .sixel else { return nil }
        let registers = request.style.registers
        if let known = encoder(for: request) { return known }
        let eighths = Int((source.status.figures?.fractionRead ?? 0) * 8)
        if let known = entries[request.photo]?.draftEncoders[registers], known.eighths == eighths {
            return known.encoder
        }
        let built = await Self.offActor { [workshop] in
            workshop.draftPalette(of: source, style: request.style)
                .map { SixelEncoder(palette: $0) }
        }
        guard let built else { return nil }
        entries[request.photo]?.draftEncoders[registers] = DraftEncoder(
            eighths: eighths, encoder: built)
        return built
    }

    private static func suffices(_ opened: OpenedPhoto, _ width: Int?) -> Bool {
        if opened.isComplete { return true }
        guard let width else { return false }
        return opened.source.size.width >= width
    }

    private func start(
        _ key: OpeningKey, _ progress: @escaping @Sendable (PhotoProgress) -> Void
    ) -> Opening {
        let task = Task.detached(executorPreference: BlockingThreads.shared) { [opener] in
            try await opener.load(
                .photo(key.reference), covering: key.width, progress: progress)
        }
        openings[key] = task
        return task
    }

    private static func value(of task: Opening) async throws(PictureFailure) -> OpenedPhoto {
        switch await task.result {
        case .success(let opened): return opened
        case .failure(let failure as PictureFailure): throw failure
        // The opener throws nothing else; a task that was cancelled before it began does.
        case .failure: throw .fetching(.cancelled)
        }
    }

    private func keep(_ opened: OpenedPhoto, as reference: PhotoReference) {
        // A smaller version comes too late. A larger one gets a palette of its own: a preview may
        // have lost the few bright stars that the original has.
        let known = entries[reference]?.opened.source.size.width ?? 0
        if opened.source.size.width > known { entries[reference] = Entry(opened: opened) }
        recent.removeAll { $0 == reference }
        recent.append(reference)
        while recent.count > Self.openLimit { entries[recent.removeFirst()] = nil }
    }

    /// Does what may wait for a decoder where nobody else waits for it.
    private nonisolated(nonsending) static func offActor<Result: Sendable, Failure: Error>(
        _ work: @Sendable () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        try await withTaskExecutorPreference(BlockingThreads.shared) {
            () async throws(Failure) in try await work()
        }
    }
}
