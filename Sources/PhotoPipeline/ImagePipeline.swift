internal import Imaging
internal import PhotoCatalog
internal import TerminalProtocols
internal import Waiting

/// A loader and renderer of photos; equal requests share one result, and unneeded work is
/// cancelled.
///
/// The actor only manages state; the work runs outside the actor.
package actor ImagePipeline {
    /// The task of opening a photo.
    package typealias Opening = Task<Result<OpenedPhoto, PictureFailure>, Never>

    private struct OpeningKey: Hashable {
        let reference: PhotoReference
        let width: Int?
    }

    /// The maximum number of concurrent loads of thumbnails: the number of connections to one host.
    private static let loadLimit = 6
    /// The cache limit for small photos, in bytes.
    ///
    /// The cache has space for about 80 photos of 0.3 MB each, enough for the visible page and its
    /// neighbours. Other photos are cached only as rendered thumbnails.
    private static let smallPhotosLimitBytes = 24 << 20
    /// The cache limit for thumbnails in bytes: about a thousand thumbnails of 10 to 30 kB each.
    private static let thumbnailsLimitBytes = 16 << 20

    /// The results of requests, for one listener.
    ///
    /// Pictures that arrive after a newer request are included, because the listener must delete
    /// the shared memory of unused pictures.
    package nonisolated let events: AsyncStream<ImageEvent>

    private let loader: any PhotoLoader
    private let pause: @Sendable (Duration) async -> Void
    private let renderer: Renderer
    private let output: AsyncStream<ImageEvent>.Continuation

    private var photos = OpenPhotos()
    private var openings: [OpeningKey: Opening] = [:]
    /// The tasks that read changed files again.
    private var rereadings: [PhotoReference: Opening] = [:]
    private var renderings: [ImageRequest: Task<Void, Never>] = [:]

    private var wanted: [ImageRequest] = []
    private var loads: [ImageSubject: ThumbnailLoad] = [:]
    private var drawing: Set<ImageRequest> = []
    private var smallPhotos = LRUCache<ImageSubject, Thumbnail>(
        costLimit: smallPhotosLimitBytes)
    private var thumbnails = LRUCache<ImageRequest, RenderedImage>(
        costLimit: thumbnailsLimitBytes)

    /// Creates a pipeline; `pause` waits for a duration and returns early if its task is cancelled.
    package init(
        loader: any PhotoLoader, pause: @escaping @Sendable (Duration) async -> Void,
        renderer: Renderer
    ) {
        self.loader = loader
        self.pause = pause
        self.renderer = renderer
        (events, output) = AsyncStream.makeStream(of: ImageEvent.self)
    }

    /// Sets all wanted pictures, the most urgent first.
    ///
    /// The call cancels other work and immediately sends cached thumbnails. Each call reports
    /// photos that are not open and pictures that have failed, except thumbnails.
    package func want(_ requests: [ImageRequest]) {
        let named = Set(requests)
        for (request, rendering) in renderings where !named.contains(request) {
            rendering.cancel()
            renderings[request] = nil
        }
        for request in requests where !request.window.isFitted && renderings[request] == nil {
            begin(request)
        }
        var seen: Set<ImageRequest> = []
        wanted = requests.filter { $0.window.isFitted && seen.insert($0).inserted }
        for request in wanted {
            if let known = thumbnails.value(for: request) { output.yield(.image(known)) }
        }
        loadWanted()
    }

    /// Retries thumbnails that have failed; called only at the user's request.
    package func retry() {
        loads = loads.filter { $0.value.state != .gaveUp }
        loadWanted()
    }

    /// Cancels all work and ends `events`.
    package func stop() {
        want([])
        output.finish()
    }
}

extension ImagePipeline {
    /// Opens a photo, or returns the open version if that version is large enough and current.
    package func open(
        _ reference: PhotoReference, covering width: Int?,
        progress: @escaping @Sendable (PhotoProgress) -> Void
    ) async throws(PictureFailure) -> OpenedPhoto {
        try await begin(reference, covering: width, progress: progress).value.get()
    }

    /// Starts to open a photo, and registers the task immediately to preserve the order of calls.
    package func begin(
        _ reference: PhotoReference, covering width: Int?,
        progress: @escaping @Sendable (PhotoProgress) -> Void = { _ in }
    ) -> Opening {
        let key = OpeningKey(reference: reference, width: width)
        let known = photos.opened(reference, covering: width)
        if let known {
            photos.keep(known, as: reference)
            if known.file == nil { return Task { .success(known) } }
        }
        if let opening = openings[key] { return opening }
        let opening = Task(executorPreference: BlockingTaskExecutor.shared) {
            await self.load(key, unlessCurrent: known, progress)
        }
        openings[key] = opening
        return opening
    }

