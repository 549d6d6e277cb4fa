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
        case .search: return search()
        case .album: return openAlbum()
        case .favourites: return push(.favourites)
        case .info where stack.top.kind != .detail: return openDetail()
        case .layout where stack.top.kind == .viewer: return openList()
        case .favourite: return favour()
        case .save: return save()
        case .copyID: return copyName()
        case .copyAddress: return page.map { copy($0) } ?? refuse(NoticeWording.noPage)
        case .browse: return page.map { [.browse($0)] } ?? refuse(NoticeWording.noPage)
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

    /// Why a key does nothing here; without a photo there is no other reason.
    mutating func refuse(_ reason: SafeText) -> [Effect] {
        show(Notice(stack.top.reference == nil ? NoticeWording.noPhoto : reason))
    }

    /// Only a library can be searched; an empty list is of one.
    private mutating func search() -> [Effect] {
        switch stack.top.reference {
        case .library, nil: push(typing: stack.browser?.query ?? Query())
        case .file, .address, .standardInput: refuse(NoticeWording.noSearch)
        }
    }

    private mutating func favour() -> [Effect] {
        stack.top.photo.map { [.toggleFavourite($0)] } ?? refuse(NoticeWording.onlyOfTheLibrary)
    }

    /// The page that a browser shows for the photo.
    private var page: String? {
        switch stack.top.reference {
        case .library(let id): library == .demo ? nil : id.pageAddress
        case .address(let address): address
        case .file, .standardInput, nil: nil
        }
    }

    /// What opens the photo again: an id, a path, an address.
    private mutating func copyName() -> [Effect] {
        switch stack.top.reference {
        case .library(let id): copy(id.text)
        case .file(let path): copy(path)
        case .address(let address): copy(address)
        case .standardInput, nil: refuse(NoticeWording.noName)
        }
    }

    /// What is pasted into a shell is a command where it has a line feed, and not every shell asks.
    private mutating func copy(_ text: String) -> [Effect] {
        let text = SafeText(text).string
        return [.copy(text)] + show(Notice(NoticeWording.copied(text), .good))
    }

    private mutating func save() -> [Effect] {
        switch stack.top.reference {
        case .library(let photo): [.save(photo)] + show(Notice(NoticeWording.saving))
        case .file: refuse(NoticeWording.alreadyAFile)
        case .address, .standardInput, nil: refuse(NoticeWording.onlyOfTheLibrary)
        }
    }
}
