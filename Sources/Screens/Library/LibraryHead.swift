internal import Imaging
internal import Localization
internal import PhotoCatalog
internal import PhotoPipeline
internal import TerminalProtocols

/// The first line of a list or grid: its title, its filters, and the position of the selected
/// photo.
struct LibraryHead {
    /// A filter in the line.
    private struct Word {
        let index: Int
        let text: SafeText
        let start: Int

        var columns: Range<Int> { start..<start + LibraryHead.columns(of: text) }
    }

    private static let mark: SafeText = "×"
    private static let gap = 2
    /// The minimum number of columns of the title; a shorter title is meaningless.
    private static let leastTitle = 12

    private let title: SafeText
    private let trailing: SafeText
    private let focus: Int?
    private let words: [Word]
    /// The number of filters that do not fit, and the column in which this number is drawn.
    private let rest: (count: Int, column: Int)

    init(_ page: LibraryPage, _ strings: Strings) {
        let results = page.awaited ?? page.results
        let source = results?.source
        let texts = source.map { strings.filterTexts(of: $0) } ?? []
        let whole = results.map { strings.title(of: $0) } ?? ""
        let offline = strings.whyNotCurrent(page, results)
        let position = results.map { strings.position(page.selected, of: $0) } ?? ""
        let news = StatusLine.joined(
            [offline, page.marks.text(strings.local), position], by: "  ")
        focus = page.focusedFilter
        let wanted = texts.reduce(Self.gap) { $0 + Self.columns(of: $1) + 1 }
        let columns = page.shape.cells.columns - 2 * PageMetrics.margin
        let least = min(whole.width, Self.leastTitle) + wanted
        // Filters respond to keys, so they take precedence over the position.
        trailing = texts.isEmpty || least + Self.gap + news.width <= columns ? news : ""
        let room = columns - (trailing.isEmpty ? 0 : trailing.width + Self.gap)
        title = texts.isEmpty ? whole : whole.truncated(to: max(Self.leastTitle, room - wanted))
        let start = PageMetrics.margin + title.width + Self.gap
        (words, rest) = Self.words(
            texts, from: start, to: PageMetrics.margin + room, showing: focus)
    }

    /// Returns the width of a filter's box: a blank, the filter, a blank, a cross and a blank.
    private static func columns(of filter: SafeText) -> Int { filter.width + mark.width + 3 }

    /// Returns as many filters as fit, including the one with the focus.
    private static func words(
        _ texts: [SafeText], from start: Int, to end: Int, showing focus: Int?
    ) -> (words: [Word], rest: (count: Int, column: Int)) {
        var words: [Word] = []
        for first in 0...(focus ?? 0) {
            words = fitting(texts, from: first, at: start, to: end)
            if words.last.map({ $0.index >= focus ?? 0 }) ?? true { break }
        }
        return (words, (texts.count - words.count, (words.last?.columns.upperBound ?? start) + 1))
    }

    private static func fitting(
        _ texts: [SafeText], from first: Int, at start: Int, to end: Int
    ) -> [Word] {
        var words: [Word] = []
        var column = start
        for index in texts.indices.dropFirst(first) {
            let word = Word(index: index, text: texts[index], start: column)
            let isLast = index == texts.count - 1
            guard word.columns.upperBound + (isLast && first == 0 ? 0 : restColumns) <= end else {
                break
            }
            words.append(word)
            column = word.columns.upperBound + 1
        }
        return words
    }

    /// The number of columns for the number of hidden filters: a blank and `+9`.
    private static let restColumns = 3

    func draw(on page: inout TextPage) {
        PageChrome.putHead(title, position: trailing, on: &page)
        for word in words { draw(word, on: &page) }
        guard rest.count > 0 else { return }
        page.put(SafeText("+\(rest.count)"), row: 0, column: rest.column, style: .faint)
    }

