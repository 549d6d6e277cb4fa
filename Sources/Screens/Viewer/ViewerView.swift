internal import Imaging
internal import Localization
internal import PhotoCatalog
internal import PhotoPipeline
internal import TerminalProtocols

// The viewer's display: a page, or a photo with its overlays and its bar.
extension ViewerScreen {
    func view(in context: ScreenContext) -> ScreenView {
        let strings = preferences.strings
        let layout = ViewerLayout(size: size.cells, strings: strings)
        switch shown {
        case .opening(let progress):
            // The list contains a picture of the first still only.
            return layout.opening(photo, cursor.still == 0 ? context.known : nil, progress)
        case .failed(let failure):
            let name = context.known.map { strings.title(of: $0) }
            return .page(
                layout.failure(
                    strings.sentence(for: failure, of: photo), of: name ?? strings.name(of: photo),
                    cursor.position, isFirst: context.isFirst))
        case .viewing(let state):
            guard size.picture != nil else { return .page(layout.tooSmall) }
            let version = PhotoVersion(photo, state.opened, page: state.playback.page)
            var view = PhotoView(version, state.seen, bar: bar(state, context))
            view.adjustments = state.adjustments
            view.overlays = overlays(on: state)
            view.isPlaying = state.isPlaying
            view.overlays += inspector?.overlays(on: state.seen) ?? []
            view.compared = next(after: state)
            return .photo(view)
        }
    }

    /// Returns the next photo as it will first be shown; `nil` if the next photo is not open, if
    /// the view is kept, or unless this photo is at rest with the initial zoom.
    private func next(after state: ViewerState) -> ComparedPhoto? {
        guard state.seen.zoom == .fit, !keepsView, !state.isPlaying, screensaver == nil,
            let version = ahead.version(of: cursor.neighbours.first)
        else { return nil }
        let adjustments = adjusted[version.reference]
        let size = adjustments.orientation.uprightSize(of: version.size)
        var view = PhotoView(
            version, Viewport(photo: size, screen: state.viewport.screen), bar: .hidden)
        view.adjustments = adjustments
        return ComparedPhoto(view, at: .ahead)
    }

    /// The progress of fetching or reading the photo or its larger version; `nil` if nothing is in
    /// progress.
    var progress: TaskProgress? {
        switch shown {
        case .opening(let step): step.map { TaskProgress($0) } ?? .unknown
        case .failed: nil
        case .viewing(let state):
            state.sharpening.map { TaskProgress($0) } ?? state.reading
        }
    }

    /// Returns the last line: a prompt, a notice, the data of the inspected pixel, a caption or the
    /// status line.
    private func bar(_ state: ViewerState, _ context: ScreenContext) -> PhotoBar {
        let (strings, columns) = (preferences.strings, size.cells.columns)
        // Typed text stays visible when notices arrive.
        if let naming {
            return NamePrompt(editor: naming, strings: strings)
                .bar(columns: columns, preferences.direction)
        }
        if let notice = context.notice {
            return noticeBar(strings.text(of: notice))
        }
        if let inspector {
            return InspectorLine(
                inspector: inspector, metres: state.metres(across: inspector),
                isProvisional: state.viewport.isProvisional, strings: strings
            )
            .bar(columns: columns, preferences.direction)
        }
        if let screensaver { return caption(state, screensaver) }
        guard context.hasBar || progress != nil || minimap.isShown || isDamaged else {
            return .hidden
        }
        let namesZoom = context.namesZoom && state.viewport.canZoom
        return StatusLine(
            state, of: photo, cursor.position, namesZoom: namesZoom,
            isFirst: context.isFirst, hasMinimap: map(of: state) != nil, context.marks, strings
        ).bar(columns: columns, preferences.direction)
    }

    /// Returns a notice, aligned with the beginning of lines.
    private func noticeBar(_ text: SafeText) -> PhotoBar {
        let (columns, direction) = (size.cells.columns, preferences.direction)
        let cut = text.truncated(to: max(0, columns - 1))
        let blanks = direction == .leftToRight ? 1 : max(1, columns - cut.width - 1)
        let margin = SafeText("").padded(to: blanks)
        return PhotoBar([(margin, .plain), (cut, .plain)], columns: columns)
    }

    /// True if the visible picture could not be decoded completely.
    var isDamaged: Bool { state?.status.damage != nil }

    /// True if the screen shows a still of a video.
    var showsVideo: Bool {
        state.map { $0.opened.still != nil || $0.opened.note == .stillOfVideo } ?? false
    }

    /// True if the photo's file has several frames or pages.
    var hasParts: Bool { (state?.playback.pages.count ?? 1) > 1 }

    /// Returns true if the viewer waits for this photo.
    func awaits(_ reference: PhotoReference) -> Bool { state == nil && photo == reference }

    /// The view of the photo; `nil` while no photo is shown.
    var viewport: Viewport? { state?.viewport }

    /// The adjustments to the photo on the screen; `nil` while no photo is shown.
    var adjustments: ImageAdjustments? { state?.adjustments }

    var isInspecting: Bool { inspector != nil }

    /// The title of the photo; `nil` while no photo is shown.
    var title: SafeText? {
        state.map { preferences.strings.title(of: $0.opened, photo) }
    }

    /// Returns the line below this photo and the photo compared with it; `nil` while no photo is
    /// shown.
    func bar(
        comparing titles: (SafeText, SafeText), seesMarked: Bool, remarks: [StatusLine.Part]
    ) -> PhotoBar? {
        state.map { state in
            ComparisonBar(
                titles, seesMarked: seesMarked, remarks: remarks, state, preferences.strings
            ).bar(columns: size.cells.columns, preferences.direction)
        }
    }

    /// Returns a bar with the title, the date and the credit of a photo in a screensaver.
    private func caption(_ state: ViewerState, _ screensaver: Screensaver) -> PhotoBar {
        guard screensaver.captionStrength > 0 else { return .hidden }
        let (strings, caption) = (preferences.strings, state.opened.caption)
        return StatusLine.caption(
            [
                strings.title(of: state.opened, photo), strings.date(of: caption),
                .line(caption.credit),
            ], columns: size.cells.columns, strength: screensaver.captionStrength,
            preferences.direction)
    }
}

// The overlays on the photo.
extension ViewerScreen {
    /// True if the terminal can show a map on the photo.
    var takesOverlays: Bool { size.picture?.takesOverlays ?? true }

    /// True if the user has switched the map on.
    var hasMinimap: Bool { minimap.isOn }

    /// True if the map is visible; the map is hidden while the whole photo is visible.
    var showsMinimap: Bool { state.map { map(of: $0) != nil } ?? false }

    func map(of state: ViewerState) -> Minimap? {
        guard minimap.isShown, takesOverlays, !state.isPeeking, screensaver == nil else {
            return nil
        }
        return Minimap(
            state.viewport, in: size.cells, preferences.direction, on: snapInterval)
    }

    private func overlays(on state: ViewerState) -> [PhotoOverlay] {
        let diagram = histogram.overlay(
            on: state.viewport.screen, of: size.cells, preferences.direction)
        return (map(of: state)?.overlays ?? []) + [diagram].compactMap(\.self)
    }
}
