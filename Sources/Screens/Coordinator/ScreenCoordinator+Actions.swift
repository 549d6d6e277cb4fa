internal import Imaging
internal import PhotoCatalog
internal import PhotoPipeline
internal import TerminalProtocols

/// What keys do that lead from screen to screen, or do something with a photo.
extension ScreenCoordinator {
    mutating func performOnTop(_ action: Action, times: Int) -> [Effect] {
        switch action {
        case .quit, .back: return leave(action)
        case .open: return open()
        case .search: return push(typing: stack.browser?.query ?? Query())
        case .album: return openAlbum()
        case .favourites: return push(.favourites)
        case .info where stack.top.kind != .detail: return openDetail()
        case .favourite: return with(stack.top.photo) { [.toggleFavourite($0)] }
        case .save: return save()
        case .copyID: return with(stack.top.photo) { copy($0.text) }
        case .copyAddress: return with(stack.top.photo) { copy($0.pageAddress) }
        case .browse: return with(stack.top.photo) { [.browse($0.pageAddress)] }
        default: return performByTop(action, times: times)
        }
    }

    /// The screen itself knows what to do; the list below it follows.
    private mutating func performByTop(_ action: Action, times: Int) -> [Effect] {
        let known = stack.browser?.photos ?? []
        let effects = stack.top.perform(action, times: times, known: known)
        return effects + tell(action) + follow()
    }

    /// The photo that is looked at is the one that is chosen in the list, and more are asked for in
    /// time.
    mutating func follow() -> [Effect] {
        guard let walk = stack.top.walk, var browser = stack.browser else { return [] }
        browser.select(walk.index)
        defer { stack.browser = browser }
        return browser.wish()
    }

    /// Says what has changed where it could not be seen.
    private mutating func tell(_ action: Action) -> [Effect] {
        guard case .viewer(let viewer) = stack.top else { return [] }
        switch action {
        case .keepView: return show(Notice(NoticeWording.keepsView(viewer.keepsView)))
        case .slideshow: return show(Notice(NoticeWording.slideshow(viewer.slideshow)))
        default: return []
        }
    }

    mutating func show(_ notice: Notice) -> [Effect] {
        self.notice = notice
        notices += 1
        return [.wake(Alarm(.notice, notices), after: Self.noticeMilliseconds)]
    }

    private func with(_ photo: PhotoID?, _ effects: (PhotoID) -> [Effect]) -> [Effect] {
        photo.map(effects) ?? []
    }

    private mutating func copy(_ text: String) -> [Effect] {
        [.copy(text)] + show(Notice(NoticeWording.copied(text), .good))
    }

    private mutating func save() -> [Effect] {
        guard let photo = stack.top.photo else { return [] }
        return [.save(photo)] + show(Notice(NoticeWording.saving))
    }

    // MARK: Going to a screen, and back

    private mutating func open() -> [Effect] {
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

    private mutating func openDetail() -> [Effect] {
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
    private mutating func openAlbum() -> [Effect] {
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

    private mutating func push(_ source: ResultsSource) -> [Effect] {
        browsers += 1
        return push(
            .browser(BrowserScreen(source, arrangement, number: browsers, size: size)))
    }

    private mutating func push(typing query: Query) -> [Effect] {
        browsers += 1
        return push(
            .browser(BrowserScreen(typing: query, arrangement, number: browsers, size: size)))
    }

    private mutating func push(_ screen: Screen) -> [Effect] {
        stack.push(screen)
        return stack.startTop()
    }

    /// A new list looks like the one before it.
    private var arrangement: BrowserArrangement { stack.browser?.arrangement ?? .list }

    /// A notice goes first by Esc, then an alert, then the screen; q leaves the program from the first screen, Esc only
    /// where that screen is a photo.
    private mutating func leave(_ action: Action) -> [Effect] {
        if action == .back, notice != nil {
            notice = nil
            return []
        }
        if case .browser(var browser) = stack.top, browser.dismissAlert() {
            stack.top = .browser(browser)
            return []
        }
        guard stack.isFirst else { return back() }
        if action == .back, stack.top.kind == .browser {
            return show(Notice(NoticeWording.quitKey))
        }
        return [.quit]
    }

    mutating func back() -> [Effect] {
        guard !stack.isFirst else { return [] }
        switch stack.pop() {
        case .browser(let left): return left.results.map { [.abandonResults($0.id)] } ?? []
        case .viewer(let left): return [.abandon(left.walk.photo)] + followBelow(left.walk)
        case .detail(let left): return followBelow(left.walk)
        }
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
