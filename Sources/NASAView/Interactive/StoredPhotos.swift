internal import Imaging
internal import PhotoPipeline
internal import Screens
internal import TerminalProtocols

/// Photos on a terminal that stores pictures: each is sent once, then placed and moved with a few bytes.
struct StoredPhotos {
    /// The pictures that move.
    var movements = PictureMovements()
    /// The cost of the picture that was sent last.
    private var cost: PictureCost?

    /// Places a photo that the terminal has, with a few bytes, and asks for what it lacks of it.
    mutating func place(
        _ pictures: ComparedPictures, on look: TerminalLook, _ screen: inout ComposedScreen,
        _ update: inout Compositor.Update
    ) {
        let old = screen.photoStatus
        var bytes: [UInt8] = []
        let wanted = pictures.seen.picture
        let pictures = shown(pictures, on: look, screen)
        let made = screen.jobs.frame?.ready?.first
        let images = [made].compactMap(\.self).compactMap { image in
            pictures.part(of: image).map { PlacedImage(image, at: $0.picture) }
        }
        cost = made.flatMap { $0.isDraft ? nil : $0.cost } ?? cost
        if images.isEmpty, made != nil { screen.dropFrame() }
        _ = screen.jobs.popFrame()
        // Clearing the screen deletes what such a terminal stores.
        if old == nil, look.profile.keepsPicturesInCells, !images.isEmpty {
            bytes += screen.driver.leave(look.profile)
        }
        // A page's pictures stay until there is another, unless they are text, which is cleared.
        let isText = look.profile.placeholders != nil
        let isAnew = if case .page = screen.content { isText } else { old == nil }
        let placed = screen.driver.update(
            to: pictures.shown(on: look) + pictures.overlays(on: look), with: images, anew: isAnew,
            on: look.profile)
        bytes += placed.bytes
        let picture = pictures.seen.picture
        write(
            bytes, status: pictures.seen.view.bar, over: placed.uncovers ? nil : old, at: picture,
            on: look, &screen, &update)
        movements.placed = pictures.place.isBeside ? nil : picture
        let missing =
            picture.id == wanted.id
            ? placed.missing
            : screen.driver.store?.missing(for: wanted, cell: look.profile.cell) ?? []
        upload(missing, of: pictures, on: look, &screen)
        uploadAhead(pictures, on: look, &screen)
    }

    /// Has the other photo of a comparison stored before it is seen.
    private func uploadAhead(
        _ pictures: ComparedPictures, on look: TerminalLook, _ screen: inout ComposedScreen
    ) {
        guard screen.jobs.frame == nil, let other = pictures.other,
            look.profile.picturesLieApart
        else { return }
        let cell = look.profile.cell
        upload(
            screen.driver.store?.missing(for: other.picture, cell: cell) ?? [], of: pictures,
            on: look, &screen)
    }

    /// A frame that has just come, if the one after it is already due and is not there yet: otherwise none
    /// would be seen where making one takes longer than it is shown.
    private func shown(
        _ pictures: ComparedPictures, on look: TerminalLook, _ screen: ComposedScreen
    ) -> ComparedPictures {
        let picture = pictures.seen.picture
        guard let made = screen.jobs.frame?.ready?.first, !made.isDraft,
            let id = made.request.upload?.id,
            id.part != picture.id.part,
            made.request.subject == picture.subject,
            made.request.window.photo == picture.window.photo,
            screen.driver.store?.missing(for: picture, cell: look.profile.cell).isEmpty == false
        else { return pictures }
        return pictures.showing(
            PicturePlacement(
                id: id, version: picture.version, window: picture.window, size: picture.size,
                cells: picture.cells, layer: picture.layer))
    }

    private func upload(
        _ missing: [PictureDriver.Upload], of pictures: ComparedPictures, on look: TerminalLook,
        _ screen: inout ComposedScreen
    ) {
        guard let upload = missing.first, let part = pictures.part(of: upload.id) else { return }
        // Nothing that lies over a photo keeps the photo waiting.
        if screen.jobs.frame?.requests.first?.overlay != nil, upload.id.overlay == nil {
            screen.dropFrame()
        }
        guard screen.jobs.frame == nil else { return }
        let request = ImageRequest(
            upload, of: part.view.photo,
            options: ImageOptions(
                look.profile, glyphs: look.glyphs, medium: screen.medium.medium),
            drafts: drafts(for: upload, on: look, screen))
        screen.make(FrameJob([request]))
    }

