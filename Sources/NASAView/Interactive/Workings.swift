internal import Decoding
internal import PhotoCatalog
internal import PhotoPipeline
internal import TerminalDevice

/// The parts of a session that work beside the event loop.
struct Workings {
    let pipeline: ImagePipeline
    /// Where pictures are laid out for a terminal on this machine.
    let shared: SharedPictures
    let lookup: PhotoLookup
    let library: Library
    let decoder: SandboxedDecoder
}
