package import Imaging
internal import Localization
internal import PhotoCatalog
package import PhotoPipeline
package import TerminalProtocols

/// The stack of screens; the top screen is shown and receives keys.
package struct ScreenCoordinator: Sendable {
    /// The library whose lists are shown; set before `start`.
    package var shownLibrary = ShownLibrary.nasa(offersDemo: false)

    /// True if the first photos are to be shown as a screensaver until a key is pressed; set before
    /// `start`.
    package var beginsScreensaver = false

    /// The pictures in the folder of the single named file; `nil` if anything else was named.
    var neighbours: Neighbours?

    /// The folder to which relative paths refer; set before `start`.
    package var workingFolder = ""

    package let preferences: Preferences
    var stack: ScreenStack
    private(set) var size: ScreenSize
    var help: HelpScreen?
    var notice: Notice?
    private var noticeCount = 0
    private var firstKeys = BeginnerHints()
    /// True if there was no input for `PageMetrics.barStays`.
    package internal(set) var isAtRest = false
    var libraryCount = 0
    /// The photo to open as soon as its list arrives; `nil` if no photo is awaited.
    var awaited: PendingPhoto?
    /// The photo that stayed on the screen when the list of another day failed; `nil` if none did.
    var leftDay: RetainedDay?
    /// The photo whose day is being looked up, for a step to another day; `nil` if there is none.
    var awaitedDay: PendingDay?
    private var count = RepeatCount()
    /// The progress of the originals that are being saved.
    private var savings = SaveProgress()
    /// The first of two photos to compare; `nil` if the user has not marked one.
    var marked: PhotoReference?
    package internal(set) var marks = Marks()
    /// The files that can be restored from the trash, the most recent last.
    var trashed: [TrashedFiles] = []
    /// The user's adjustments to photos, kept until the program ends.
    var adjusted = AdjustedPhotos()

    /// Creates the stack with a viewer of the first photo.
    ///
    /// - Precondition: there is at least one photo.
    package init(
        photos: [PhotoReference], showing views: [Int: ViewPosition] = [:], size: ScreenSize,
        _ preferences: Preferences
    ) {
        self.preferences = preferences
        self.size = size
        let cursor = ListCursor(PhotoSequence(photos, showing: views))
        stack = ScreenStack(ViewerScreen(cursor, preferences, size: size))
    }

    /// Creates the stack with a comparison of the first two photos.
    ///
    /// - Precondition: there are at least two photos.
    package init(
        comparing photos: [PhotoReference], size: ScreenSize, _ preferences: Preferences
    ) {
        self.init(photos: photos, size: size, preferences)
        marked = photos[0]
        let cursor = ListCursor(PhotoSequence(photos), at: 1)
        stack = ScreenStack(
            ComparisonScreen(
                of: photos[0], with: ViewerScreen(cursor, preferences, size: size),
                preferences, size: size))
    }

    /// Creates the stack with a list.
    package init(
        _ source: ResultsSource, _ arrangement: LibraryArrangement = .list, size: ScreenSize,
        _ preferences: Preferences
    ) {
        self.preferences = preferences
        self.size = size
        stack = ScreenStack(LibraryScreen(source, arrangement, number: 0, size: size))
    }

    /// Requests everything that the first screen needs.
    package mutating func start() -> [Effect] {
        if stack.top.kind == .viewer { showScreensaver() }
        guard let comparison = stack.top.comparison else { return stack.top.start() }
        return comparison.current.start() + stack.top.start()
    }

    package var view: ScreenView { page.laidOut(isMirrored: preferences.isMirrored) }

    private var page: ScreenView { help?.view(size.cells) ?? stack.top.view(in: context) }

    private var context: ScreenContext {
        ScreenContext(
            preferences: preferences, notice: notice, namesZoom: firstKeys.areNamed,
            hasBar: hasBar, isFirst: stack.isFirst,
            known: stack.top.listCursor.flatMap { known(at: $0) },
            offersDemo: stack.top.library.map { offersDemo(in: $0) } ?? false, marks: marks)
    }

    /// True if the bar of a photo is shown.
    ///
    /// Without input, the bar stays if it is set to `.on`, if it shows the first keys, or if hiding
    /// it would leave an empty line: sixel and block pictures do not use the last line.
    private var hasBar: Bool {
        !isAtRest || preferences.bar == .on || firstKeys.areNamed || size.picture?.lastLine == 0
    }

    /// The progress of a long task: fetching or reading the photo on the screen, or saving
    /// originals; `nil` without such a task.
    package var progress: TaskProgress? { stack.top.viewer?.progress ?? savings.progress }

    /// Returns the list's entry for the photo at a cursor; `nil` if unknown.
    func known(at cursor: ListCursor) -> Photo? {
        guard cursor.isListed, let library = stack.library, library.lists(cursor) else {
            return nil
        }
        return library.photos[cursor.index]
    }
}

