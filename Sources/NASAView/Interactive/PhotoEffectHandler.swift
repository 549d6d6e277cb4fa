internal import Dispatch
internal import Imaging
internal import PhotoCatalog
internal import PhotoPipeline
internal import Screens

/// The handler of effects that open photos and render pictures outside the event loop; it posts the
/// results to the queue.
struct PhotoEffectHandler: Sendable {
    private enum Order: Sendable {
        case effect(PhotoEffect)
        case want([ImageRequest])
    }

    private let pipeline: ImagePipeline
    private let queue: EventQueue
    /// The stream of orders, handled in sequence, because separate tasks could overtake each other.
    private let orders: AsyncStream<Order>.Continuation

    init(_ pipeline: ImagePipeline, posting queue: EventQueue) {
        self.pipeline = pipeline
        self.queue = queue
        let (stream, continuation) = AsyncStream.makeStream(of: Order.self)
        orders = continuation
        let handler = self
        Task.detached { for await order in stream { await handler.begin(order) } }
        Task.detached { for await event in pipeline.events { queue.post(.image(event)) } }
    }

    func stop() {
        orders.finish()
        Task { [pipeline] in await pipeline.stop() }
    }

    func perform(_ effect: PhotoEffect) { orders.yield(.effect(effect)) }

    /// Replaces the wanted pictures, and cancels the rendering of all others.
    func want(_ requests: [ImageRequest]) { orders.yield(.want(requests)) }

    private func begin(_ order: Order) async {
        switch order {
        case .want(let requests): await pipeline.want(requests)
        case .effect(.open(let photo, let width)): await open(photo, covering: width)
        case .effect(.reopen(let photo, let width)):
            await pipeline.forget(photo)
            await open(photo, covering: width)
        case .effect(.reread(let photo, let width)): await reread(photo, covering: width)
        case .effect(.abandon(let photo)): await pipeline.abandon(photo)
        case .effect(.prepare(let photos, let width)):
            await prepare(photos, covering: width)
        case .effect(.hold(let photos)): await pipeline.hold(photos)
        case .effect(.retryPreviews): await pipeline.retry()
        case .effect(.inspect(let request)):
            // The inspection runs in a separate task, because the original may have to be fetched.
            Task { await inspect(request) }
        case .effect(.find(let photo, let position)): Task { await find(position, in: photo) }
        }
    }

    private func find(_ position: ViewPosition, in photo: PhotoReference) async {
        do throws(PictureFailure) {
            let opened = try await pipeline.open(photo, covering: nil) { _ in }
            queue.post(.photo(.found(photo, try await opened.found(position))))
        } catch {
            // Other failures were reported when the photo was opened.
            guard case .positionFault(let fault) = error else { return }
            queue.post(.library(.noticed(.positionFault(photo, fault))))
        }
    }

    private func prepare(_ photos: [PhotoReference], covering width: Int) async {
        for (photo, opening) in await pipeline.prefetch(photos, covering: width) {
            Task { [queue] in
                guard case .success(let opened) = await opening.value, opened.isShownAtOnce
                else { return }
                queue.post(.photo(.prepared(PhotoVersion(photo, opened))))
            }
        }
    }

    private func inspect(_ request: InspectRequest) async {
        let (photo, point) = (request.photo, request.point)
        let opened = try? await pipeline.open(photo, covering: nil) { _ in }
        // The photo is rotated as on the screen; its samples are those of the file, without the
        // levels.
        let source = opened.map { opened in
            let page = request.adjustments.page(request.page, of: opened.source)
            return request.adjustments.turned(page)
        }
        guard let source, source.size == request.size else {
            return queue.post(.photo(.notInspected(photo, point)))
        }
        Self.waiting.async { [queue] in
            let closeUp = try? source.closeUp(at: point)
            queue.post(
                .photo(closeUp.map { .inspected(photo, $0) } ?? .notInspected(photo, point)))
        }
    }

    private func reread(_ photo: PhotoReference, covering width: Int?) async {
        let reading = await pipeline.reread(photo, covering: width)
        Task {
            do throws(PictureFailure) {
                queue.post(.photo(.reread(photo, try await reading.value.get())))
            } catch .fetching(.cancelled) {
                // The photo was closed, or is being read again.
            } catch {
                queue.post(.photo(.notReread(photo, error)))
            }
        }
    }

    /// The queue for reading pixels, which waits and must not block a shared thread.
    private static let waiting = DispatchQueue(label: "inspecting", attributes: .concurrent)

    private func open(_ photo: PhotoReference, covering width: Int?) async {
        let opening = await pipeline.begin(photo, covering: width) { [queue] progress in
            queue.post(.photo(.progressed(photo, progress)))
        }
        Task {
            do throws(PictureFailure) {
                queue.post(.photo(.opened(photo, try await opening.value.get())))
            } catch .fetching(.cancelled) {
                // The photo was abandoned.
            } catch {
                queue.post(.photo(.failed(photo, error)))
            }
        }
    }
}

extension OpenedPhoto {
    /// The maximum number of pixels of a photo that is decoded in advance; more would take seconds
    /// and hundreds of megabytes.
    private static let aheadLimitPixels = 100_000_000

    /// True if the photo's first picture can be made in advance and rendered quickly, without
    /// further fetching.
    fileprivate var isShownAtOnce: Bool {
        isComplete && still == nil && source.pages.count == 1 && !source.status.isFetchedByArea
            && source.size.area.map { $0 <= Self.aheadLimitPixels } ?? false
    }
}
