internal import Imaging
internal import PhotoPipeline
internal import Screens
internal import TerminalProtocols

/// Chooses what to draw of a photo where each frame is drawn: less on a slow line, and nothing that is
/// there already.
struct FrameChoice {
    let look: TerminalLook
    let flow: FlowControl
    /// The frame that is displayed; `nil` if none is, or two photos are.
    let shown: ImageRequest?
    /// The two photos that are displayed side by side, maybe coarsely.
    let pair: [ImageRequest]
    let drawsPixels: Bool

    /// Of a frame with 1024 registers: five photos at 1280x720 had .9 to 4 a pixel, 1.9 on average.
    private static let fineBytesPerPixel = 2

    /// tmux does not send blocks that it believes are on the screen, under a picture.
    var mayBeCoarse: Bool { drawsPixels && look.profile.passthrough == nil }

    /// What to draw now; the displayed frame if nothing is.
    func request(for part: ComparedPictures.Part) -> ImageRequest {
        let pace =
            part.view.isPlaying
            ? flow.line.movingPace : flow.pace(isNew: !isShown(part.picture.subject))
        let quality: RenderQuality = pace == .fine ? .atRest : .moving
        let view = request(for: part, quality, movingQuality(at: pace))
        if let shown, shown.isFiner(than: view) || pace == .words { return shown }
        // What is fine stays so while something comes to lie over it, or goes.
        if let fine = shown?.under(view.overlays), fine.isFiner(than: view) { return fine }
        let isCoarse = pace == .coarse || pace == .words
        return isCoarse && mayBeCoarse ? view.asBlocks(cell: look.profile.cell) : view
    }

    private func isShown(_ subject: ImageSubject) -> Bool {
        shown?.subject == subject || pair.contains { $0.subject == subject }
    }

    /// What to draw when no more keys come.
    func restingRequest(for part: ComparedPictures.Part) -> ImageRequest {
        request(for: part, .atRest, .finest)
    }

    private func request(
        for part: ComparedPictures.Part, _ quality: RenderQuality, _ movingQuality: MovingQuality
    ) -> ImageRequest {
        let (picture, photo) = (part.picture, part.view)
        let registers = registers(for: picture, quality)
        var request = ImageRequest(
            .photo(photo.photo.reference), version: photo.photo.size,
            adjustments: photo.adjustments, window: picture.window,
            size: picture.size, options: look.options.limited(toRegisters: registers),
            quality: quality, movingQuality: movingQuality, drafts: .same)
        request.overlays = photo.overlays
        request.part = photo.photo.part
        return request
    }

    /// The registers of a photo's palette: all of the terminal's if the measured line takes such a frame
    /// in time.
    ///
    /// While it moves a photo keeps the palette that it is shown with: another would have to be made, and
    /// would change its colours.
    private func registers(for picture: PicturePlacement, _ quality: RenderQuality) -> Int {
        guard look.options.graphics.hasPalette else { return look.options.registers }
        if quality == .moving, let shown, shown.subject == picture.subject {
            return shown.options.registers
        }
        let bytes = picture.size.area.map { $0 * Self.fineBytesPerPixel }
        let time = bytes.flatMap { flow.line.milliseconds(for: $0) } ?? .max
        return time <= Timeouts.fineFrame ? look.options.registers : Palette.usualLimit
    }

    /// Only what is drawn as pixels each time is sent in fewer bytes.
    private func movingQuality(at pace: ThroughputEstimator.PacingStep) -> MovingQuality {
        drawsPixels && pace == .quick ? flow.rate.quality : .finest
    }
}
