package import Imaging
internal import Localization
internal import PhotoCatalog
package import PhotoPipeline
package import TerminalProtocols

/// The stack of screens: which one has the keys, and what is shown.
package struct ScreenCoordinator: Sendable {
    /// Which library the lists are of; set before `start`.
    package var shownLibrary = ShownLibrary.nasa(offersDemo: false)

    /// Whether the first photos to come are shown as a screensaver, until a key is pressed; set before
    /// `start`.
    package var beginsScreensaver = false

    package let preferences: Preferences
    private(set) var stack: ScreenStack
    private var size: ScreenSize
    private var help: HelpScreen?
    private var notice: Notice?
    private var noticeCount = 0
    private var firstKeys = FirstKeys()
    /// Whether nobody has touched the keyboard or the pointer for a while.
    package private(set) var isAtRest = false
    private var libraryCount = 0
    private var count = RepeatCount()
    /// The originals on their way into files.
    private var savings = Savings()
    /// The first of two photos to compare.
    private var marked: PhotoReference?
    /// What has been done to photos, for as long as the program runs.
    private var adjusted = AdjustedPhotos()

    /// Begins with photos to view.
    ///
    /// - Precondition: there is at least one photo.
    package init(
        photos: [PhotoReference], showing views: [Int: ViewPlace] = [:], size: ScreenSize,
        _ preferences: Preferences
    ) {
        self.preferences = preferences
        self.size = size
        let cursor = ListCursor(PhotoSequence(photos, showing: views))
        stack = ScreenStack(.viewer(ViewerScreen(cursor, preferences, size: size)))
    }

    /// Begins with the first of some photos compared with the second.
    ///
    /// - Precondition: there are at least two photos.
    package init(
        comparing photos: [PhotoReference], size: ScreenSize, _ preferences: Preferences
    ) {
        self.init(photos: photos, size: size, preferences)
        marked = photos[0]
        let cursor = ListCursor(PhotoSequence(photos), at: 1)
        stack = ScreenStack(
            .comparison(
                ComparisonScreen(
                    of: photos[0], with: ViewerScreen(cursor, preferences, size: size),
                    preferences, size: size)))
    }

    /// Begins with a list of the library.
    package init(
        _ source: ResultsSource, _ arrangement: LibraryArrangement = .list, size: ScreenSize,
        _ preferences: Preferences
    ) {
        self.preferences = preferences
        self.size = size
        stack = ScreenStack(.library(LibraryScreen(source, arrangement, number: 0, size: size)))
    }

    /// What is needed before anything can be seen.
    package mutating func start() -> [Effect] {
        if stack.top.kind == .viewer { showScreensaver() }
        guard let comparison = stack.top.comparison else { return stack.top.start() }
        return comparison.current.start + stack.top.start()
    }

    package var view: ScreenView { page.laidOut(isMirrored: preferences.isMirrored) }

    private var page: ScreenView {
        if let help { return .page(help.page(size.cells)) }
        let strings = preferences.strings
        switch stack.top {
        case .library(let library):
            var page = library.page
            page.offersDemo = offersDemo(in: library)
            page.isFirst = stack.isFirst
            page.enter = enter(in: library)
            return LibraryLayout(strings: strings).view(page, notice: notice)
        case .detail(let detail):
            return DetailLayout(strings: strings).view(detail.page, notice: notice)
        case .viewer(let viewer):
            return viewer.view(in: context(of: viewer, isFirst: stack.isFirst))
        case .comparison(let comparison):
            // Leaving it leads to the photo alone.
            return comparison.view(in: context(of: comparison.current, isFirst: false))
        }
    }

    private func context(of viewer: ViewerScreen, isFirst: Bool) -> ViewerScreen.Context {
        ViewerScreen.Context(
            notice: notice, namesZoom: firstKeys.areNamed, hasBar: hasBar, isFirst: isFirst,
            known: known(at: viewer.cursor))
    }

    /// The bar of a photo stays at rest too while it names the first keys.
    private var hasBar: Bool {
        !isAtRest || preferences.bar == .on || firstKeys.areNamed
    }

    /// How far the task is that takes long: fetching or reading the photo on the screen, else saving.
    package var progress: TaskProgress? { stack.top.viewer?.progress ?? savings.progress }

    /// What the list says about the photo at a cursor.
    private func known(at cursor: ListCursor) -> Photo? {
        let photos = stack.library?.photos ?? []
        return photos.indices.contains(cursor.index) ? photos[cursor.index] : nil
    }
}

