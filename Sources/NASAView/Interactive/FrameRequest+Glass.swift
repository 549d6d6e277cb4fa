internal import Imaging
internal import PhotoPipeline
internal import TerminalProtocols

/// What a picture on the glass is worth for the one that is wanted.
extension FrameRequest {
    /// The same photo for the same terminal; only the view differs.
    func isSamePlace(as other: FrameRequest) -> Bool {
        guard photo == other.photo, area.origin == other.area.origin else { return false }
        // What was begun before the screen changed its size would be drawn beyond its edge.
        if style == other.style { return area.size == other.area.size }
        return [style.graphics, other.style.graphics].contains(.blocks)
    }

    /// The same picture, drawn at rest: there is nothing to draw again.
    func isFiner(than other: FrameRequest) -> Bool {
        isSamePlace(as: other) && version == other.version && window == other.window
            && fineness == .atRest
    }
}
