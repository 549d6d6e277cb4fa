internal import Imaging
internal import Localization
internal import PhotoCatalog
internal import PhotoPipeline
internal import TerminalProtocols

// The actions of keys in the viewer.
extension ViewerScreen {
    mutating func perform(_ action: Action, times: Int, known: [Photo]) -> Response {
        var response = act(action, times: times)
        response.effects += play()
        return response
    }

    private mutating func act(_ action: Action, times: Int) -> Response {
        switch action {
        case .move(let movement, let direction):
            Response(move(movement, direction, times: times))
        case .screen(let action): Response(act(action, times: times))
        case .view(let action): act(action, times: times)
        case .levels(let action): adjust(action, times: times)
        case .app, .stack, .list, .photo, .compare: Response()
        }
    }

    private mutating func move(
        _ movement: Movement, _ direction: ViewportMove.Direction, times: Int
    ) -> [Effect] {
        switch movement {
        case .step:
            inspect(direction, by: times)
                ?? move(.step(direction, times: times, percent: preferences.panPercent))
        case .page:
            inspect(direction, by: times * Inspector.longStep)
                ?? move(.page(direction, times: times))
        case .edge: move(.edge(direction))
        }
    }

    private mutating func act(_ action: ScreenAction, times: Int) -> [Effect] {
        switch action {
        case .zoomIn: move(.zoomIn(about: nil))
        case .zoomOut: move(.zoomOut(about: nil))
        case .nextPhoto: go(by: times)
        case .previousPhoto: go(by: -times)
        case .nextPart: changePart { $0.step(by: times) }
        case .previousPart: changePart { $0.step(by: -times) }
        case .retry: retry()
        case .open, .info, .layout: []
        }
    }

    private mutating func act(_ action: ViewAction, times: Int) -> Response {
        switch action {
        case .toggleZoom: Response(move(.toggle(about: nil, stop: zoomStop)))
        case .fit: Response(move(.fit))
        case .original: Response(move(.original))
        case .centre: Response(move(.centre))
        case .peek: Response(peek())
        case .keepView: Response(notice: keepView())
        case .slideshow:
            Response(
                slides.toggle(seconds: times), notice: .slideshow(seconds: slideshow?.seconds))
        case .pauseAnimation: Response(changePart { $0.togglePause() })
        case .inspect: Response(toggleInspector())
        case .setPoint: Response(inspect { $0?.setPoint() })
        case .magnify: Response(inspect { $0?.magnify(by: times) })
        case .minimap: Response(notice: toggleMinimap())
        case .bands: Response(notice: chooseBands(digits: times))
        case .turn, .mirror: Response(turn(action, times: times))
        }
    }

    /// Shows the whole photo until the next key.
    private mutating func peek() -> [Effect] {
        state?.isPeeking = true
        return []
    }

    private mutating func keepView() -> Notice {
        keepsView.toggle()
        return .keepsView(keepsView)
    }

    /// Ends a temporary view of the whole photo.
    ///
    /// - Returns: true if there was such a view.
    mutating func endPeek() -> Bool {
        guard state?.isPeeking == true else { return false }
        state?.isPeeking = false
        return true
    }
}

// The actions of the pointer in the viewer.
extension ViewerScreen {
    mutating func point(_ action: PointerAction, at cell: CellPosition) -> [Effect] {
        if let effects = pointOnMinimap(action, at: cell) { return effects }
        let move = ViewportMove(action, percent: preferences.panPercent, stop: zoomStop)
        return (move.map { self.move($0) } ?? []) + play()
    }

    /// Moves the inspected point to the position of the pointer.
    mutating func hover(at point: PixelPoint) -> [Effect] {
        guard let viewport = state?.seen else { return [] }
        inspector?.go(to: viewport.pixel(at: point), on: viewport.photo)
        return ask()
    }

    /// Moves the view after a click on the map, or after a drag that began on the map.
    ///
    /// - Returns: `nil` for any other action.
    private mutating func pointOnMinimap(
        _ action: PointerAction, at cell: CellPosition
    ) -> [Effect]? {
        guard var state, let map = map(of: state),
            let point = size.picture?.middle(of: cell, in: size.cells),
            let share = minimap.share(action, at: point, on: map)
        else {
            return nil
        }
        state.viewport.centre(onShare: share)
        self.state = state
        return sharpen()
    }
}

// The inspector, the map, the levels and the rotation.
extension ViewerScreen {
    /// Ends the inspector.
    ///
    /// - Returns: true if the inspector was open.
    mutating func endInspector() -> Bool {
        defer { inspector = nil }
        return inspector != nil
    }

    private mutating func toggleInspector() -> [Effect] {
        guard !endInspector() else { return [] }
        return inspect { [viewport] in $0 = viewport.map { Inspector(inTheMiddleOf: $0) } }
    }

    /// Moves the inspected point; returns `nil` if no point is inspected.
    private mutating func inspect(
        _ direction: ViewportMove.Direction, by steps: Int
    ) -> [Effect]? {
        guard inspector != nil, let photo = viewport?.photo else { return nil }
        return inspect { $0?.move(direction, by: steps, on: photo) }
    }

    /// Changes the inspector; the view follows the inspected point.
    private mutating func inspect(_ change: (inout Inspector?) -> Void) -> [Effect] {
        guard let viewport else { return [] }
        change(&inspector)
        if let move = inspector?.moveIntoView(viewport) { state?.viewport.move(move) }
        return sharpen() + ask()
    }

    /// Shows the bands named by the three digits typed before the key.
    ///
    /// Without digits, shows the first three bands or, if bands are shown, the page itself.
    private mutating func chooseBands(digits: Int) -> Notice? {
        guard var state else { return nil }
        var bands = BandChoice(digits: digits)
        if digits == 1 { bands = state.adjustments.bands == nil ? .first : nil }
        guard digits == 1 || bands != nil, state.choose(bands) else { return .refused(.noBands) }
        inspector?.forget()
        adjusted[photo] = state.adjustments
        self.state = state
        return .bands(bands)
    }

    private mutating func toggleMinimap() -> Notice {
        guard takesOverlays else { return .refused(.noMap) }
        minimap.isOn.toggle()
        return minimap.isOn && !showsMinimap ? .minimapWaits : .minimap(minimap.isOn)
    }

    /// Reads the file again after it was rotated.
    mutating func fileWasTurned() -> [Effect] {
        adjusted[photo].orientation = .asStored
        inspector = nil
        return readTurned()
    }

    /// Adopts adjustments that were made to photos on other screens.
    mutating func learn(_ adjusted: AdjustedPhotos) { self.adjusted = adjusted }

    private mutating func turn(_ action: ViewAction, times: Int) -> [Effect] {
        guard var state else { return [] }
        // The inspector's points refer to the previous rotation.
        inspector = nil
        state.perform(turning: action, times: times)
        adjusted[photo] = state.adjustments
        self.state = state
        return sharpen()
    }

    private mutating func adjust(_ action: LevelsAction, times: Int) -> Response {
        guard let levels = state?.adjustments.levels.changed(by: action, times: times) else {
            return Response()
        }
        state?.adjust(levels)
        adjusted[photo] = state?.adjustments ?? .none
        return Response(histogram.adjusted(levels), notice: .levels(levels))
    }
}