// What a person does.
extension ScreenCoordinator {
    package mutating func press(_ key: KeyPress) -> [Effect] {
        isAtRest = false
        if endScreensaver() {
            guard key.modifiers == .control else { return [] }
            return always(preferences.keyMap.action(for: key)) ?? []
        }
        let hadNotice = notice != nil
        notice = nil
        if let effects = pressInHelp(key) ?? type(key) { return effects }
        if count.receive(key) { return [] }
        let typed = count.pop()
        guard let action = preferences.keyMap.action(for: key, on: stack.top.kind) else {
            return []
        }
        if action == .back, hadNotice { return [] }
        return always(action) ?? perform(action, times: typed ?? preferences.usualCount(of: action))
    }

    /// In the help, characters are text.
    private mutating func pressInHelp(_ key: KeyPress) -> [Effect]? {
        guard help != nil else { return nil }
        if !key.isText, let effects = always(preferences.keyMap.action(for: key)) {
            return effects
        }
        if help?.press(key, in: size.cells) == .close { help = nil }
        return []
    }

    /// Keys that do the same on every screen.
    private func always(_ action: Action?) -> [Effect]? {
        switch action {
        case .interrupt: [.interrupt]
        case .suspend: [.suspend]
        case .redraw: [.redraw]
        case .overlay: [.toggleOverlay]
        default: nil
        }
    }

    /// Whether keys are text now.
    package var isTyping: Bool {
        help == nil && (stack.top.library?.isTyping == true || stack.top.viewer?.isNaming == true)
    }

    /// While a search is typed keys are text, except those that leave at once.
    private mutating func type(_ key: KeyPress) -> [Effect]? {
        guard isTyping else { return nil }
        if key.modifiers == .control, let effects = always(preferences.keyMap.action(for: key)) {
            return effects
        }
        if let effects = stack.top.viewer?.typeName(key) { return effects }
        let (outcome, effects) = stack.top.library?.type(key) ?? (.nothing, [])
        return outcome == .cancelled ? effects + back() : effects
    }

    /// The key or click that ends a screensaver does nothing else.
    ///
    /// - Returns: whether there was one.
    private mutating func endScreensaver() -> Bool {
        beginsScreensaver = false
        return stack.top.viewer?.endScreensaver() ?? false
    }

    private mutating func showScreensaver() {
        guard beginsScreensaver else { return }
        beginsScreensaver = false
        stack.top.viewer?.beginScreensaver()
    }

    /// The first photos of the list have come.
    private mutating func viewAsScreensaver() -> [Effect] {
        guard beginsScreensaver, let cursor = stack.top.library?.cursor else { return [] }
        var viewer = ViewerScreen(cursor, preferences, size: size, adjusted)
        viewer.beginScreensaver()
        beginsScreensaver = false
        return push(.viewer(viewer))
    }

    package mutating func paste(_ text: String) -> [Effect] {
        guard help == nil else { return [] }
        stack.top.viewer?.pasteName(text)
        return stack.top.library?.paste(text) ?? []
    }

    package mutating func resize(to size: ScreenSize) -> [Effect] {
        self.size = size
        return stack.each { $0.resize(to: size) }
    }

    package mutating func click(_ action: PointerAction, at cell: CellPosition) -> [Effect] {
        isAtRest = false
        guard !endScreensaver() else { return [] }
        guard help == nil else {
            help?.point(action, in: size.cells)
            return []
        }
        notice = nil
        let pointed = cell
        let cell = preferences.isMirrored ? cell.mirrored(in: size.cells) : cell
        switch stack.top {
        case .viewer:
            _ = endPeek()
            return stack.top.viewer?.point(action, at: pointed) ?? []
        case .comparison:
            _ = endPeek()
            return stack.top.comparison?.point(action, at: pointed) ?? []
        case .library: return click(action, inLibraryAt: cell)
        case .detail: return click(action, onDetailAt: cell)
        }
    }

