internal import Imaging
internal import Localization
internal import PhotoCatalog
internal import TerminalProtocols

/// The layout of a list or grid.
struct LibraryLayout {
    let strings: Strings

    func view(_ page: LibraryPage, notice: Notice?) -> ScreenView {
        var text = TextPage(size: page.shape.cells)
        let search = page.form.map { SearchLayout($0, page, strings) }
        if search == nil { LibraryHead(page, strings).draw(on: &text) }
        let pictures = items(page, on: &text)
        if page.items.isEmpty { emptiness(page, on: &text) }
        search?.draw(on: &text)
        let noticed = foot(page, notice, on: &text)
        let alert = page.alert.map { AlertPanel($0, page, strings) }
        alert?.draw(on: &text)
        let covered = [search?.history, alert?.area, noticed].compactMap(\.self)
        return .page(text, pictures: pictures.compactMap { $0.cropped(below: covered) })
    }

    private func items(_ page: LibraryPage, on text: inout TextPage) -> [PagePicture] {
        let items = page.items
        guard page.shape.isList else {
            let grid = GridItemLayout(strings: strings)
            return items.compactMap { grid.draw($0, on: &text) }
                + page.itemsAhead.compactMap { GridItemLayout.ahead($0) }
        }
        let list = ListItemLayout(
            shape: page.shape, strings: strings, showsAlternatives: page.showsAlternatives)
        return items.compactMap { list.draw($0, on: &text) }
    }

    /// Draws the message of a list without photos.
    private func emptiness(_ page: LibraryPage, on text: inout TextPage) {
        guard let results = page.results, page.alert == nil else { return }
        if results.isLoading { return loading(page, results, on: &text) }
        let top = page.shape.top
        let columns =
            PageMetrics.margin..<max(PageMetrics.margin + 1, text.size.columns - PageMetrics.margin)
        let room = CellSize(
            columns: min(PageMetrics.textColumns, columns.count), rows: text.size.rows - 1 - top)
        let (title, reason, hints) = strings.emptiness(of: results, page)
        // While a search is typed, keys are text, so the message has no hints.
        let block = MessageBlock(
            title: title, text: reason, hints: page.form == nil ? hints : [], in: room)
        block.draw(
            row: top + max(0, (room.rows - block.rows) / 2), in: columns, .centred, on: &text)
    }

    /// Draws the outline of a list or grid that is loading.
    private func loading(_ page: LibraryPage, _ results: Results, on text: inout TextPage) {
        let cells = page.shape.loadingCells
        guard page.shape.isList else {
            let grid = GridItemLayout(strings: strings)
            // The footer of a narrow page has room only for the keys.
            let words = page.shape.isNarrow ? strings.loading(results) : ""
            for (index, tile) in cells.enumerated() {
                grid.drawTile(tile, saying: index == 0 ? words : "", on: &text)
            }
            return
        }
        ListItemLayout(shape: page.shape, strings: strings)
            .drawLoading(cells, saying: strings.loading(results), on: &text)
    }

    /// Draws the footer.
    ///
    /// - Returns: the cells of a notice, if one is shown.
    private func foot(
        _ page: LibraryPage, _ notice: Notice?, on text: inout TextPage
    ) -> CellRect? {
        guard text.size.rows > 1 else { return nil }
        if let notice {
            return PageChrome.putNotice(strings.text(of: notice), notice.style, on: &text)
        }
        if !page.shape.isList, page.form == nil, !page.items.isEmpty {
            GridFoot(strings: strings, news: news(page), hints: hints(page)).draw(page, on: &text)
        } else {
            PageChrome.putFoot(
                hints: hints(page), keepsLast: page.form == nil, news: news(page), on: &text)
        }
        return nil
    }

    private func hints(_ page: LibraryPage) -> [KeyHint] {
        if let form = page.form { return strings.hints(of: form) }
        guard page.focusedFilter != nil else { return strings.hints(of: page) }
        return strings.filterHints(count: page.results?.source.query?.filters.count ?? 0)
    }

    private func news(_ page: LibraryPage) -> SafeText {
        if let awaited = page.awaited { return strings.loading(awaited) }
        guard let results = page.results else { return "" }
        guard !results.photos.isEmpty else {
            // On other pages, the first entry or tile shows the message.
            let isSaid = page.shape.isList || page.shape.isNarrow
            return results.isLoading && !isSaid ? strings.loading(results) : ""
        }
        if let renewal = page.renewal, !results.isSaved { return strings.loading(renewal) }
        if results.isLoading { return strings.loadingMore(results) }
        if results.isLimited { return strings.library.limited }
        if results.unread > 0 { return strings.unread(results.unread) }
        return results.found.map { strings.omissions(of: $0) } ?? ""
    }
}

extension Strings {
    /// Returns the hints for those keys of a list or grid that have an effect now.
    fileprivate func hints(of page: LibraryPage) -> [KeyHint] {
        let works = page.working.contains
        let open = page.enter.action(for: .screen(.open))
        let info = page.enter.action(for: .screen(.info))
        let days =
            page.results?.source.isOfDays == true
            ? hint(\.otherDay, .screen(.previousPart), .screen(.nextPart), where: works) : nil
        let shape =
            page.shape.isList
            ? [hint(\.grid, .screen(.layout), where: works)]
            : [
                hint(\.size, .screen(.zoomIn), .screen(.zoomOut), where: works),
                hint(\.list, .screen(.layout), where: works),
            ]
        let all =
            [
                page.isKeptWaiting ? hint(\.retry, .screen(.retry), where: works) : nil,
                hint(\.view, open, where: works), hint(\.search, .list(.search), where: works),
                days, hint(page.isFirst ? \.quit : \.back, .stack(.quit), where: works),
                hint(\.removeFilter, .list(.removeFilter), where: works),
                hint(\.details, info, where: works),
            ] + shape + [hint(\.keys, .stack(.help), where: works)]
        return all.compactMap(\.self)
    }

