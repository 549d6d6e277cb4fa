internal import Localization
internal import PhotoCatalog
internal import PhotoPipeline
internal import SystemPackage

// Opens other screens and returns from them.
extension ScreenCoordinator {
    mutating func open() -> [Effect] {
        if let library = stack.top.library { return open(in: library) }
        return stack.top.detail.map { open(on: $0) } ?? []
    }

    private mutating func open(in library: LibraryScreen) -> [Effect] {
        if offersDemo(in: library) { return openDemo() }
        if library.focusedFilter != nil { return performByTop(.list(.removeFilter), times: 1) }
        if let folder = library.selectedFolder { return push(.files(folder)) }
        // An audio recording cannot be viewed, but it has a page.
        if library.entry?.mediaType == .audio { return openDetail() }
        return library.cursor.map { view($0) } ?? []
    }

    private mutating func open(on detail: DetailScreen) -> [Effect] {
        switch detail.focused {
        case .album(let name): return push(.album(name))
        case .keyword(let word):
            var query = Query()
            query.keywords = [word]
            return push(.search(query))
        case nil where detail.entry?.mediaType == .audio: return show(.refused(.onlySound))
        case nil: return view(detail.cursor)
        }
    }

    mutating func view(_ cursor: ListCursor) -> [Effect] {
        push(ViewerScreen(cursor, preferences, size: size, adjusted))
    }

    mutating func openDetail() -> [Effect] {
        guard stack.top.reference?.hasPage == true else { return refuse(.noDetails) }
        if let comparison = stack.top.comparison {
            return comparison.seenCursor.map { openDetail(at: $0) } ?? refuse(.noDetails)
        }
        guard let cursor = (stack.top.listCursor ?? stack.top.library?.cursor)?.wholeItem else {
            return []
        }
        return openDetail(at: cursor)
    }

    mutating func openDetail(at cursor: ListCursor) -> [Effect] {
        let viewer = stack.top.viewer
        let page = viewer?.cursor.photo == cursor.photo ? viewer?.laterPage : nil
        let detail = DetailScreen(
            cursor, photo: known(at: cursor), page: page, preferences.strings, size: size)
        return push(detail)
    }

    /// Marks or unmarks the photo for a comparison; if another photo is marked, compares the two.
    mutating func compare() -> [Effect] {
        guard let viewer = stack.top as? ViewerScreen, viewer.viewport != nil else { return [] }
        let photo = viewer.cursor.photo
        guard let marked, marked != photo else {
            marked = marked == nil ? photo : nil
            return show(.marked(marked != nil))
        }
        stack.top = ComparisonScreen(of: marked, with: viewer, preferences, size: size)
        return stack.top.start()
    }

    /// Replaces the comparison with a viewer of the photo that belongs to the list.
    mutating func endComparison() -> [Effect] {
        guard var comparison = stack.top.comparison else { return [] }
        let (viewer, effects) = comparison.end()
        stack.top = viewer
        return effects + stack.top.resume()
    }

    /// Moves from the viewer to the list below it, or to a new list: of the folder of the single
    /// named file, or of the named photos.
    mutating func openList() -> [Effect] {
        guard stack.library == nil, let cursor = stack.top.listCursor else { return backToList() }
        if let neighbours { return openFolder(of: neighbours, at: cursor) }
        var library = library(of: .named(cursor.sequence.photos), .list)
        library.select(cursor.index)
        return replaceAll(with: library) + stack.top.start()
    }

    /// Moves from the single named file to its folder, and selects the photo there.
    private mutating func openFolder(of neighbours: Neighbours, at cursor: ListCursor) -> [Effect] {
        var library = library(of: .files(neighbours.folder), neighbours.arrangement)
        library.seek(cursor.photo, in: neighbours.found)
        self.neighbours = nil
        return replaceAll(with: library) + stack.top.start()
    }

    private mutating func backToList() -> [Effect] {
        var effects: [Effect] = []
        while stack.top.kind != .library, !stack.isFirst { effects += back() }
        return effects
    }