    /// The pointer has moved, with no button pressed: the bar of a photo comes back.
    package mutating func pointerMoved() { isAtRest = false }

    /// Whether it matters where the pointer is.
    package var isInspecting: Bool { help == nil && stack.top.viewer?.isInspecting == true }

    /// The pointer is on a place of the picture, in its elements.
    package mutating func hover(at place: PixelPoint) -> [Effect] {
        guard isInspecting else { return [] }
        return stack.top.viewer?.hover(at: place) ?? []
    }

    private mutating func click(
        _ action: PointerAction, inLibraryAt cell: CellPosition
    ) -> [Effect] {
        switch action {
        case .wheeled(let steps, _): return stack.top.library?.turn(wheel: steps) ?? []
        case .clicked where !isTyping && filter(at: cell) != nil:
            return filter(at: cell).flatMap { stack.top.library?.removeFilter($0) } ?? []
        case .clicked, .doubleClicked:
            guard !isTyping, stack.top.library?.select(at: cell) == true else { return [] }
            return action == .clicked ? [] : performOnTop(.open, times: 1)
        case .zoomed(let isIn, _): return performOnTop(isIn ? .zoomIn : .zoomOut, times: 1)
        case .dragged: return []
        }
    }

    /// The filter of a search under the pointer.
    private func filter(at cell: CellPosition) -> Int? {
        stack.top.library.flatMap {
            LibraryHead($0.page, preferences.strings).filter(at: cell)
        }
    }

    /// A click follows an album or a keyword; a double click on the picture opens the viewer.
    private mutating func click(
        _ action: PointerAction, onDetailAt cell: CellPosition
    ) -> [Effect] {
        guard case .detail(var detail) = stack.top else { return [] }
        switch (action, detail.point(at: cell)) {
        case (.clicked, .link), (.doubleClicked, .picture):
            stack.top = .detail(detail)
            return open()
        case (.wheeled(let steps, _), _):
            return performOnTop(.step(steps < 0 ? .up : .down), times: 3 * abs(steps))
        default: return []
        }
    }

    private mutating func perform(_ action: Action, times: Int) -> [Effect] {
        if action != .peek, endPeek(), action == .back { return [] }
        firstKeys.used(action)
        guard action != .help else {
            help = HelpScreen(preferences, of: stack.top.kind)
            return []
        }
        let library = stack.top.library
        return performOnTop(
            library.map { enter(in: $0).action(for: action) } ?? action, times: times)
    }

    /// What Enter opens: of photos that were named always the photo, as they have no page.
    private func enter(in library: LibraryScreen) -> EnterKey {
        library.selectedPhoto == nil || library.isOfNamedPhotos || library.selectedPlace != nil
            ? .photo : preferences.enter
    }

    /// A glance at the whole photo lasts until the next key; Esc does no more than end it.
    private mutating func endPeek() -> Bool { stack.top.viewer?.endPeek() ?? false }

    private mutating func performOnTop(_ action: Action, times: Int) -> [Effect] {
        switch action {
        case .back where stack.top.viewer?.isInspecting == true:
            _ = stack.top.viewer?.endInspector()
            return []
        case .quit, .back: return leave(action)
        case .open: return open()
        case .search: return search()
        case .album: return openAlbum()
        case .compare: return compare()
        case .favourites: return push(.favourites)
        case .info where stack.top.kind != .detail: return openDetail()
        case .layout where stack.top.kind == .viewer: return openList()
        case .favourite:
            return stack.top.photo.map { [.archive(.toggleFavourite($0))] }
                ?? refuse(.onlyOfTheLibrary)
        case .save: return save()
        case .copyID: return copyName()
        case .export: return export()
        case .keepPlace: return nameView()
        case .copyLink: return copyLink()
        case .places: return push(.places([]))
        case .copyAddress: return copyAddress()
        case .browse: return webPage.map { [.archive(.browse($0))] } ?? refuse(.noPage)
        default: return performByTop(action, times: times)
        }
    }