    /// Returns the hints for keys while a filter of the search has the focus.
    fileprivate func filterHints(count: Int) -> [KeyHint] {
        let others = count > 1 ? [KeyHint("← →", hints.otherFilters)] : []
        return [hint(\.remove, .list(.removeFilter))] + others + [hint(\.done, .stack(.back))]
    }

    /// Returns the hints for keys while a search is being typed.
    fileprivate func hints(of form: SearchForm) -> [KeyHint] {
        let cancel = hint(\.cancel, key: .escape)
        if form.isOfNames { return [hint(\.show, key: .enter), cancel] }
        let search = form.query == nil ? [] : [hint(\.search, key: .enter)]
        if form.showsFilters {
            let complete = form.completion == nil ? [] : [hint(\.complete, key: .right)]
            return search + [cancel, hint(\.nextField, key: .tab)] + complete
        }
        let history = form.history.isEmpty ? [] : [KeyHint("↑↓", hints.history)]
        return search + [cancel, hint(\.filters, key: .tab)] + history
    }

    fileprivate func loading(_ results: Results) -> SafeText {
        results.delaySeconds.map { SafeText(status.waiting($0)) } ?? library.loading
    }

    fileprivate func loadingMore(_ results: Results) -> SafeText {
        results.delaySeconds.map { SafeText(status.waiting($0)) } ?? library.loadingMore
    }

    fileprivate typealias EmptyState = (title: SafeText, reason: SafeText, hints: [KeyHint])

    /// Returns the reason for an empty list, and hints for keys that help.
    fileprivate func emptiness(of results: Results, _ page: LibraryPage) -> EmptyState {
        let back = leavingHint(isFirst: page.isFirst)
        let edit = hint(\.editSearch, .list(.search))
        guard results.failure == nil else {
            return (
                library.nothingLoaded, "", [retryHint, searchHint] + demoHints(page) + [back]
            )
        }
        if let found = results.found, case .files(let named) = results.wanted {
            let (title, reason) = emptiness(of: found, named)
            return (title, reason, [retryHint, back])
        }
        switch results.source {
        case .favourites:
            return (library.noFavourites, library.favouritesHint(self), [searchHint, back])
        case .places:
            return (library.noPlaces, library.placesHint(self), [searchHint, back])
        case .matching(let words, _):
            return (library.nothingFound(.image, words), "", [edit, back])
        case .search(let query):
            let remove =
                query.filters.isEmpty ? [] : [hint(\.removeFilter, .list(.removeFilter))]
            return (
                library.nothingFound(query.medium, library.text(of: query)), "",
                [edit] + remove + [back]
            )
        default: return (library.nothing, "", [back])
        }
    }

    /// Returns the hint for opening the built-in collection, if NASA's library cannot be reached.
    fileprivate func demoHints(_ page: LibraryPage) -> [KeyHint] {
        page.offersDemo ? [hint(\.openDemo, .screen(.open))] : []
    }
}

/// A box over the page, with the failure, its reason, and keys that help.
private struct AlertPanel {
    private static let widestColumns = 64
    /// The number of columns on each side: on the left, the bar and blanks; on the right, blanks.
    private static let sides = 3

    private let block: MessageBlock
    /// The number of blank rows above and below the text: 1 if there is room, otherwise 0.
    private let air: Int
    let area: CellRect

    init(_ failure: CatalogFailure, _ page: LibraryPage, _ strings: Strings) {
        let cells = page.shape.cells
        let columns = max(1, min(Self.widestColumns, cells.columns - 2 * PageMetrics.margin))
        let hints =
            page.form == nil
            ? [strings.retryHint, strings.hint(\.dismiss, .stack(.back))] + strings.demoHints(page)
            : []
        block = MessageBlock(
            title: strings.library.alertTitles.title(for: failure),
            text: strings.sentence(for: failure), hints: hints,
            in: CellSize(columns: columns - 2 * Self.sides, rows: max(1, cells.rows - 2)))
        air = block.rows + 2 <= cells.rows ? 1 : 0
        let rows = block.rows + 2 * air
        let origin = CellPosition(
            row: max(0, (cells.rows - rows) / 2), column: (cells.columns - columns) / 2)
        area = CellRect(origin: origin, size: CellSize(columns: columns, rows: rows))
    }

    func draw(on page: inout TextPage) {
        page.fill(area, with: .selection)
        for row in 0..<area.size.rows {
            page.put(
                PageMetrics.selectionBar, row: area.origin.row + row, column: area.origin.column,
                style: .accent, on: .selection)
        }
        let start = area.origin.column + Self.sides
        block.draw(
            row: area.origin.row + air,
            in: start..<max(start + 1, start + area.size.columns - 2 * Self.sides), .leading,
            on: &page, .selection)
    }
}

extension LibraryStrings.AlertTitles {
    fileprivate func title(for failure: CatalogFailure) -> SafeText {
        switch failure {
        case .fetching(.rateLimited): serverBusy
        case .fetching(.serverFailed): serverFailed
        default: failure.isPassing ? unreachable : other
        }
    }
}
