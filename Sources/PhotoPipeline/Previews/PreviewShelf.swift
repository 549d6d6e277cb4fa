package import Imaging
internal import PhotoCatalog

/// The small pictures of the page that is shown: keeps the books, so that equal requests share one
/// answer and nothing is fetched for what has left the page; the work happens off the actor.
package actor PreviewShelf {
    /// As many connections as the transfer opens to one host; more would wait there, out of our reach.
    private static let fetchLimit = 6
    /// 0.3 MB each from the library's thumbs: the last 150 photos, a dozen pages of a list.
    private static let photosLimitBytes = 48 << 20
    /// 10 to 30 kB each: a thousand rows to scroll back over.
    private static let previewsLimitBytes = 16 << 20

    /// What has come, whether the page still wants it or not; for one listener.
    package nonisolated let answers: AsyncStream<EncodedPreview>

    private let opener: any PhotoLoader
    private let pause: Pause
    private let workshop: PreviewWorkshop
    private let answer: AsyncStream<EncodedPreview>.Continuation
    private var wanted: [PreviewRequest] = []
    private var errands: [PreviewSource: PreviewErrand] = [:]
    private var drawing: Set<PreviewRequest> = []
    private var photos = MemoryCache<PreviewSource, ShelfPhoto>(limitBytes: photosLimitBytes)
    private var previews = MemoryCache<PreviewRequest, EncodedPreview>(
        limitBytes: previewsLimitBytes)
    private var nextTicket = 0

    /// `png` makes an opaque PNG, for terminals that take pictures so.
    package init(
        opener: any PhotoLoader, pause: Pause, png: @escaping @Sendable (Raster) -> [UInt8]
    ) {
        self.opener = opener
        self.pause = pause
        workshop = PreviewWorkshop(png: png)
        (answers, answer) = AsyncStream.makeStream(of: EncodedPreview.self)
    }

    /// Names all that the page still lacks, the most urgent first; what is not named is dropped.
    package func want(_ requests: [PreviewRequest]) {
        wanted = requests
        dropErrands()
        for request in requests {
            if let known = previews.value(for: request) { answer.yield(known) }
        }
        goOn()
    }

    private func dropErrands() {
        let sources = Set(wanted.map(\.source))
        for (source, errand) in errands where !sources.contains(source) {
            errand.cancel()
            errands[source] = nil
        }
    }

    /// Asks again for what was given up: a person believes that it would come now.
    package func tryAgain() {
        errands = errands.filter { !$0.value.isGivenUp }
        goOn()
    }

    /// Gives all up; there are no more answers.
    package func stop() {
        want([])
        answer.finish()
    }

    /// Begins what can be begun.
    private func goOn() {
        for request in wanted where !drawing.contains(request) {
            guard previews.value(for: request) == nil else { continue }
            if let photo = photos.value(for: request.source), photo.suffices(for: request) {
                draw(request, of: photo)
            } else {
                fetch(request)
            }
        }
    }

    private func draw(_ request: PreviewRequest, of photo: ShelfPhoto) {
        drawing.insert(request)
        Task { [workshop] in
            let preview = await Self.offActor { workshop.preview(request, of: photo) }
            self.drawn(preview)
        }
    }

    private func drawn(_ preview: EncodedPreview) {
        drawing.remove(preview.request)
        previews.keep(preview, of: preview.byteCount, for: preview.request)
        if wanted.contains(preview.request) { answer.yield(preview) }
    }

    private func fetch(_ request: PreviewRequest) {
        guard errands.values.count(where: \.isFetching) < Self.fetchLimit else { return }
        var errand = errands[request.source] ?? newErrand()
        guard errand.isDue else { return }
        let ticket = errand.ticket
        errand.state = .fetching(
            Task(executorPreference: BlockingThreads.shared) { [opener] in
                let photo = await Self.photo(for: request, from: opener)
                await self.arrived(photo, for: request, ticket)
            })
        errands[request.source] = errand
    }

    private func newErrand() -> PreviewErrand {
        nextTicket += 1
        return PreviewErrand(ticket: nextTicket)
    }

    private func arrived(
        _ photo: Result<ShelfPhoto, PictureFailure>, for request: PreviewRequest, _ ticket: Int
    ) {
        // An errand that was dropped and begun again has another ticket: this answer is too late.
        guard let errand = errands[request.source], errand.ticket == ticket else { return }
        switch photo {
        case .success(let photo):
            errands[request.source] = nil
            photos.keep(photo, of: photo.byteCount, for: request.source)
        case .failure(let failure):
            errands[request.source] = resting(errand, after: failure, for: request.source)
        }
        goOn()
    }

    private func resting(
        _ errand: PreviewErrand, after failure: PictureFailure, for source: PreviewSource
    ) -> PreviewErrand {
        var errand = errand
        guard failure.mayPass, let seconds = errand.pauseAfterFailure() else {
            errand.state = .gaveUp
            return errand
        }
        let ticket = errand.ticket
        let wished = Double(failure.retryAfterSeconds ?? 0)
        errand.state = .resting(
            Task { [pause] in
                await pause(seconds: max(seconds, wished))
                self.rested(source, ticket)
            })
        return errand
    }

    private func rested(_ source: PreviewSource, _ ticket: Int) {
        guard errands[source]?.ticket == ticket else { return }
        errands[source]?.state = .due
        goOn()
    }

    @concurrent
    private static func photo(
        for request: PreviewRequest, from opener: any PhotoLoader
    ) async -> Result<ShelfPhoto, PictureFailure> {
        do throws(PictureFailure) {
            let source = try await opener.load(request.source, covering: request.size.width) {
                _ in
            }.source
            do throws(DecodingFailure) {
                return .success(try ShelfPhoto(source, for: request))
            } catch {
                throw PictureFailure.decoding(error)
            }
        } catch {
            return .failure(error)
        }
    }

    @concurrent
    private static func offActor<Result: Sendable>(
        _ work: @Sendable () -> Result
    ) async -> Result {
        work()
    }
}

extension PictureFailure {
    /// A server that asks for more patience than a minute is not waited for.
    private static let longestPause = 60

    /// What a server wishes that has too much to do: the fetcher leaves previews to us.
    fileprivate var retryAfterSeconds: Int? {
        if case .fetching(.rateLimited(let seconds)) = self { seconds } else { nil }
    }

    /// Whether the same question may have another answer soon.
    fileprivate var mayPass: Bool {
        switch self {
        case .fetching(.notFound), .fetching(.refused), .fetching(.addressNotAllowed),
            .fetching(.tooLarge), .decoding, .reading:
            false
        case .fetching, .looking: retryAfterSeconds ?? 0 <= Self.longestPause
        }
    }
}