    /// The screen itself knows what to do; the list below it follows.
    private mutating func performByTop(_ action: Action, times: Int) -> [Effect] {
        let known = stack.library?.photos ?? []
        // On a mirrored list the next photo is on the left.
        let isMirrored = preferences.isMirrored && stack.top.kind == .library
        let effects = stack.top.perform(
            isMirrored ? action.mirrored : action, times: times, known: known)
        adjusted = stack.top.viewer?.adjusted ?? adjusted
        return effects + report(action) + follow()
    }

    /// Selects the photo that is viewed in the list below, which requests more photos in time.
    private mutating func follow() -> [Effect] {
        guard let cursor = stack.top.cursor, var library = stack.library else { return [] }
        library.select(cursor.index)
        defer { stack.library = library }
        return library.wish()
    }

    /// Says what has changed if it cannot be seen.
    private mutating func report(_ action: Action) -> [Effect] {
        switch stack.top {
        case .viewer(let viewer): report(action, in: viewer)
        case .comparison(let comparison): report(action, in: comparison)
        case .library, .detail: []
        }
    }

    private mutating func report(_ action: Action, in viewer: ViewerScreen) -> [Effect] {
        switch action {
        case .keepView: return show(.keepsView(viewer.keepsView))
        case .slideshow: return show(.slideshow(seconds: viewer.slideshow?.seconds))
        case .minimap:
            return viewer.takesOverlays
                ? show(.minimap(viewer.hasMinimap)) : show(.refused(.noMap))
        case .levels, .weakerLevels, .strongerLevels, .blackPoint, .whitePoint, .resetLevels:
            return viewer.adjustments.map { show(.levels($0.levels)) } ?? []
        default: return []
        }
    }

    private mutating func report(_ action: Action, in comparison: ComparisonScreen) -> [Effect] {
        switch action {
        case .align: show(.aligning(comparison.isAligning))
        case .blink: show(.blinking(rate: comparison.blinking?.rate))
        case .sideBySide where !comparison.fitsSideBySide: show(.refused(.tooNarrow))
        default: report(action, in: comparison.seen)
        }
    }

    private mutating func show(_ notice: Notice) -> [Effect] {
        self.notice = notice
        noticeCount += 1
        return [.wake(TimerRequest(.notice, noticeCount), after: notice.duration)]
    }

    /// Why a key does nothing here; without a photo there is no other reason.
    private mutating func refuse(_ reason: Notice.Refusal) -> [Effect] {
        show(.refused(stack.top.reference == nil ? .noPhoto : reason))
    }

    /// The web page about the photo.
    private var webPage: String? {
        switch stack.top.reference {
        case .library(let id), .still(let id, _): shownLibrary == .demo ? nil : id.pageAddress
        case .address(let address): address
        case .file, .standardInput, nil: nil
        }
    }

    /// Copies what opens the photo again: an ID, a path, an address.
    private mutating func copyName() -> [Effect] {
        switch stack.top.reference {
        case .library(let id), .still(let id, _): copy(id.text)
        case .file(let path): copy(path)
        case .address(let address): copy(address)
        case .standardInput, nil: refuse(.noName)
        }
    }

    /// Without line feeds: pasted into a shell they would run what stands before them.
    private mutating func copy(_ text: String) -> [Effect] {
        let text = SafeText(text)
        return [.copy(text.string)] + show(.copied(text))
    }

    /// Copies the command that opens the part in view.
    private mutating func copyLink() -> [Effect] {
        guard let place = stack.top.viewer?.place else { return refuse(.onlyInTheViewer) }
        guard let name = stack.top.reference?.name else { return refuse(.noName) }
        return copy(PhotoArgument(photo: name, place: place).command)
    }