    /// What to show of a photo of which nothing is there, while an upload takes long.
    ///
    /// Text shows no picture at another scale: it is sent the same part, coarser.
    private func drafts(
        for upload: PictureDriver.Upload, on look: TerminalLook, _ screen: ComposedScreen
    ) -> Drafts {
        guard look.profile.placeholders == nil else {
            return screen.driver.store?.isEmpty(of: upload.id) == true ? .same : .none
        }
        return screen.driver.store?.standIn(for: upload).map { .other($0) } ?? .none
    }

    /// Writes placements; `old` is the status line of a photo that stays until they are there.
    private mutating func write(
        _ placements: [UInt8], status: PhotoBar, over old: PhotoBar?, at picture: PicturePlacement,
        on look: TerminalLook, _ screen: inout ComposedScreen, _ update: inout Compositor.Update
    ) {
        // A page stays until there is something to show in its place.
        if placements.isEmpty, case .page = screen.content { return }
        var frame =
            old.map { FrameCommit(placing: placements, status, over: $0, on: look) }
            ?? FrameCommit(placements, status, clearing: .everything, on: look)
        frame.picture = DebugOverlay.Picture(
            look.profile.graphics, picture.size, cost ?? PictureCost(byteCount: 0))
        screen.show(frame, status, on: look, &update)
        if frame.isBusy { cost?.stages = [:] }
    }

    func wayToPhoto(
        on look: TerminalLook, _ screen: ComposedScreen
    ) -> PictureMotion? {
        guard case .page = screen.content else { return nil }
        return movements.wayToPhoto(from: screen.page, by: screen.driver, on: look, screen.flow)
    }

    func wayBack(
        to pictures: [PagePicture], on look: TerminalLook, _ screen: ComposedScreen
    ) -> PictureMotion? {
        guard case .photo = screen.content else { return nil }
        return movements.wayBack(to: pictures, by: screen.driver, on: look, screen.flow)
    }

    /// Moves the picture over a page; at its end it goes, or stays until there is something in its place.
    mutating func moveOverlay(
        isLast: Bool, on look: TerminalLook, _ screen: inout ComposedScreen,
        _ update: inout Compositor.Update
    ) {
        guard update.bytes.isEmpty, movements.current != nil || isLast && screen.page.overlay != nil
        else {
            return
        }
        var picture = movements.current?.placement(at: screen.flow.now, look.profile.cell)
        if movements.current?.isOver(at: screen.flow.now, touchedAt: screen.flow.lastTouch) == true
        {
            movements.current = nil
            if isLast { picture = nil }
        } else if !screen.flow.isOpen {
            return
        }
        let bytes = screen.page.move(picture, by: &screen.driver, on: look.profile)
        guard !bytes.isEmpty else { return }
        screen.commit(FrameCommit(bytes, isBusy: true), on: look, &update)
    }

    /// Moves a photo from one scale to another, or lets the tile arrive that is opened.
    ///
    /// Meanwhile what the photo lacks at its place is made.
    ///
    /// - Returns: whether it is still on its way.
    mutating func move(
        to pictures: ComparedPictures, on look: TerminalLook, _ screen: inout ComposedScreen,
        _ update: inout Compositor.Update
    ) -> Bool {
        let (cell, picture) = (look.profile.cell, pictures.seen.picture)
        if pictures.place.isBeside { movements.current = nil }
        if movements.current == nil, case .photo = screen.content {
            movements.current = movements.zooming(
                to: picture, by: screen.driver, on: look, screen.flow)
        }
        guard let motion = movements.current else { return false }
        guard !motion.isOver(at: screen.flow.now, touchedAt: screen.flow.lastTouch) else {
            movements.current = nil
            return false
        }
        if case .photo(let old) = screen.content,
            let step = motion.placement(at: screen.flow.now, cell)
        {
            guard motion.picture.id == picture.id else {
                movements.current = nil
                return false
            }
            let bytes = screen.driver.update(
                to: [step] + pictures.overlays(on: look), with: [], anew: false, on: look.profile
            ).bytes
            write(
                bytes, status: pictures.seen.view.bar, over: old, at: picture, on: look, &screen,
                &update)
        } else {
            moveOverlay(isLast: false, on: look, &screen, &update)
        }
        let lacking = screen.driver.store?.missing(for: picture, cell: cell) ?? []
        if screen.jobs.frame?.ready == nil { upload(lacking, of: pictures, on: look, &screen) }
        return true
    }
}
