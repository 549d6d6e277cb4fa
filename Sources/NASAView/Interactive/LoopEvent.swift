internal import PhotoPipeline
internal import Screens

/// What tasks tell the event loop.
enum LoopEvent: Sendable {
    case photo(PhotoEvent)
    case frame(EncodedFrame)
    case frameFailed(FrameRequest, PictureFailure)
}