    private mutating func nameView() -> [Effect] {
        guard stack.top.viewer?.place != nil else { return refuse(.onlyInTheViewer) }
        guard stack.top.reference?.name != nil else { return refuse(.noName) }
        stack.top.viewer?.beginNaming()
        return []
    }

    private mutating func export() -> [Effect] {
        guard let request = stack.top.viewer?.export else { return refuse(.onlyInTheViewer) }
        return [.archive(.export(request))] + show(.exporting(percent: 0))
    }

    /// Of a photo NASA's page; of a video or a sound the file that other programs play.
    private mutating func copyAddress() -> [Effect] {
        if let photo = stack.top.photo, isRecording, webPage != nil {
            return [.library(.locateRecording(photo))]
        }
        return webPage.map { copy($0) } ?? refuse(.noPage)
    }

    /// Whether keys act on a video or a sound.
    private var isRecording: Bool {
        if let viewer = stack.top.viewer, viewer.showsVideo { return true }
        return selected.map { !$0.mediaType.mayBeAPhoto } ?? false
    }

    /// What is known of the item that keys act on.
    private var selected: Photo? {
        switch stack.top {
        case .detail(let detail): detail.photo
        case .library(let library): library.selectedPhoto
        case .viewer(let viewer): known(at: viewer.cursor)
        case .comparison(let comparison): known(at: comparison.seen.cursor)
        }
    }

    private mutating func save() -> [Effect] {
        switch stack.top.reference {
        case .library(let photo), .still(let photo, _):
            [.archive(.save(photo))] + show(.savingBegins)
        case .file: refuse(.alreadyAFile)
        case .address, .standardInput, nil: refuse(.onlyOfTheLibrary)
        }
    }
}

// To other screens and back.
extension ScreenCoordinator {
    private mutating func open() -> [Effect] {
        switch stack.top {
        case .library(let library):
            if offersDemo(in: library) { return openDemo() }
            if library.focusedFilter != nil { return performByTop(.removeFilter, times: 1) }
            // A sound has nothing to view, but a page.
            if library.selectedPhoto?.mediaType == .audio { return openDetail() }
            return library.cursor.map { view($0) } ?? []
        case .viewer, .comparison: return []
        case .detail(let detail):
            switch detail.focused {
            case .album(let name): return push(.album(name))
            case .keyword(let word):
                var query = Query()
                query.keywords = [word]
                return push(.search(query))
            case nil where detail.photo?.mediaType == .audio: return show(.refused(.onlySound))
            case nil: return view(detail.cursor)
            }
        }
    }

    private mutating func view(_ cursor: ListCursor) -> [Effect] {
        push(.viewer(ViewerScreen(cursor, preferences, size: size, adjusted)))
    }

    private mutating func openDetail() -> [Effect] {
        switch stack.top.reference {
        case .address, .standardInput, nil: return refuse(.noDetails)
        case .library, .still, .file: break
        }
        if let comparison = stack.top.comparison {
            return comparison.seenCursor.map { openDetail(at: $0) } ?? refuse(.noDetails)
        }
        guard let cursor = (stack.top.cursor ?? stack.top.library?.cursor)?.wholeItem else {
            return []
        }
        return openDetail(at: cursor)
    }

    private mutating func openDetail(at cursor: ListCursor) -> [Effect] {
        let detail = DetailScreen(cursor, photo: known(at: cursor), preferences.strings, size: size)
        return push(.detail(detail))
    }

    /// Marks the photo, or compares it with the one that is marked.
    private mutating func compare() -> [Effect] {
        guard case .viewer(let viewer) = stack.top, viewer.viewport != nil else { return [] }
        let photo = viewer.cursor.photo
        guard let marked, marked != photo else {
            marked = marked == nil ? photo : nil
            return show(.marked(marked != nil))
        }
        stack.top = .comparison(
            ComparisonScreen(of: marked, with: viewer, preferences, size: size))
        return stack.top.start()
    }

    /// The photo of the list alone, where it is.
    private mutating func endComparison() -> [Effect] {
        guard var comparison = stack.top.comparison else { return [] }
        let (viewer, effects) = comparison.end()
        stack.top = .viewer(viewer)
        return effects + (stack.top.viewer?.resume() ?? [])
    }

