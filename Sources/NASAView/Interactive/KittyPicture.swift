internal import PhotoPipeline
internal import TerminalProtocols

/// A picture laid out for kitty's store.
struct KittyPicture: Sendable {
    let upload: KittyUpload<PhotoReference>
    let bytes: [UInt8]
    /// Nil for one that only stands in.
    let cost: PictureCost?
    /// Where the terminal is to find it; nil where it is in the bytes.
    let share: KittyShare?
}
