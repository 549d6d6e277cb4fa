internal import Imaging
internal import PhotoCatalog
internal import PhotoPipeline
internal import TerminalProtocols

/// Going to a screen, and back.
extension ScreenCoordinator {
    mutating func open() -> [Effect] {
        switch stack.top {
        case .browser: return openDetail()
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

    private mutating func view(_ walk: Walk) -> [Effect] {
        push(.viewer(ViewerScreen(walk, size: size)))
    }

    mutating func openDetail() -> [Effect] {
        if let walk = stack.top.walk {
            let known = stack.browser?.photos ?? []
            let photo = known.indices.contains(walk.index) ? known[walk.index] : nil
            guard stack.top.photo != nil else { return [] }
            return push(.detail(DetailScreen(walk, photo: photo, size: size)))
        }
        guard case .browser(let browser) = stack.top, let photo = browser.selectedPhoto,
            let sequence = browser.results?.sequence
        else { return [] }
        let walk = Walk(sequence, at: browser.selected)
        return push(.detail(DetailScreen(walk, photo: photo, size: size)))
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
            return show(Notice(NoticeWording.noAlbum))
        }
        return push(.album(album))
    }

    mutating func push(_ source: ResultsSource) -> [Effect] {
        browsers += 1
        return push(
            .browser(BrowserScreen(source, arrangement, number: browsers, size: size)))
    }

    mutating func push(typing query: Query) -> [Effect] {
        browsers += 1
        return push(
            .browser(BrowserScreen(typing: query, arrangement, number: browsers, size: size)))
    }

    mutating func push(_ screen: Screen) -> [Effect] {
        let forgotten = stack.push(screen).flatMap { gone($0) }
        return forgotten + stack.startTop()
    }

    /// A new list looks like the one before it.
    private var arrangement: BrowserArrangement { stack.browser?.arrangement ?? .list }

    /// Goes back a screen, but for an alert that goes first; from the first screen only q leaves the
    /// program.
    mutating func leave(_ action: Action) -> [Effect] {
        if case .browser(var browser) = stack.top, browser.dismissAlert() {
            stack.top = .browser(browser)
            return []
        }
        guard stack.isFirst else { return back() }
        if action == .back {
            return show(Notice(NoticeWording.quitKey))
        }
        return [.quit]
    }

    mutating func back() -> [Effect] {
        guard !stack.isFirst else { return [] }
        let left = stack.pop()
        return gone(left) + (left.walk.map { followBelow($0) } ?? []) + comeBack()
    }

    /// What a screen had under way is given up with it.
    private func gone(_ screen: Screen) -> [Effect] {
        switch screen {
        case .browser(let browser): browser.results.map { [.abandonResults($0.id)] } ?? []
        case .viewer(let viewer): [.abandon(viewer.walk.photo)]
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
    private mutating func followBelow(_ walk: Walk) -> [Effect] {
        guard case .detail(var detail) = stack.top, detail.walk.index != walk.index else {
            return []
        }
        let known = stack.browser?.photos ?? []
        let effects = detail.go(by: walk.index - detail.walk.index, known: known)
        stack.top = .detail(detail)
        return effects
    }
}