    /// Opens photos in advance, each in the smallest version that covers the screen; a photo that
    /// is open in a smaller version is skipped.
    package func prefetch(
        _ references: [PhotoReference], covering width: Int
    ) -> [(photo: PhotoReference, opening: Opening)] {
        references.filter { photos.mayCover($0, width) }.map { ($0, begin($0, covering: width)) }
    }

    /// Stops fetching a photo that is no longer viewed.
    package func abandon(_ reference: PhotoReference) {
        rereadings.removeValue(forKey: reference)?.cancel()
        for (key, task) in openings where key.reference == reference {
            task.cancel()
            // The cancelled task will not return the photo, so the next opening fetches it again.
            openings[key] = nil
        }
    }

    /// Keeps these photos open when other photos are opened.
    package func hold(_ references: [PhotoReference]) { photos.hold(references) }

    /// Closes a photo, so that the next opening reads the photo again.
    package func forget(_ reference: PhotoReference) {
        abandon(reference)
        photos.forget(reference)
    }

    /// Opens a photo unless `known` is open and its file is unchanged.
    private func load(
        _ key: OpeningKey, unlessCurrent known: OpenedPhoto?,
        _ progress: @escaping @Sendable (PhotoProgress) -> Void
    ) async -> Result<OpenedPhoto, PictureFailure> {
        // A new task may have replaced a cancelled one.
        defer { if !Task.isCancelled { openings[key] = nil } }
        if let known, await loader.checks(known, of: key.reference) { return .success(known) }
        do throws(PictureFailure) {
            let loaded = try await loader.load(
                .photo(key.reference), covering: key.width, progress: progress)
            return .success(photos.add(loaded, as: key.reference))
        } catch {
            return .failure(error)
        }
    }
}

// Rereading of changed files.
extension ImagePipeline {
    /// Reads a photo again; the open version stays open until the new one is open or opening fails.
    ///
    /// Opening is retried, because a file that cannot be opened may be incomplete or about to be
    /// replaced.
    package func reread(_ reference: PhotoReference, covering width: Int?) -> Opening {
        rereadings[reference]?.cancel()
        let reading = Task(executorPreference: BlockingTaskExecutor.shared) {
            await self.read(reference, covering: width)
        }
        rereadings[reference] = reading
        return reading
    }

    private func read(
        _ reference: PhotoReference, covering width: Int?
    ) async -> Result<OpenedPhoto, PictureFailure> {
        // A new task has replaced a cancelled one.
        defer { if !Task.isCancelled { rereadings[reference] = nil } }
        let tries = WholeFileReader(loader: loader, pause: pause)
        let result = await tries.open(reference, covering: width)
        guard !Task.isCancelled else { return .failure(.fetching(.cancelled)) }
        guard case .success(let loaded) = result else {
            photos.forget(reference)
            return result
        }
        return .success(photos.replace(with: loaded, as: reference))
    }
}

extension ImagePipeline {
    private func begin(_ request: ImageRequest) {
        renderings[request] = Task {
            await tell(request)
            // A new task may have replaced a cancelled one.
            if !Task.isCancelled { renderings[request] = nil }
        }
    }

    private func tell(_ request: ImageRequest) async {
        do throws(PictureFailure) {
            if let image = try await image(for: request, previews: request.previewLimit) {
                output.yield(.image(image))
            } else if !Task.isCancelled {
                output.yield(.closed(request))
            }
        } catch {
            if !Task.isCancelled { output.yield(.failed(request, error)) }
        }
    }

    /// Renders one picture; returns `nil` if the photo is not open or the task is cancelled.
    ///
    /// The call first sends up to `limit` previews, one each time more of the photo has been read.
    package func image(
        for request: ImageRequest, previews limit: Int = 0
    ) async throws(PictureFailure) -> RenderedImage? {
        var previews = 0
        while let photo = photos.renderInputs(for: request), !Task.isCancelled {
            let source = photo.source
            switch try await attempt(request, of: photo) {
            case .rendered(let image, let prepared):
                if !photo.isRead || prepared.hasMore(than: photo.prepared) {
                    photos.learn(from: image, prepared, of: source)
                }
                guard try await openToned(request, photo, prepared) else { return image }
                if previews < limit {
                    output.yield(.image(image.asPreview))
                    previews += 1
                }
            case .awaiting(let missing):
                if previews < limit, let preview = await preview(request, from: source) {
                    output.yield(.image(preview))
                    previews += 1
                }
                await source.arrival(of: missing)
            }
        }
        return nil
    }

    /// Passes the bytes of a printed picture to `output` in order, while later bytes are encoded.
    ///
    /// `output` is called on another thread and may block. The levels of the request are ignored.
    package func print(
        _ request: ImageRequest, adjusted adjustments: ImageAdjustments = .none,
        to output: @escaping @Sendable ([UInt8]) -> Void
    ) async throws(PictureFailure) {
        guard let source = photos.renderInputs(for: request)?.source else { return }
        do throws(DecodingFailure) {
            try await BlockingTaskExecutor.run { [renderer] () async throws(DecodingFailure) in
                let source = try adjustments.applied(to: source)
                try await renderer.print(request, of: source, to: output)
            }
        } catch {
            throw .decoding(error)
        }
    }

