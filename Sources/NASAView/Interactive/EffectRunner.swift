internal import PhotoCatalog
internal import PhotoPipeline
internal import Screens

/// Does what screens ask of the world, off the event loop; the answers come to the inbox.
struct EffectRunner: Sendable {
    let pipeline: PhotoPipeline
    let inbox: Inbox

    func open(_ photo: PhotoReference, covering width: Int?, anew: Bool) {
        Task { [pipeline, inbox] in
            if anew { await pipeline.forget(photo) }
            do throws(PictureFailure) {
                let opened = try await pipeline.open(photo, covering: width) { progress in
                    inbox.post(.photo(.progressed(photo, progress)))
                }
                inbox.post(.photo(.opened(photo, opened)))
            } catch .fetching(.cancelled) {
                // Nobody looks at it any more.
            } catch {
                inbox.post(.photo(.failed(photo, error)))
            }
        }
    }

    func abandon(_ photo: PhotoReference) {
        Task { [pipeline] in await pipeline.abandon(photo) }
    }

    func draw(_ request: FrameRequest) {
        Task { [pipeline, inbox] in
            do throws(PictureFailure) {
                if let frame = try await pipeline.frame(for: request) { inbox.post(.frame(frame)) }
            } catch {
                inbox.post(.frameFailed(request, error))
            }
        }
    }
}