    /// From the viewer to its list: the one below, or a new one of the photos that were named.
    private mutating func openList() -> [Effect] {
        guard stack.library == nil, let cursor = stack.top.cursor else { return backToList() }
        var library = library(of: .named(cursor.sequence.photos), .list)
        library.select(cursor.index)
        return replaceAll(with: library) + stack.top.start()
    }

    private mutating func backToList() -> [Effect] {
        var effects: [Effect] = []
        while stack.top.kind != .library, !stack.isFirst { effects += back() }
        return effects
    }

    /// Whether the built-in collection can stand in for a library that cannot be reached.
    private func offersDemo(in library: LibraryScreen) -> Bool {
        shownLibrary == .nasa(offersDemo: true) && library.isCutOff
    }

    /// Switches to the built-in collection for the rest of the session.
    private mutating func openDemo() -> [Effect] {
        shownLibrary = .demo
        let arrangement = arrangement == .list ? LibraryArrangement.automaticGrid : arrangement
        return replaceAll(with: library(of: .demo, arrangement)) + [.openDemo] + stack.top.start()
    }

    /// A list in place of all screens; it has to be started.
    private mutating func replaceAll(with library: LibraryScreen) -> [Effect] {
        defer { stack = ScreenStack(.library(library)) }
        return stack.each { $0.tearDown() }
    }

    /// The album of the photo; its first, if it is in several.
    private mutating func openAlbum() -> [Effect] {
        let photo: Photo? =
            switch stack.top {
            case .detail(let detail): detail.photo
            case .library, .viewer, .comparison: stack.library?.selectedPhoto
            }
        guard let album = photo?.albums.first else { return show(.refused(.noAlbum)) }
        return push(.album(album))
    }

    /// Only lists can be searched: the library, or the names of files.
    private mutating func search() -> [Effect] {
        switch stack.top.reference {
        case .library, .still, nil: break
        case .file, .address, .standardInput:
            // Names are searched where they are listed.
            guard stack.library != nil else { return refuse(.noSearch) }
        }
        libraryCount += 1
        let form = LibraryScreen(
            typing: stack.library?.query ?? Query(), over: stack.library, number: libraryCount,
            size: size)
        return push(.library(form))
    }

    private mutating func push(_ source: ResultsSource) -> [Effect] {
        push(.library(library(of: source, arrangement)))
    }

    /// A list with a number of its own.
    private mutating func library(
        of source: ResultsSource, _ arrangement: LibraryArrangement
    ) -> LibraryScreen {
        libraryCount += 1
        return LibraryScreen(source, arrangement, number: libraryCount, size: size)
    }

    private mutating func push(_ screen: Screen) -> [Effect] {
        let dropped = stack.push(screen).flatMap { $0.tearDown() }
        return dropped + stack.top.start()
    }

    /// A new list looks like the one before it.
    private var arrangement: LibraryArrangement { stack.library?.arrangement ?? .list }

    /// Dismisses an alert, leaves the filters, or goes back a screen; on the first screen only q quits.
    private mutating func leave(_ action: Action) -> [Effect] {
        if stack.top.library?.dismiss() == true { return [] }
        if stack.top.kind == .comparison { return endComparison() }
        guard stack.isFirst else { return back() }
        return action == .back ? show(.refused(.firstScreen)) : [.quit]
    }

    private mutating func back() -> [Effect] {
        guard !stack.isFirst else { return [] }
        let left = stack.pop()
        let effects = left.tearDown() + (left.cursor.map { followBelow($0) } ?? [])
        // Catches up with what came while another screen lay over this one.
        return effects + grow()
            + (stack.top.comparison?.resume() ?? stack.top.viewer?.resume() ?? [])
    }

    /// A photo's page below a viewer goes to the photo that the viewer went to.
    private mutating func followBelow(_ cursor: ListCursor) -> [Effect] {
        guard case .detail(var detail) = stack.top, detail.cursor.index != cursor.index else {
            return []
        }
        let known = stack.library?.photos ?? []
        let effects = detail.go(by: cursor.index - detail.cursor.index, known: known)
        stack.top = .detail(detail)
        return effects
    }
}

