internal import Imaging
internal import PhotoPipeline
internal import Screens
internal import TerminalProtocols

/// Photos on a terminal that stores pictures: each is sent once, then placed and moved with a few bytes.
struct StoredPictures: PictureOutput {
    /// The cost of the picture that was sent last.
    private var cost: PictureCost?
    /// The uploads that the scene lacked in the last step; `nil` without a step.
    private var lacking: [PictureDriver.Upload]?

    mutating func forget() {}

    func page(of subject: ImageSubject, on display: Display) -> Int? {
        guard let placed = display.movements.placed, placed.subject == subject else { return nil }
        return placed.id.page.number
    }

    mutating func show(
        _ scene: PhotoScene, on context: RenderContext, _ display: inout Display
    ) -> FrameCommit? {
        lacking = nil
        display.dropFrame(unlessOf: scene.all.map { [$0.picture.subject] })
        display.jobs.want([])
        guard display.medium.isSettled(at: display.flow.now), display.flow.isOpen
        else { return nil }
        return isMoving(to: scene, on: context, &display)
            ? move(to: scene, on: context, &display) : place(scene, on: context, &display)
    }

    /// Returns the uploads that the scene lacks, then those for the other photo of a comparison.
    func missing(
        for scene: PhotoScene, on context: RenderContext, _ display: inout Display
    ) -> FrameJob? {
        guard let lacking else { return nil }
        if let job = job(for: lacking, of: scene, on: context, &display) { return job }
        guard display.jobs.frame == nil, display.movements.current == nil, scene.isStacked,
            let other = scene.other
        else { return nil }
        let ahead = display.driver.missing(for: other.picture, cell: context.profile.cell)
        return job(for: ahead, of: scene, on: context, &display)
    }

    /// Places the stored pictures of a scene, with a few bytes.
    private mutating func place(
        _ scene: PhotoScene, on context: RenderContext, _ display: inout Display
    ) -> FrameCommit? {
        let old = display.photoBar
        let picture = picture(of: scene, on: context, display)
        let made = display.jobs.frame?.ready?.first
        let images = [made].compactMap(\.self).compactMap { image in
            image.request.upload.flatMap { upload in
                scene.part(of: upload.id).map { part in
                    PlacedImage(
                        image, at: part.picture.id == scene.seen.picture.id ? picture : part.picture
                    )
                }
            }
        }
        cost = made.flatMap { $0.isPreview ? nil : $0.cost } ?? cost
        if images.isEmpty, made != nil { display.dropFrame() }
        _ = display.jobs.popFrame()
        var bytes: [UInt8] = []
        // Clearing the screen deletes the pictures that this kind of terminal stores.
        if old == nil, context.profile.keepsPicturesInCells, !images.isEmpty {
            bytes = display.driver.leave(context.profile)
        }
        // A page's pictures stay until the photo replaces them, unless they are text, which is
        // cleared.
        let isText = context.profile.placeholders != nil
        let isAnew = if case .page = display.content { isText } else { old == nil }
        let placed = display.driver.update(
            to: scene.placements(showing: picture), with: images, anew: isAnew, on: context.profile)
        display.movements.placed = scene.place.isBeside ? nil : picture
        let wanted = scene.seen.picture
        lacking =
            picture.id == wanted.id
            ? placed.missing : display.driver.missing(for: wanted, cell: context.profile.cell)
        return frame(
            Array(joining: [bytes, placed.bytes]), scene.seen.view.bar,
            over: placed.uncovers ? nil : old, at: picture, on: context, display)
    }

    /// The photo's placement, or the frame that just arrived, if the next is due but not ready;
    /// otherwise a slow renderer would never show any.
    private func picture(
        of scene: PhotoScene, on context: RenderContext, _ display: Display
    ) -> PicturePlacement {
        let picture = scene.seen.picture
        guard let made = display.jobs.frame?.ready?.first, !made.isPreview,
            let id = made.request.upload?.id, id.page.number != picture.id.page.number,
            id.page.revision == picture.id.page.revision,
            made.request.subject == picture.subject,
            made.request.window.photo == picture.window.photo,
            !display.driver.missing(for: picture, cell: context.profile.cell).isEmpty
        else { return picture }
        return PicturePlacement(
            id: id, version: picture.version, window: picture.window, size: picture.size,
            cells: picture.cells, layer: picture.layer)
    }

