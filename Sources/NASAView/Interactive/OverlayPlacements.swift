internal import Imaging
internal import PhotoPipeline
internal import Screens
internal import TerminalProtocols

extension PhotoView {
    /// What lies over the photo, for a terminal that stacks pictures: each is sent once and then moved.
    ///
    /// A cell of text shows one picture only, and a terminal that keeps pictures in cells cannot take one
    /// away again: there the map in the bar has to do.
    func overlayPlacements(
        on look: TerminalLook, above photoLayer: Int
    ) -> [PicturePlacement] {
        guard look.profile.picturesLieApart else { return [] }
        return overlays.enumerated().compactMap {
            placement(of: $1, layer: photoLayer + 1 + $0, on: look)
        }
    }

    private func placement(
        of overlay: PhotoOverlay, layer: Int, on look: TerminalLook
    ) -> PicturePlacement? {
        let place = overlay.place
        let seen = place.intersection(PixelRect(viewport.screen))
        guard !seen.isEmpty else { return nil }
        let part = PixelRect(
            x: seen.minX - place.minX, y: seen.minY - place.minY, width: seen.size.width,
            height: seen.size.height)
        return PicturePlacement(
            id: .overlay(
                photo.reference, adjustments, overlay.content,
                // Over an animation that plays lies what was made of its first frame.
                part: isPlaying ? 0 : photo.part),
            version: photo.size.width,
            window: .part(
                ScaledWindow(photo: place.size, scaled: place.size, window: part), at: seen),
            size: viewport.screen, cells: look.photoCells, layer: layer)
    }
}

extension PictureID {
    /// Set if it lies over a photo.
    var overlay: PhotoOverlay.Content? {
        if case .overlay(_, _, let content, _) = self { content } else { nil }
    }

    /// Whether both are of one photo with the same adjustments, or lie over it.
    func isOfPhoto(of other: PictureID) -> Bool {
        switch (self, other) {
        case (.photo(let photo, let adjustments, _), .photo(let otherPhoto, let others, _)),
            (.photo(let photo, let adjustments, _), .overlay(let otherPhoto, let others, _, _)):
            photo == otherPhoto && adjustments == others
        default: self == other
        }
    }
}

extension ImageRequest {
    /// A frame at rest with something else over it; `nil` for a moving one.
    func under(_ overlays: [PhotoOverlay]) -> ImageRequest? {
        guard quality == .atRest else { return nil }
        var copy = self
        copy.overlays = overlays
        return copy
    }

    /// Whether it is a frame at rest that differs from another only in what lies over the photo: that is
    /// drawn alone.
    func isUnder(_ other: ImageRequest) -> Bool {
        quality == .atRest && other.quality == .atRest && window == other.window
            && options == other.options && overlays != other.overlays
    }
}