// What the world answers.
extension ScreenCoordinator {
    package mutating func receive(_ event: PhotoEvent) -> [Effect] {
        if case .previewFailed(let photo, let failure) = event {
            return stack.each {
                $0.receive(failure, ofPreview: photo)
                return []
            }
        }
        // A slideshow goes on without its bar.
        if case .opened(let photo, _) = event, let viewer = stack.top.viewer,
            viewer.awaits(photo), viewer.slideshow == nil
        {
            isAtRest = false
        }
        let effects = stack.each { $0.receive(event) }
        guard case .opened = event else { return effects }
        return effects + firstKeys.begin()
    }

    package mutating func receive(_ event: LibraryEvent) -> [Effect] {
        switch event {
        case .page, .pageFailed, .collected, .collectedPlaces, .listed:
            return stack.each { $0.receive(list: event) } + grow() + viewAsScreensaver()
        case .pageDelayed: return stack.each { $0.receive(list: event) }
        case .noticed(let notice):
            savings.receive(notice)
            return show(notice)
        case .woke(let timer): return woke(timer)
        case .recording(let address?): return copy(address)
        case .recording(nil): return show(.refused(.noRecording))
        default: return stack.each { $0.receive(about: event) }
        }
    }

    /// More photos are known to the screens that go through them.
    private mutating func grow() -> [Effect] {
        guard stack.top.cursor != nil, let library = stack.library,
            let sequence = library.results?.sequence
        else { return [] }
        return stack.top.grow(to: sequence, known: library.photos) + follow()
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
        case .search: return stack.top.library?.woke(timer) ?? []
        case .blink: return stack.top.comparison?.woke(timer) ?? []
        case .minimap, .histogram, .frame: return stack.top.viewer?.woke(timer) ?? []
        case .slideshow, .caption, .drift:
            guard stack.top.kind == .viewer, let effects = stack.top.viewer?.woke(timer) else {
                return []
            }
            return effects + follow()
        }
    }
}

/// How far the originals are that are being saved.
private struct Savings {
    /// A petabyte: no file is larger, and the sum of some thousand is a number.
    private static let limitBytes = 1 << 50

    private var steps: [PhotoID: FetchProgress] = [:]

    mutating func receive(_ notice: Notice) {
        switch notice {
        case .saving(let id, let step, _): steps[id] = step
        case .saved(let id, _), .notSaved(let id, _), .notFound(let id, _): steps[id] = nil
        default: break
        }
    }

    /// Of all together; `nil` if there are none.
    var progress: TaskProgress? {
        guard !steps.isEmpty else { return nil }
        var (done, total) = (0, Int?.some(0))
        for case .receiving(let bytes, let expected) in steps.values {
            done += min(bytes, Self.limitBytes)
            total = total.flatMap { sum in expected.map { sum + min($0, Self.limitBytes) } }
        }
        return TaskProgress(done, of: total)
    }
}

/// The first keys to learn, which are named while the first photo is new.
private struct FirstKeys {
    private static let duration = Duration.seconds(5)

    private enum Stage { case before, named, over }

    private var stage = Stage.before
    private var number = 0

    var areNamed: Bool { stage == .named }

    /// The first photo is there.
    mutating func begin() -> [Effect] {
        guard stage == .before else { return [] }
        stage = .named
        return countDown()
    }

    /// A notice no longer hides them: their time begins again.
    mutating func show() -> [Effect] { areNamed ? countDown() : [] }

    mutating func woke(_ timer: TimerRequest) {
        if timer == TimerRequest(.firstKeys, number) { stage = .over }
    }

    /// A person that has zoomed needs no hint.
    mutating func used(_ action: Action) {
        if action == .toggleZoom { stage = .over }
    }

    private mutating func countDown() -> [Effect] {
        number += 1
        return [.wake(TimerRequest(.firstKeys, number), after: Self.duration)]
    }
}
