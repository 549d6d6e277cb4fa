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

    /// Draws the message in place of photos if there are none.
    private func emptiness(_ page: LibraryPage, on text: inout TextPage) {
        guard let results = page.results, page.alert == nil else { return }
        if results.isLoading { return loading(page, results, on: &text) }
        let top = page.shape.top
        let columns =
            PageMetrics.margin..<max(PageMetrics.margin + 1, text.size.columns - PageMetrics.margin)
        let room = CellSize(
            columns: min(PageMetrics.textColumns, columns.count), rows: text.size.rows - 1 - top)
        let (title, reason, hints) = strings.emptiness(of: results, page)
        // Keys are text while a search is typed.
        let block = MessageBlock(
            title: title, text: reason, hints: page.form == nil ? hints : "", in: room)
        block.draw(
            row: top + max(0, (room.rows - block.rows) / 2), in: columns, .centred, on: &text)
    }

    /// The shape of the list or the wall that is loading.
    private func loading(_ page: LibraryPage, _ results: Results, on text: inout TextPage) {
        let cells = page.shape.loadingCells
        guard page.shape.isList else {
            let grid = GridItemLayout(strings: strings)
            // A narrow foot has room for the keys alone.
            let words = page.shape.isNarrow ? strings.loading(results) : ""
            for (place, tile) in cells.enumerated() {
                grid.drawTile(tile, saying: place == 0 ? words : "", on: &text)
            }
            return
        }
        ListItemLayout(shape: page.shape, strings: strings)
            .drawLoading(cells, saying: strings.loading(results), on: &text)
    }

    /// - Returns: the cells of a notice.
    private func foot(
        _ page: LibraryPage, _ notice: Notice?, on text: inout TextPage
    ) -> CellRect? {
        guard text.size.rows > 1 else { return nil }
        if let notice {
            return PageChrome.putNotice(strings.text(of: notice), notice.style, on: &text)
        }
        if !page.shape.isList, page.form == nil, !page.items.isEmpty {
            GridFoot(strings: strings, news: news(page), keys: keys(page)).draw(page, on: &text)
        } else {
            PageChrome.putFoot(
                hints: keys(page), keepsLast: page.form == nil, news: news(page), on: &text)
        }
        return nil
    }

    private func keys(_ page: LibraryPage) -> SafeText {
        if let form = page.form { return strings.keys(of: form) }
        if page.focusedFilter != nil {
            let count = page.results?.source.query?.filters.count ?? 0
            return Strings.hints(
                strings.library.filterKeys(strings), where: [true, count > 1, true])
        }
        return strings.hints({ $0.keys(of: page) }) { page.working.contains($0) }
    }

    private func news(_ page: LibraryPage) -> SafeText {
        if let awaited = page.awaited { return strings.loading(awaited) }
        guard let results = page.results else { return "" }
        guard !results.photos.isEmpty else {
            // Else the first entry or tile says so.
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

extension SafeText {
    /// A sentence of key hints with one more after the first `count`.
    fileprivate func withHint(_ hint: SafeText, behind count: Int) -> SafeText {
        let gaps = string.ranges(of: "  ")
        guard gaps.count >= count else { return self }
        let gap = gaps[count - 1]
        return SafeText(string[..<gap.upperBound] + hint.string + string[gap.lowerBound...])
    }
}

extension Strings {
    /// The keys of a list or a wall, whether or not they do something now.
    fileprivate func keys(of page: LibraryPage) -> SafeText {
        let sentence = page.shape.isList ? library.listKeys : library.gridKeys
        let keys = sentence(
            self, page.enter.action(for: .screen(.open)), page.enter.action(for: .screen(.info))
        )
        .withHint(leavingKey(isFirst: page.isFirst), behind: 2)
        .withHint(library.removeKey(self), behind: 3)
        let all =
            page.results?.source.isOfDays == true
            ? keys.withHint(library.dayKeys(self), behind: 2) : keys
        return page.isKeptWaiting ? library.retryKey(self) + "  " + all : all
    }

    /// The keys of a search that is typed.
    fileprivate func keys(of form: SearchForm) -> SafeText {
        if form.isOfNames { return search.nameKeys }
        return form.showsFilters
            ? Self.hints(
                search.filterKeys,
                where: [form.query != nil, true, true, form.completion != nil])
            : Self.hints(
                search.keys, where: [form.query != nil, true, true, !form.history.isEmpty])
    }

    fileprivate func loading(_ results: Results) -> SafeText {
        results.delaySeconds.map { SafeText(status.waiting($0)) } ?? library.loading
    }

    fileprivate func loadingMore(_ results: Results) -> SafeText {
        results.delaySeconds.map { SafeText(status.waiting($0)) } ?? library.loadingMore
    }

    fileprivate typealias EmptyState = (title: SafeText, reason: SafeText, hints: SafeText)

    /// The reason for an empty list, and the keys that help.
    fileprivate func emptiness(of results: Results, _ page: LibraryPage) -> EmptyState {
        let back = leavingKey(isFirst: page.isFirst)
        guard results.failure == nil else {
            let demo = page.offersDemo ? library.demoOffer(self) : ""
            let keys = [library.retryKey(self), library.searchKey(self), demo, back]
            return (library.nothingLoaded, "", Self.hints(keys))
        }
        if let found = results.found, case .files(let named) = results.wanted {
            let (title, reason) = emptiness(of: found, named)
            return (title, reason, Self.hints([library.retryKey(self), back]))
        }
        switch results.source {
        case .favourites:
            return (
                library.noFavourites, library.favouritesHint(self),
                Self.hints([library.searchKey(self), back])
            )
        case .places:
            return (
                library.noPlaces, library.placesHint(self),
                Self.hints([library.searchKey(self), back])
            )
        case .matching(let words, _):
            return (
                library.nothingFound(.image, words), "", Self.hints([library.editKey(self), back])
            )
        case .search(let query):
            let remove = query.filters.isEmpty ? "" : library.removeKey(self)
            return (
                library.nothingFound(query.medium, library.text(of: query)), "",
                Self.hints([library.editKey(self), remove, back])
            )
        default: return (library.nothing, "", Self.hints([back]))
        }
    }

    fileprivate static func hints(_ hints: [SafeText]) -> SafeText {
        StatusLine.joined(hints, by: "  ")
    }
}

/// A calm box over the page: what failed, why, and the keys that help.
private struct AlertPanel {
    private static let widestColumns = 64
    /// The bar on the left and a blank, and as much on the right.
    private static let sides = 3

    private let block: MessageBlock
    /// The blank rows above and below, if there is room.
    private let air: Int
    let area: CellRect

    init(_ failure: CatalogFailure, _ page: LibraryPage, _ strings: Strings) {
        let cells = page.shape.cells
        let columns = max(1, min(Self.widestColumns, cells.columns - 2 * PageMetrics.margin))
        let offer = page.offersDemo ? strings.library.demoOffer(strings) : ""
        let hints =
            page.form == nil ? Strings.hints([strings.library.alertKeys(strings), offer]) : ""
        block = MessageBlock(
            title: strings.library.alertTitle(failure.isPassing),
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
