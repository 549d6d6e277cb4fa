internal import Decoding
internal import PhotoCatalog
internal import PhotoPipeline

/// The parts of a session that work beside the event loop.
struct Workings {
    let images: ImagePipeline
    let pipeline: PhotoPipeline
    let previews: PreviewShelf
    let lookup: PhotoLookup
    let library: Library
    let decoding: PhotoDecoding
}
