internal import Imaging
internal import PhotoCatalog
internal import PhotoPipeline
internal import Screens
internal import Synchronization
internal import TerminalProtocols

/// Does what screens ask of the world, off the event loop; the answers come to the inbox.
struct EffectRunner: Sendable {
    private enum Order: Sendable {
        case open(PhotoReference, covering: Int?, anew: Bool)
        case abandon(PhotoReference)
        case prepare([PhotoReference], covering: Int)
        case want([PreviewRequest])
        case retryPreviews
    }

    private let pipeline: PhotoPipeline
    private let previews: PreviewShelf
    private let inbox: Inbox
    /// Orders about photos are begun one after the other: a task each could overtake.
    private let orders: AsyncStream<Order>.Continuation

    init(_ workings: Workings, inbox: Inbox) {
        pipeline = workings.pipeline
        previews = workings.previews
        self.inbox = inbox
        let (stream, continuation) = AsyncStream.makeStream(of: Order.self)
        orders = continuation
        let desk = self
        Task.detached { for await order in stream { await desk.begin(order) } }
        Task.detached { [previews] in
            for await preview in previews.answers { inbox.post(.preview(preview)) }
        }
    }

    /// Nothing is asked of it from now on.
    func stop() {
        orders.finish()
        Task { [previews] in await previews.stop() }
    }

    func open(_ photo: PhotoReference, covering width: Int?, anew: Bool) {
        orders.yield(.open(photo, covering: width, anew: anew))
    }

    func abandon(_ photo: PhotoReference) { orders.yield(.abandon(photo)) }

    /// Has photos opened before they are asked for; what fails is told when they are.
    func prepare(_ photos: [PhotoReference], covering width: Int) {
        orders.yield(.prepare(photos, covering: width))
    }

    /// Names all small pictures that the page lacks; what is not named is dropped.
    func want(_ requests: [PreviewRequest]) { orders.yield(.want(requests)) }

    /// Asks again for small pictures that were given up.
    func retryPreviews() { orders.yield(.retryPreviews) }

    private func begin(_ order: Order) async {
        switch order {
        case .abandon(let photo): await pipeline.abandon(photo)
        case .prepare(let photos, let width): await pipeline.prepare(photos, covering: width)
        case .want(let requests): await previews.want(requests)
        case .retryPreviews: await previews.tryAgain()
        case .open(let photo, let width, let isAnew):
            if isAnew { await pipeline.forget(photo) }
            let pending = await pipeline.begin(photo, covering: width) { [inbox] progress in
                inbox.post(.photo(.progressed(photo, progress)))
            }
            Task { await finish(pending, of: photo) }
        }
    }

    private func finish(_ pending: PendingPhoto, of photo: PhotoReference) async {
        do throws(PictureFailure) {
            inbox.post(.photo(.opened(photo, try await pipeline.opened(pending))))
        } catch .fetching(.cancelled) {
            // Nobody looks at it any more.
        } catch {
            inbox.post(.photo(.failed(photo, error)))
        }
    }

    func draw(_ request: FrameRequest) {
        Task { [pipeline, inbox] in
            do throws(PictureFailure) {
                let isOpen = try await pipeline.show(request) { inbox.post(.frame($0)) }
                if !isOpen { inbox.post(.letGo(request.photo)) }
            } catch {
                inbox.post(.frameFailed(request.photo, error))
            }
        }
    }

    /// Makes a picture and what stands in for it; who is no longer interested cancels the task.
    func render(
        _ rendering: KittyRendering, over background: RGBColour, by encoder: KittyEncoder
    ) -> Task<Void, Never> {
        Task {
            let upload = rendering.upload
            do throws(PictureFailure) {
                await standIn(for: rendering, over: background, by: encoder)
                // Posted though it may have been called off: who asked has its memory removed.
                if let picture = try await picture(of: rendering, over: background, by: encoder) {
                    inbox.post(.kitty(picture))
                } else if !Task.isCancelled {
                    inbox.post(.letGo(upload.photo))
                }
            } catch {
                if !Task.isCancelled { inbox.post(.frameFailed(upload.photo, error)) }
            }
        }
    }

    /// Sends what there is of a photo until the part that is wanted can be made.
    private func standIn(
        for rendering: KittyRendering, over background: RGBColour, by encoder: KittyEncoder
    ) async {
        for standIn in rendering.standIns {
            let raster = await pipeline.sketch(
                standIn.region, until: rendering.upload.region, of: standIn.photo,
                over: background)
            guard let raster, !Task.isCancelled else { return }
            let payload = encoder.payload(of: raster, by: rendering.medium)
            inbox.post(
                .kitty(
                    KittyPicture(
                        upload: standIn, bytes: payload.bytes(storing: standIn.image), cost: nil,
                        share: payload.share)))
            await pipeline.moreThanNow(of: rendering.upload.region, of: standIn.photo)
        }
    }

    /// Nil where the photo is not open, or the task was cancelled before it could be made.
    private func picture(
        of rendering: KittyRendering, over background: RGBColour, by encoder: KittyEncoder
    ) async throws(PictureFailure) -> KittyPicture? {
        let upload = rendering.upload
        let share = Mutex<KittyShare?>(nil)
        let made = try await pipeline.picture(
            upload.region, of: upload.photo, over: background
        ) { raster in
            let payload = encoder.payload(of: raster, by: rendering.medium)
            share.withLock { $0 = payload.share }
            return payload.bytes(storing: upload.image)
        }
        guard let (bytes, cost) = made else { return nil }
        return KittyPicture(
            upload: upload, bytes: bytes, cost: cost, share: share.withLock { $0 })
    }
}
