internal import Imaging
internal import Localization
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
        case .copyAddress: return page.map { copy($0) } ?? refuse(.noPage)
        case .browse: return page.map { [.archive(.browse($0))] } ?? refuse(.noPage)
        default: return performByTop(action, times: times)
        }
    }

    /// The screen itself knows what to do; the list below it follows.
    private mutating func performByTop(_ action: Action, times: Int) -> [Effect] {
        let known = stack.browser?.photos ?? []
        // On a mirrored list the next photo is on the left.
        let isMirrored = preferences.isMirrored && stack.top.kind == .browser
        let effects = stack.top.perform(
            isMirrored ? action.mirrored : action, times: times, known: known)
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
        case .keepView: return show(.keepsView(viewer.keepsView))
        case .slideshow: return show(.slideshow(seconds: viewer.slideshow?.seconds))
        default: return []
        }
    }

    mutating func show(_ notice: Notice) -> [Effect] {
        self.notice = notice
        notices += 1
        return [.wake(TimerRequest(.notice, notices), after: notice.duration)]
    }

    /// Why a key does nothing here; without a photo there is no other reason.
    mutating func refuse(_ reason: Notice.Refusal) -> [Effect] {
        show(.refused(stack.top.reference == nil ? .noPhoto : reason))
    }

    /// Only a library can be searched; an empty list is of one.
    private mutating func search() -> [Effect] {
        switch stack.top.reference {
        case .library, nil: push(typing: stack.browser?.query ?? Query())
        case .file, .address, .standardInput: refuse(.noSearch)
        }
    }

    private mutating func favour() -> [Effect] {
        stack.top.photo.map { [.archive(.toggleFavourite($0))] } ?? refuse(.onlyOfTheLibrary)
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
        case .standardInput, nil: refuse(.noName)
        }
    }

    /// What is pasted into a shell is a command where it has a line feed, and not every shell asks.
    private mutating func copy(_ text: String) -> [Effect] {
        let text = SafeText(text)
        return [.copy(text.string)] + show(.copied(text))
    }

    private mutating func save() -> [Effect] {
        switch stack.top.reference {
        case .library(let photo): [.archive(.save(photo))] + show(.savingBegins)
        case .file: refuse(.alreadyAFile)
        case .address, .standardInput, nil: refuse(.onlyOfTheLibrary)
        }
    }
}