// The actions of keys.
extension ScreenCoordinator {
    package mutating func press(_ key: KeyPress) -> [Effect] {
        (isAtRest, beginsScreensaver) = (false, false)
        switch stack.top.input {
        case .screensaver:
            _ = endScreensaver()
            return key.modifiers == .control ? performOnApp(key) ?? [] : []
        case _ where help != nil: return pressInHelp(key)
        case .text: return type(key)
        case .command: return command(key)
        }
    }

    /// Performs the action of a key; a number typed before the key repeats the action.
    private mutating func command(_ key: KeyPress) -> [Effect] {
        if let effects = answer(key) { return effects }
        let hadNotice = notice != nil
        notice = nil
        if count.receive(key) { return [] }
        let typed = count.pop()
        guard let action = preferences.keyMap.action(for: key, on: stack.top.kind) else {
            return []
        }
        if action == .stack(.back), hadNotice { return [] }
        if case .app(let action) = action { return [.app(action)] }
        if action != .view(.peek), endPeek(), action == .stack(.back) { return [] }
        if action == .view(.toggleZoom) { firstKeys.end() }
        // A number typed before the key of a slideshow is the number of seconds for each photo.
        let usual = action == .view(.slideshow) ? preferences.slideshowSeconds : 1
        let translated = stack.top.translated(action, for: preferences)
        return readNeighbours() + perform(translated, times: typed ?? usual)
    }

    /// Handles a key while the help is open; the help receives characters as text.
    private mutating func pressInHelp(_ key: KeyPress) -> [Effect] {
        notice = nil
        if !key.isText, let effects = performOnApp(key) { return effects }
        if help?.press(key, in: size.cells) == .close { help = nil }
        return []
    }

    /// Performs the key's action on the whole program; returns `nil` if the key has no such action.
    func performOnApp(_ key: KeyPress) -> [Effect]? {
        guard case .app(let action) = preferences.keyMap.action(for: key) else { return nil }
        return [.app(action)]
    }

    /// True if the characters of keys are inserted as text.
    package var isTyping: Bool { help == nil && stack.top.input == .text }

    /// Handles a key as text; only the program's own key bindings with Ctrl still work.
    private mutating func type(_ key: KeyPress) -> [Effect] {
        notice = nil
        if key.modifiers == .control, let effects = performOnApp(key) { return effects }
        return stack.top.type(key) ?? back()
    }

    /// Ends the screensaver that is shown or about to begin.
    ///
    /// - Returns: true if a screensaver was shown.
    mutating func endScreensaver() -> Bool {
        beginsScreensaver = false
        return stack.top.viewer?.endScreensaver() ?? false
    }

    private mutating func showScreensaver() {
        guard beginsScreensaver else { return }
        beginsScreensaver = false
        stack.top.viewer?.beginScreensaver()
    }

