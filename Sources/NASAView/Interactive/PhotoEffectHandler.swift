internal import PhotoCatalog
internal import PhotoPipeline
internal import Screens

/// Has photos opened and pictures made, off the event loop; what becomes of it comes to the inbox.
struct PhotoEffectHandler: Sendable {
    private enum Order: Sendable {
        case open(PhotoReference, covering: Int?, anew: Bool)
        case abandon(PhotoReference)
        case prepare([PhotoReference], covering: Int)
        case want([ImageRequest])
        case retryPreviews
    }

    private let pipeline: ImagePipeline
    private let inbox: EventQueue
    /// Orders are begun one after the other: a task each could overtake.
    private let orders: AsyncStream<Order>.Continuation

    init(_ pipeline: ImagePipeline, inbox: EventQueue) {
        self.pipeline = pipeline
        self.inbox = inbox
        let (stream, continuation) = AsyncStream.makeStream(of: Order.self)
        orders = continuation
        let runner = self
        Task.detached { for await order in stream { await runner.begin(order) } }
        Task.detached { for await event in pipeline.events { inbox.post(.image(event)) } }
    }

    /// Nothing is asked of it from now on.
    func stop() {
        orders.finish()
        Task { [pipeline] in await pipeline.stop() }
    }

    func open(_ photo: PhotoReference, covering width: Int?, anew: Bool) {
        orders.yield(.open(photo, covering: width, anew: anew))
    }

    func abandon(_ photo: PhotoReference) { orders.yield(.abandon(photo)) }

    /// Has photos opened before they are asked for; what fails is told when they are.
    func prepare(_ photos: [PhotoReference], covering width: Int) {
        orders.yield(.prepare(photos, covering: width))
    }

    /// Names all pictures that are to be made; what is not named is dropped.
    func want(_ requests: [ImageRequest]) { orders.yield(.want(requests)) }

    /// Asks again for small pictures that were given up.
    func retryPreviews() { orders.yield(.retryPreviews) }

    private func begin(_ order: Order) async {
        switch order {
        case .abandon(let photo): await pipeline.abandon(photo)
        case .prepare(let photos, let width): await pipeline.prefetch(photos, covering: width)
        case .want(let requests): await pipeline.want(requests)
        case .retryPreviews: await pipeline.retry()
        case .open(let photo, let width, let isAnew):
            if isAnew { await pipeline.forget(photo) }
            let opening = await pipeline.begin(photo, covering: width) { [inbox] progress in
                inbox.post(.photo(.progressed(photo, progress)))
            }
            Task { await finish(opening, of: photo) }
        }
    }

    private func finish(_ opening: ImagePipeline.Opening, of photo: PhotoReference) async {
        do throws(PictureFailure) {
            inbox.post(.photo(.opened(photo, try await opening.value.get())))
        } catch .fetching(.cancelled) {
            // Nobody looks at it any more.
        } catch {
            inbox.post(.photo(.failed(photo, error)))
        }
    }
}