    /// Returns the upload to render next, unless a frame is being rendered.
    private func job(
        for missing: [PictureDriver.Upload], of scene: PhotoScene, on context: RenderContext,
        _ display: inout Display
    ) -> FrameJob? {
        guard let upload = missing.first, let part = scene.part(of: upload.id) else { return nil }
        // The photo does not wait for its overlays.
        if display.jobs.frame?.requests.first?.overlay != nil, upload.id.overlay == nil {
            display.dropFrame()
        }
        guard display.jobs.frame == nil else { return nil }
        let options = ImageOptions(
            context.profile, glyphs: context.glyphs, medium: display.medium.medium)
        return FrameJob([
            ImageRequest(
                upload, of: part.view.photo, options: options,
                previews: previews(for: upload, on: context, display))
        ])
    }

    /// Returns previews to show while an upload takes long and nothing of the photo is displayed.
    ///
    /// Placeholders cannot scale a picture, so the preview is the same region at lower quality.
    private func previews(
        for upload: PictureDriver.Upload, on context: RenderContext, _ display: Display
    ) -> Previews {
        guard context.profile.placeholders == nil else {
            return display.driver.isEmpty(of: upload.id) ? .same : .none
        }
        return display.driver.standIn(for: upload).map { .other($0) } ?? .none
    }

    /// Returns a frame of placements; `old` is the bar of a photo that stays until they arrive.
    private mutating func frame(
        _ placements: [UInt8], _ bar: PhotoBar, over old: PhotoBar?, at picture: PicturePlacement,
        on context: RenderContext, _ display: Display
    ) -> FrameCommit? {
        // A page stays until its replacement is ready.
        if placements.isEmpty, case .page = display.content { return nil }
        var frame =
            old.map { FrameCommit(placing: placements, bar, over: $0, on: context) }
            ?? FrameCommit(placements, bar, clearing: .everything, on: context)
        frame.picture = DebugOverlay.Picture(
            context.profile.graphics, picture.size, cost ?? PictureCost(byteCount: 0))
        if frame.isBusy { cost?.stages = [:] }
        return frame
    }
}

extension StoredPictures {
    /// True if the photo is moving from one scale to another, or from its tile to its position.
    private func isMoving(
        to scene: PhotoScene, on context: RenderContext, _ display: inout Display
    ) -> Bool {
        let picture = scene.seen.picture
        if scene.place.isBeside { display.movements.current = nil }
        if case .photo = display.content {
            if display.movements.current == nil {
                display.movements.current = display.movements.zooming(
                    to: picture, by: display.driver, on: context, display.flow)
            }
            if display.movements.current?.picture.id != picture.id {
                display.movements.current = nil
            }
        }
        let (now, touch) = (display.flow.now, display.flow.lastTouch)
        if display.movements.current?.isOver(at: now, touchedAt: touch) == true {
            display.movements.current = nil
        }
        return display.movements.current != nil
    }

    /// Moves the photo one step, while its missing pictures are rendered.
    private mutating func move(
        to scene: PhotoScene, on context: RenderContext, _ display: inout Display
    ) -> FrameCommit? {
        let (cell, picture) = (context.profile.cell, scene.seen.picture)
        defer {
            let isReady = display.jobs.frame?.ready != nil
            lacking = isReady ? [] : display.driver.missing(for: picture, cell: cell)
        }
        guard case .photo(let old) = display.content,
            let step = display.movements.current?.placement(at: display.flow.now, cell)
        else { return display.moveOverPage(isLast: false, on: context) }
        let placed = display.driver.update(
            to: [step] + scene.overlays, with: [], anew: false, on: context.profile)
        return frame(
            placed.bytes, scene.seen.view.bar, over: old, at: picture, on: context, display)
    }
}

extension Display {
    /// Moves a picture over a page; at the end it disappears, or stays until its replacement is
    /// ready.
    mutating func moveOverPage(isLast: Bool, on context: RenderContext) -> FrameCommit? {
        guard output.isEmpty, movements.current != nil || isLast && page.overlay != nil
        else { return nil }
        var picture = movements.current?.placement(at: flow.now, context.profile.cell)
        if movements.current?.isOver(at: flow.now, touchedAt: flow.lastTouch) == true {
            movements.current = nil
            if isLast { picture = nil }
        } else if !flow.isOpen {
            return nil
        }
        let bytes = page.move(picture, by: &driver, on: context.profile)
        return bytes.isEmpty ? nil : FrameCommit(bytes, isBusy: true)
    }
}