    /// Returns true if the built-in collection can replace a library that cannot be reached.
    func offersDemo(in library: LibraryScreen) -> Bool {
        shownLibrary == .nasa(offersDemo: true) && library.isCutOff
    }

    /// Replaces the library with the built-in collection for the rest of the session.
    private mutating func openDemo() -> [Effect] {
        shownLibrary = .demo
        let arrangement = arrangement == .list ? LibraryArrangement.automaticGrid : arrangement
        return replaceAll(with: library(of: .demo, arrangement)) + [.openDemo] + stack.top.start()
    }

    /// Replaces all screens with a list, without starting the list.
    private mutating func replaceAll(with library: LibraryScreen) -> [Effect] {
        defer { stack = ScreenStack(library) }
        return stack.each { $0.tearDown() }
    }

    /// Opens the first album of the photo.
    mutating func openAlbum() -> [Effect] {
        let entry = if let detail = stack.top.detail { detail.entry } else { stack.library?.entry }
        guard let album = entry?.albums.first else { return show(.refused(.noAlbum)) }
        return push(.album(album))
    }

    /// Opens the form for a search in the library or for file names.
    mutating func search() -> [Effect] {
        // A search for file names requires a list of files.
        if let photo = stack.top.reference, photo.id == nil, stack.library == nil {
            return refuse(.noSearch)
        }
        libraryCount += 1
        let form = LibraryScreen(
            typing: searchQuery, over: stack.library, number: libraryCount,
            size: size)
        return push(form)
    }

    /// The initial query of a search form: the list's query, unless that query's service cannot
    /// search by words.
    private var searchQuery: Query {
        let query = stack.library?.query ?? Query()
        return query.source.parts.contains(.words) ? query : Query()
    }

    mutating func push(_ source: ResultsSource) -> [Effect] {
        push(library(of: source, arrangement))
    }

    /// Opens a list of the files and folders that were dropped on the terminal.
    ///
    /// Unless `areListed` is true, the first file is opened in the viewer.
    mutating func open(dropped paths: [FilePath], _ areListed: Bool) -> [Effect] {
        help = nil
        _ = endScreensaver()
        let photos = paths.map { PhotoReference.file(path: $0) }
        let usual: LibraryArrangement = preferences.isAccessible ? .list : .automaticGrid
        let list = library(
            of: .files(NamedPhotos(photos, in: preferences.sorting)),
            stack.library?.arrangement ?? usual)
        let effects = push(list)
        if !areListed { awaitFirstPhoto() }
        return effects
    }

    /// Returns a list screen with a unique number.
    private mutating func library(
        of source: ResultsSource, _ arrangement: LibraryArrangement
    ) -> LibraryScreen {
        libraryCount += 1
        return LibraryScreen(source, arrangement, number: libraryCount, size: size)
    }

    mutating func push(_ screen: any Screen) -> [Effect] {
        let dropped = stack.push(screen).flatMap { $0.tearDown() }
        return dropped + stack.top.start()
    }

    /// The arrangement of new lists: that of the current list, or `.list` without a current list.
    private var arrangement: LibraryArrangement { stack.library?.arrangement ?? .list }

    /// Dismisses a panel, leaves the filters or a section of a photo's page, ends a comparison, or
    /// returns to the previous screen; on the first screen, `.quit` quits and `.back` is refused.
    mutating func leave(_ action: StackAction) -> [Effect] {
        if stack.top.dismiss() { return [] }
        if stack.top.kind == .comparison { return endComparison() }
        guard stack.isFirst else { return back() }
        return action == .back ? show(.refused(.firstScreen)) : [.quit]
    }

    mutating func back() -> [Effect] {
        guard !stack.isFirst else { return [] }
        let left = stack.pop()
        let effects = left.tearDown() + (left.listCursor.map { followBelow($0) } ?? [])
        // The screen receives the events that arrived while another screen covered it.
        return effects + grow() + stack.top.resume()
    }

    /// Shows the viewer's current photo on the page below the viewer.
    private mutating func followBelow(_ cursor: ListCursor) -> [Effect] {
        let known = known(at: cursor)
        return stack.top.detail?.go(through: cursor.wholeItem, known) ?? []
    }
}