    /// Starts the awaited screensaver once the list has photos.
    private mutating func viewAsScreensaver() -> [Effect] {
        guard beginsScreensaver, let cursor = stack.top.library?.cursor else { return [] }
        var viewer = ViewerScreen(cursor, preferences, size: size, adjusted)
        viewer.beginScreensaver()
        beginsScreensaver = false
        return push(viewer)
    }

    /// Receives a paste, which may be the names of files that were dropped on the terminal.
    package mutating func paste(_ bytes: [UInt8]) -> [Effect] {
        let text = String(decoding: bytes, as: UTF8.self)
        let readings = DroppedPaths.readings(of: bytes)
        guard readings.isEmpty else { return [.archive(.findDropped(readings, orInsert: text))] }
        return insert(text)
    }

    private mutating func insert(_ text: String) -> [Effect] {
        guard help == nil else { return [] }
        return stack.top.paste(text)
    }

    package mutating func resize(to size: ScreenSize) -> [Effect] {
        self.size = size
        return stack.each { $0.resize(to: size) }
    }

    /// Ends the temporary view of the whole photo.
    ///
    /// - Returns: true if there was such a view.
    mutating func endPeek() -> Bool { stack.top.viewer?.endPeek() ?? false }

    private mutating func perform(_ action: Action, times: Int) -> [Effect] {
        switch action {
        case .app(let action): [.app(action)]
        case .stack(let action): perform(action)
        case .list(let action): perform(action)
        case .photo(let action): perform(action, times: times)
        case .screen(let action): perform(action, times: times)
        case .compare(.mark) where comparesMarks: compareMarks()
        case .compare(.mark) where stack.top.kind == .viewer: compare()
        case .move, .view, .levels, .compare: performByTop(action, times: times)
        }
    }

    private mutating func perform(_ action: StackAction) -> [Effect] {
        switch action {
        case .help: help = HelpScreen(preferences, of: stack.top.kind)
        case .back where stack.top.viewer?.isInspecting == true:
            _ = stack.top.viewer?.endInspector()
        case .back, .quit: return leave(action)
        }
        return []
    }

    private mutating func perform(_ action: ListAction) -> [Effect] {
        switch action {
        case .search: search()
        case .album: openAlbum()
        case .favourites: push(.favourites(of: nil))
        case .places: push(.places([]))
        case .pictureOfTheDay: view(firstOf: Query(newestOf: .apod))
        case .popular: push(.popular)
        case .order: reorder()
        case .removeFilter where comparesMarks && stack.top.library?.canRemove == false:
            compareMarks()
        case .removeFilter: performByTop(.list(action), times: 1)
        }
    }

    /// Opens another screen or another day, or performs the action on the top screen.
    private mutating func perform(_ action: ScreenAction, times: Int) -> [Effect] {
        switch action {
        case .open: open()
        case .info where stack.top.kind != .detail: openDetail()
        case .layout where stack.top.kind == .viewer: openList()
        case .previousPart: step(byDays: -times) ?? performByTop(.screen(action), times: times)
        case .nextPart: step(byDays: times) ?? performByTop(.screen(action), times: times)
        default: performByTop(.screen(action), times: times)
        }
    }

    /// Performs an action on the top screen, and selects that screen's photo in the list below.
    mutating func performByTop(_ action: Action, times: Int) -> [Effect] {
        let known = stack.library?.photos ?? []
        let response = stack.top.perform(action, times: times, known: known)
        adjusted = stack.top.viewer?.adjusted ?? adjusted
        return response.effects + (response.notice.map { show($0) } ?? []) + follow()
    }

    /// Selects the viewed photo in the list below, which then requests further photos in advance.
    mutating func follow() -> [Effect] {
        guard let cursor = stack.top.listCursor, var library = stack.library,
            library.lists(cursor)
        else { return [] }
        library.select(cursor.index)
        defer { stack.library = library }
        return library.wish()
    }

    mutating func show(_ notice: Notice) -> [Effect] {
        self.notice = notice
        noticeCount += 1
        // With a screen reader, nothing disappears by itself; a question always stays until the
        // next key.
        if preferences.isAccessible { return [] }
        if case .file(.question) = notice { return [] }
        return [.wake(TimerRequest(.notice, noticeCount), after: notice.duration)]
    }

