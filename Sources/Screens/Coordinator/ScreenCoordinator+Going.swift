internal import Imaging
internal import Localization
internal import PhotoCatalog
internal import PhotoPipeline
internal import TerminalProtocols

/// Going to a screen, and back.
extension ScreenCoordinator {
    mutating func open() -> [Effect] {
        switch stack.top {
        case .browser(let browser):
            if offersDemo(in: browser) { return openDemo() }
            return browser.isOfNamedPhotos ? viewSelected(in: browser) : openDetail()
        case .viewer: return []
        case .detail(let detail):
            switch detail.focused {
            case .album(let name): return push(.album(name))
            case .keyword(let word):
                var query = Query()
                query.keywords = [word]
                return push(.search(query))
            case nil: return view(detail.walk)
            }
        }
    }

    /// Whether the built-in collection can stand in for a library that cannot be reached.
    func offersDemo(in browser: LibraryScreen) -> Bool {
        library == .nasa(offersDemo: true) && browser.isCutOff
    }

    /// Goes over to the built-in collection, for the rest of the session.
    private mutating func openDemo() -> [Effect] {
        var screens = stack
        let left = screens.each { gone($0) }
        let arrangement = arrangement == .list ? LibraryArrangement.demo : arrangement
        library = .demo
        stack = ScreenStack(
            .browser(browser(of: .demo, arrangement)))
        return left + [.openDemo] + stack.startTop()
    }

    private mutating func view(_ walk: ListCursor) -> [Effect] {
        push(.viewer(ViewerScreen(walk, preferences, size: size)))
    }

    /// Of photos that were named no more than that is known: there is no page between.
    private mutating func viewSelected(in browser: LibraryScreen) -> [Effect] {
        guard let sequence = browser.results?.sequence, !sequence.photos.isEmpty else { return [] }
        return view(ListCursor(sequence, at: browser.selected))
    }

    mutating func openDetail() -> [Effect] {
        switch stack.top.reference {
        case .address, .standardInput, nil: return refuse(.noDetails)
        case .library, .file: break
        }
        if let walk = stack.top.walk {
            let known = stack.browser?.photos ?? []
            let photo = known.indices.contains(walk.index) ? known[walk.index] : nil
            return push(.detail(DetailScreen(walk, photo: photo, preferences.strings, size: size)))
        }
        guard case .browser(let browser) = stack.top, let photo = browser.selectedPhoto,
            let sequence = browser.results?.sequence
        else { return [] }
        let walk = ListCursor(sequence, at: browser.selected)
        return push(.detail(DetailScreen(walk, photo: photo, preferences.strings, size: size)))
    }

    /// From the viewer to the list that it goes through: the one below, or one of the photos that were
    /// named.
    mutating func openList() -> [Effect] {
        guard stack.browser == nil, let walk = stack.top.walk else { return backToList() }
        var screens = stack
        let left = screens.each { gone($0) }
        var browser = browser(of: .named(walk.sequence.photos), .list)
        browser.select(walk.index)
        stack = ScreenStack(.browser(browser))
        return left + stack.startTop()
    }

    private mutating func backToList() -> [Effect] {
        var effects: [Effect] = []
        while stack.top.kind != .browser, !stack.isFirst { effects += back() }
        return effects
    }

    /// The album of the photo; the first where it is in several.
    mutating func openAlbum() -> [Effect] {
        let photo: Photo? =
            switch stack.top {
            case .browser(let browser): browser.selectedPhoto
            case .detail(let detail): detail.photo
            case .viewer: stack.browser?.selectedPhoto
            }
        guard let album = photo?.albums.first else {
            return show(.refused(.noAlbum))
        }
        return push(.album(album))
    }

    mutating func push(_ source: ResultsSource) -> [Effect] {
        push(.browser(browser(of: source, arrangement)))
    }

    /// A list of a number that no other has.
    private mutating func browser(
        of source: ResultsSource, _ arrangement: LibraryArrangement
    ) -> LibraryScreen {
        browsers += 1
        return LibraryScreen(source, arrangement, number: browsers, size: size)
    }

    mutating func push(typing query: Query) -> [Effect] {
        browsers += 1
        return push(
            .browser(
                LibraryScreen(typing: query, over: stack.browser, number: browsers, size: size)))
    }

    mutating func push(_ screen: Screen) -> [Effect] {
        let forgotten = stack.push(screen).flatMap { gone($0) }
        return forgotten + stack.startTop()
    }

    /// A new list looks like the one before it.
    private var arrangement: LibraryArrangement { stack.browser?.arrangement ?? .list }

    /// Goes back a screen, but for an alert that goes first; from the first screen only q leaves the
    /// program.
    mutating func leave(_ action: Action) -> [Effect] {
        if case .browser(var browser) = stack.top, browser.dismissAlert() {
            stack.top = .browser(browser)
            return []
        }
        guard stack.isFirst else { return back() }
        return action == .back ? show(.refused(.firstScreen)) : [.quit]
    }

    mutating func back() -> [Effect] {
        guard !stack.isFirst else { return [] }
        let left = stack.pop()
        return gone(left) + (left.walk.map { followBelow($0) } ?? []) + comeBack()
    }

    /// What a screen had under way is given up with it.
    private func gone(_ screen: Screen) -> [Effect] {
        switch screen {
        case .browser(let browser): browser.results.map { [.library(.abandon($0.id))] } ?? []
        case .viewer(let viewer): [.photo(.abandon(viewer.walk.photo))]
        case .detail: []
        }
    }

    /// Makes up for what came while another screen lay over this one.
    private mutating func comeBack() -> [Effect] {
        let effects = grow()
        guard case .viewer(var viewer) = stack.top else { return effects }
        defer { stack.top = .viewer(viewer) }
        return effects + viewer.comeBack()
    }

    /// A photo's page below a viewer shows the photo that the viewer came to.
    private mutating func followBelow(_ walk: ListCursor) -> [Effect] {
        guard case .detail(var detail) = stack.top, detail.walk.index != walk.index else {
            return []
        }
        let known = stack.browser?.photos ?? []
        let effects = detail.go(by: walk.index - detail.walk.index, known: known)
        stack.top = .detail(detail)
        return effects
    }
}
