internal import Imaging
internal import PhotoCatalog

/// A whole photo decoded at a small size, which serves to render thumbnails.
struct Thumbnail: Sendable {
    /// The minimum length of the longer side in pixels, unless the photo is smaller.
    ///
    /// With this size, a layout with another number of columns requires no new fetch. The library's
    /// thumbs have 640 pixels; half of that length takes 0.3 MB per photo.
    private static let side = 320

    let region: RegionPixels
    /// The width of the requested picture when the photo was opened.
    private let width: Int

    init(_ source: any ImageSource, for request: ImageRequest) throws(DecodingFailure) {
        let photo = source.size
        let needed = request.window.place(on: photo, in: request.size).window.scaled
        let least = photo.fitted(into: PixelSize(width: Self.side, height: Self.side))
        let scaled = PixelSize(
            width: max(needed.width, least.width), height: max(needed.height, least.height))
        let all = ScaledWindow(photo: photo, scaled: scaled, window: PixelRect(scaled))
        let reduction = Resampler().source(for: all, upTo: source.coarsest).reduction
        region = try source.pixels(
            of: PixelRect(photo.reduced(by: reduction)), reducedBy: reduction)
        width = request.size.width
    }

    @concurrent
    static func load(
        for request: ImageRequest, from loader: any PhotoLoader
    ) async -> Result<Thumbnail, PictureFailure> {
        do throws(PictureFailure) {
            let source = try await loader.preview(for: request)
            return Result { () throws(DecodingFailure) in
                try Thumbnail(source, for: request)
            }.mapError(PictureFailure.decoding)
        } catch {
            return .failure(error)
        }
    }

    var byteCount: Int { region.raster.byteCount }

    /// Returns true if opening the photo again would not give a better thumbnail.
    func suffices(for request: ImageRequest) -> Bool {
        let needed = request.window.place(on: region.photo, in: request.size).window.scaled
        if region.raster.size.width >= needed.width, region.raster.size.height >= needed.height {
            return region.photo.width >= needed.width || width >= request.size.width
        }
        return region.reduction == .none && width >= request.size.width
    }
}

/// The state of loading a thumbnail, with retries.
struct ThumbnailLoad: Sendable {
    enum State: Equatable, Sendable {
        /// The next attempt can start.
        case due
        case loading(Task<Void, Never>)
        /// The load waits for the next attempt.
        case pausing(Task<Void, Never>)
        case gaveUp
    }

    var state = State.due
    private var failures = 0

    /// Returns the time until the next attempt; `nil` after the last attempt, or if a retry would
    /// not help.
    ///
    /// The times triple: 0.2 s, 0.6 s, 1.8 s and 5.4 s, as in the iPhone's photo browsers. A longer
    /// `Retry-After` takes precedence.
    mutating func pause(after failure: PictureFailure) -> Duration? {
        guard failure.mayPass, failures < Self.retries else { return nil }
        defer { failures += 1 }
        let pause = (0..<failures).reduce(Duration.milliseconds(200)) { pause, _ in pause * 3 }
        return max(pause, .seconds(failure.retryAfterSeconds ?? 0))
    }

    private static let retries = 4

    func cancel() {
        switch state {
        case .loading(let task), .pausing(let task): task.cancel()
        case .due, .gaveUp: break
        }
    }

    var isLoading: Bool { if case .loading = state { true } else { false } }
}

extension PictureFailure {
    /// The maximum accepted `Retry-After`, in seconds; after a longer one, there is no retry.
    private static let longestPauseSeconds = 60

    /// The `Retry-After` of an overloaded server; `nil` if the server sent no such time.
    ///
    /// The time is handled here, because the fetcher does not retry thumbnails.
    fileprivate var retryAfterSeconds: Int? {
        if case .fetching(.rateLimited(let seconds)) = self { seconds } else { nil }
    }

    /// True if a retry may succeed soon.
    fileprivate var mayPass: Bool {
        switch self {
        case .fetching(.notFound), .fetching(.refused), .fetching(.addressNotAllowed),
            .fetching(.tooLarge), .fetching(.noRoom), .decoding, .reading, .noPage,
            .positionFault:
            false
        case .fetching, .looking: retryAfterSeconds ?? 0 <= Self.longestPauseSeconds
        }
    }
}