    /// Shows why a key has no effect here; on a screen without a photo, the missing photo is the
    /// reason.
    mutating func refuse(_ reason: Notice.Refusal) -> [Effect] {
        show(.refused(stack.top.reference == nil ? .noPhoto : reason))
    }
}

// Receives the events from outside.
extension ScreenCoordinator {
    /// Returns true if an event about a rendered picture contains nothing new, so that the view
    /// stays.
    package func knows(_ event: PhotoEvent) -> Bool { stack.top.knows(event) }

    package mutating func receive(_ event: PhotoEvent) -> [Effect] {
        removeMarks(after: event)
        // A slideshow continues without its bar.
        if case .opened(let photo, _) = event, let viewer = stack.top.viewer,
            viewer.awaits(photo), viewer.slideshow == nil
        {
            isAtRest = false
        }
        let effects = stack.each { $0.receive(event) }
        switch event {
        case .opened: return effects + firstKeys.begin()
        case .renderFailed, .failed: return effects + readNeighbours()
        default: return effects
        }
    }

    package mutating func receive(_ event: LibraryEvent) -> [Effect] {
        removeMarks(after: event)
        switch event {
        case .collected(_, from: .seen, for: let list) where list == leftDay?.list: return []
        // The awaited photo belongs to a day, not to these photos.
        case .savedPage(_, for: _, of: let list) where list == awaited?.list: return []
        case .page, .savedPage, .pageFailed, .pictureOfTheDay, .noPictureOfTheDay, .collected,
            .collectedPlaces, .listed, .examined:
            return stack.each { $0.receive(event) } + viewAwaited(event) + grow()
                + viewAsScreensaver()
        case .pageDelayed: return stack.each { $0.receive(event) }
        case .noticed(let notice):
            savings.receive(notice)
            return show(notice)
        case .woke(let timer): return woke(timer)
        case .neighbours(let found, let file): return receive(found, of: file)
        case .foldersChanged(let folders):
            return stack.each { $0.library?.refresh(folders) ?? [] }
                + (neighbours?.refresh(folders) ?? [])
        case .dropped(let paths, let areListed): return open(dropped: paths, areListed)
        case .notDropped(let text): return insert(text)
        case .trashed(let files): return receive(trashed: files)
        case .restored(let files): return receive(restored: files)
        case .turned(let turn): return receive(turned: turn)
        case .imperfect(let turn): return receive(imperfect: turn)
        case .recording(let address?): return copy(address)
        case .recording(nil): return show(.refused(.noRecording))
        default: return stack.each { $0.receive(event) } + stepAwaited(event)
        }
    }

    /// Passes new photos of the list to the top screen, if that screen steps through the list.
    mutating func grow() -> [Effect] {
        guard stack.top.listCursor != nil, let listed else { return [] }
        return stack.top.grow(to: listed.sequence, known: listed.photos) + follow()
    }

    /// The photos that screens step through: the photos of the list below, or of a folder.
    var listed: (sequence: PhotoSequence, photos: [Photo])? {
        guard let library = stack.library else { return neighbours?.sequence.map { ($0, []) } }
        return library.results.map { ($0.sequence, library.photos) }
    }

    private mutating func woke(_ timer: TimerRequest) -> [Effect] {
        switch timer.purpose {
        case .notice:
            guard timer.number == noticeCount, notice != nil else { return [] }
            notice = nil
            return firstKeys.show()
        case .firstKeys:
            firstKeys.woke(timer)
            return []
        case .rest:
            isAtRest = true
            return []
        case .search, .blink, .minimap, .histogram, .frame: return stack.top.woke(timer)
        case .slideshow, .caption, .drift:
            return stack.top.kind == .viewer ? stack.top.woke(timer) + follow() : []
        }
    }
}
