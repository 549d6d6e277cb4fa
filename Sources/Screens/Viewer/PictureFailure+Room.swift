internal import Imaging
internal import PhotoPipeline

extension PictureFailure {
    /// Whether only the original cannot be shown, for the disk has no room for it.
    var isAboutRoom: Bool {
        if case .decoding(.noRoom) = self { true } else { false }
    }
}
