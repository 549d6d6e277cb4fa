internal import PhotoPipeline
internal import TerminalProtocols

/// What is to be made for a kitty terminal: a picture, and coarser ones of all of its photo that may be
/// sent before it while the photo is being read.
struct KittyRendering: Sendable {
    let upload: KittyUpload<PhotoReference>
    let standIns: [KittyUpload<PhotoReference>]
    let medium: KittyMedium

    /// Whether a picture comes from here.
    func brings(_ upload: KittyUpload<PhotoReference>) -> Bool {
        upload == self.upload || standIns.contains(upload)
    }
}
