internal import Imaging
internal import PhotoCatalog
internal import PhotoPipeline
internal import TerminalProtocols

/// What keys do with a photo, and which of them lead to other screens.
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
        let time =
            notice.kind == .advice ? Self.adviceMilliseconds : Self.noticeMilliseconds
        return [.wake(Alarm(.notice, notices), after: time)]
    }

    private func with(_ photo: PhotoID?, _ effects: (PhotoID) -> [Effect]) -> [Effect] {
        photo.map(effects) ?? []
    }

    /// What is pasted into a shell is a command where it has a line feed, and not every shell asks.
    private mutating func copy(_ text: String) -> [Effect] {
        let text = SafeText(text).string
        return [.copy(text)] + show(Notice(NoticeWording.copied(text), .good))
    }

    private mutating func save() -> [Effect] {
        guard let photo = stack.top.photo else { return [] }
        return [.save(photo)] + show(Notice(NoticeWording.saving))
    }
}
