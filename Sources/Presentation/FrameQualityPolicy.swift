internal import Imaging
internal import PhotoPipeline
internal import Screens
internal import TerminalProtocols

/// Chooses what to draw of a photo where each frame is drawn: less on a slow line, and nothing that
/// is already displayed.
struct FrameQualityPolicy {
    let context: RenderContext
    let flow: FlowControl
    /// The frame that is displayed: one picture or two; empty if none is.
    let shown: [ImageRequest]
    let drawsPixels: Bool

    /// The bytes per pixel of a frame with 1024 registers: five photos at 1280x720 had 0.9 to 4,
    /// 1.9 on average.
    private static let fineBytesPerPixel = 2

    /// True if blocks may be drawn; tmux does not send blocks that it believes to be on the screen,
    /// under a picture.
    var mayBeCoarse: Bool { drawsPixels && context.profile.passthrough == nil }

    /// Returns what to draw now; the displayed frame if nothing is new.
    func requests(for parts: [PhotoScene.Part]) -> [ImageRequest] {
        let pace = pace(of: parts)
        let quality: RenderQuality = pace == .fine ? .atRest : .moving
        let views = parts.map { request(for: $0, quality, movingQuality(at: pace)) }
        if isFiner(shown, than: views) || pace == .words && !shown.isEmpty { return shown }
        // A fine frame stays fine when an overlay appears or disappears.
        let fine = zip(shown, views).compactMap { $0.under($1.overlays) }
        if isFiner(fine, than: views) { return fine }
        let isCoarse = pace == .coarse || pace == .words
        return isCoarse && mayBeCoarse
            ? views.map { $0.asBlocks(cell: context.profile.cell) } : views
    }

    private func pace(of parts: [PhotoScene.Part]) -> ThroughputEstimator.PacingStep {
        let isPlaying = parts.contains(where: \.view.isPlaying)
        let isNew = !parts.allSatisfy { part in
            shown.contains { $0.subject == part.picture.subject }
        }
        return isPlaying ? flow.line.movingPace : flow.pace(isNew: isNew)
    }

    private func isFiner(_ frame: [ImageRequest], than views: [ImageRequest]) -> Bool {
        frame.match(views) { $0.isFiner(than: $1) }
    }

    /// Returns what to draw when keys stop.
    func restingRequest(for part: PhotoScene.Part) -> ImageRequest {
        request(for: part, .atRest, .finest)
    }

    private func request(
        for part: PhotoScene.Part, _ quality: RenderQuality, _ movingQuality: MovingQuality
    ) -> ImageRequest {
        let (picture, photo) = (part.picture, part.view)
        let registers = registers(for: picture, quality)
        var request = ImageRequest(
            .photo(photo.photo.reference), version: photo.photo.size,
            adjustments: photo.adjustments, window: picture.window,
            size: picture.size, options: context.options.limited(toRegisters: registers),
            quality: quality, movingQuality: movingQuality, previews: .same)
        request.overlays = photo.overlays
        (request.page, request.revision) = (photo.photo.page, photo.photo.revision)
        return request
    }

    /// Returns the number of palette registers: all of the terminal's if the measured line takes
    /// such a frame in time.
    ///
    /// A moving photo keeps its palette: another would have to be made, and would change its
    /// colours.
    private func registers(for picture: PicturePlacement, _ quality: RenderQuality) -> Int {
        guard context.options.graphics.hasPalette else { return context.options.registers }
        if quality == .moving, let old = shown.first(where: { $0.subject == picture.subject }) {
            return old.options.registers
        }
        let bytes = picture.size.area.map { $0 * Self.fineBytesPerPixel }
        let time = bytes.flatMap { flow.line.milliseconds(for: $0) } ?? .max
        return time <= Timeouts.fineFrame ? context.options.registers : Palette.usualLimit
    }

    /// Returns the quality of a moving frame, which is reduced only where each frame is drawn in
    /// pixels.
    private func movingQuality(at pace: ThroughputEstimator.PacingStep) -> MovingQuality {
        drawsPixels && pace == .quick ? flow.rate.quality : .finest
    }
}

extension ImageRequest {
    /// Returns this frame at rest with other overlays; `nil` for a moving one.
    fileprivate func under(_ overlays: [PhotoOverlay]) -> ImageRequest? {
        guard quality == .atRest else { return nil }
        var copy = self
        copy.overlays = overlays
        return copy
    }
}