    private func draw(_ word: Word, on page: inout TextPage) {
        let ground: TextPage.Background = word.index == focus ? .accent : .selection
        let line = word.columns
        page.fill(
            CellRect(row: 0, column: word.start, columns: line.count, rows: 1), with: ground)
        page.put(word.text, row: 0, column: word.start + 1, on: ground, of: line)
        page.put(
            Self.mark, row: 0, column: line.upperBound - 2,
            style: ground == .accent ? .plain : .faint, on: ground, of: line)
    }

    /// Returns the index of the filter under the pointer; `nil` if there is no filter.
    func filter(at cell: CellPosition) -> Int? {
        guard cell.row == 0 else { return nil }
        return words.first { $0.columns.contains(cell.column) }?.index
    }
}

extension Strings {
    fileprivate func filterTexts(of source: ResultsSource) -> [SafeText] {
        source.query.map { filterTexts(of: $0) } ?? []
    }

    /// The maximum width of a filter's text, in columns; every known name fits.
    private static let filterColumns = 28

    /// Returns the texts of a query's filters.
    func filterTexts(of query: Query) -> [SafeText] {
        query.filters.map {
            SafeText(search.text(of: $0, in: query, library)).truncated(to: Self.filterColumns)
        }
    }

    /// Returns the title of the list; for a folder, the folder's name.
    fileprivate func title(of results: Results) -> SafeText {
        guard case .files(let named) = results.wanted, let folder = named.folder else {
            return title(of: results.source)
        }
        return name(of: .file(path: folder))
    }

    private func title(of source: ResultsSource) -> SafeText {
        switch source {
        case .start: library.start
        case .search(let query) where query.source != .nasa && !query.hasWords:
            SafeText(library.service(query.source))
        case .search(let query): library.search(library.words(of: query))
        case .popular: library.popular
        case .album(let name): library.album(name)
        case .favourites(let service): title(ofFavourites: service)
        case .demo: library.demo
        case .named, .files: library.named
        case .matching(let words, _): library.search(words.isEmpty ? library.everything : words)
        case .places: library.places
        case .seen(let words, let service):
            title(ofSeen: words, service)
        }
    }

    private func title(ofFavourites service: Service?) -> SafeText {
        service.map { library.favourites + ": " + SafeText(library.service($0)) }
            ?? library.favourites
    }

    private func title(ofSeen words: String, _ service: Service?) -> SafeText {
        guard let service else { return library.seen(words.isEmpty ? library.everything : words) }
        let name = library.service(service)
        return library.seen(words.isEmpty ? name : "\(name), \(words)")
    }

    /// Returns the number of the photo and the total; empty if there is only one photo.
    func position(_ position: ListPosition) -> SafeText {
        guard position.count > 1 else { return "" }
        return library.position(local.number(position.index + 1), local.number(position.count))
    }

    fileprivate func position(_ index: Int, of results: Results) -> SafeText {
        guard !results.photos.isEmpty else { return "" }
        return library.position(
            local.number(index - results.firstIndex + 1), count(of: results))
    }

    /// Returns the number of photos, followed by `+` if there may be more.
    func count(of results: Results) -> String {
        let vacant = results.firstIndex
        guard let total = results.total, total >= results.photos.count else {
            return local.number(results.photos.count - vacant) + "+"
        }
        return local.number(total - vacant)
    }

    /// Returns the reason why a list is not current, with the key that updates a saved list if
    /// there is room; empty if the list is current.
    fileprivate func whyNotCurrent(_ page: LibraryPage, _ results: Results?) -> SafeText {
        guard let results else { return "" }
        let isWaiting = results.isSaved && page.renewal != nil
        guard isWaiting || results.isOffline else { return "" }
        let seconds = page.renewal?.delaySeconds
        let why = isWaiting ? seconds.map(library.busy) ?? library.saved : library.offline
        guard isWaiting, page.form == nil, !page.shape.isNarrow else { return why }
        return StatusLine.joined([why, retryHint.text], by: "  ")
    }
}

extension ResultsSource {
    /// The query; `nil` if the source is not a search.
    var query: Query? { if case .search(let query) = self { query } else { nil } }
}