    /// Reopens the photo at full bit depth if the levels were applied to samples with fewer bits.
    ///
    /// - Returns: true if the picture must be rendered again.
    private func openToned(
        _ request: ImageRequest, _ photo: OpenPhotos.RenderInputs, _ prepared: RenderCache
    ) async throws(PictureFailure) -> Bool {
        guard photo.prepared.levelled == nil, photo.source.isHighBitDepth, request.overlay == nil,
            let histogram = prepared.overview?.histogram
        else { return false }
        let levels = request.adjustments.levels
        do throws(DecodingFailure) {
            let levelled = try await BlockingTaskExecutor.run { () throws(DecodingFailure) in
                try photo.applying(levels, histogram)
            }
            guard let levelled else { return false }
            photos.keep(levelled.source, levelled.levels, for: request)
            return true
        } catch {
            throw .decoding(error)
        }
    }

    private func attempt(
        _ request: ImageRequest, of photo: OpenPhotos.RenderInputs
    ) async throws(PictureFailure) -> Renderer.Attempt {
        do throws(DecodingFailure) {
            return try await BlockingTaskExecutor.run {
                [renderer] () async throws(DecodingFailure) in
                try await renderer.attempt(
                    request, of: photo.source, isRead: photo.isRead, by: photo.prepared)
            }
        } catch {
            throw .decoding(error)
        }
    }

    /// Returns a preview from the data read so far; the preview's palette is updated as more data
    /// is read.
    private func preview(
        _ request: ImageRequest, from source: any ImageSource
    ) async -> RenderedImage? {
        let known = photos.draftEncoder(for: request)
        let eighths = source.eighthsRead
        let overview = photos.renderInputs(for: request)?.prepared.overview
        let made = await BlockingTaskExecutor.run { [renderer] in
            renderer.preview(
                request, of: source, by: RenderCache(encoder: known, overview: overview))
        }
        guard let (image, encoder) = made else { return nil }
        if known == nil { photos.keepDraft(encoder, for: request, eighths: eighths) }
        return image
    }
}

extension ImagePipeline {
    /// Starts loads up to the limit, and cancels unneeded loads.
    private func loadWanted() {
        let subjects = Set(wanted.map(\.subject))
        for (subject, load) in loads where !subjects.contains(subject) {
            load.cancel()
            loads[subject] = nil
        }
        for request in wanted where !drawing.contains(request) {
            guard thumbnails.value(for: request) == nil else { continue }
            if let photo = smallPhotos.value(for: request.subject), photo.suffices(for: request) {
                draw(request, of: photo)
            } else {
                load(request)
            }
        }
    }

    private func draw(_ request: ImageRequest, of photo: Thumbnail) {
        drawing.insert(request)
        Task { @concurrent [renderer] in
            await self.drawn(renderer.render(request, of: photo.region))
        }
    }

    private func drawn(_ image: RenderedImage) {
        drawing.remove(image.request)
        thumbnails.insert(image, cost: image.image.byteCount, for: image.request)
        if wanted.contains(image.request) { output.yield(.image(image)) }
    }

    private func load(_ request: ImageRequest) {
        guard loads.values.count(where: \.isLoading) < Self.loadLimit else { return }
        var load = loads[request.subject] ?? ThumbnailLoad()
        guard load.state == .due else { return }
        load.state = .loading(
            Task(executorPreference: BlockingTaskExecutor.shared) { [loader] in
                let photo = await Thumbnail.load(for: request, from: loader)
                await self.loaded(photo, for: request)
            })
        loads[request.subject] = load
    }

    private func loaded(
        _ photo: Result<Thumbnail, PictureFailure>, for request: ImageRequest
    ) {
        // A new task may have replaced a cancelled one.
        guard !Task.isCancelled else { return }
        switch photo {
        case .success(let photo):
            loads[request.subject] = nil
            smallPhotos.insert(photo, cost: photo.byteCount, for: request.subject)
        case .failure(let failure):
            rest(request.subject, after: failure)
        }
        loadWanted()
    }

    private func rest(_ subject: ImageSubject, after failure: PictureFailure) {
        if let time = loads[subject]?.pause(after: failure) {
            loads[subject]?.state = .pausing(
                Task {
                    await pause(time)
                    guard !Task.isCancelled else { return }
                    loads[subject]?.state = .due
                    loadWanted()
                })
        } else {
            loads[subject]?.state = .gaveUp
            for request in wanted where request.subject == subject {
                output.yield(.failed(request, failure))
            }
        }
    }
}
