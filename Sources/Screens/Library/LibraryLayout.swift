internal import Imaging
internal import Localization
internal import PhotoCatalog
internal import TerminalProtocols

/// What stands where on the page of a list or grid.
struct LibraryLayout {
    let strings: Strings

    func view(_ page: LibraryPage, notice: Notice?) -> ScreenView {
        var text = TextPage(size: page.shape.cells)
        head(page, on: &text)
        if let form = page.form { SearchLayout.draw(form, strings.search, on: &text) }
        let pictures = items(page, on: &text)
        if page.items.isEmpty { emptiness(page, on: &text) }
        foot(page, notice, on: &text)
        guard let alert = page.alert else { return .page(text, pictures: pictures) }
        let panel = AlertPanel(alert, offeringDemo: page.offersDemo, strings, in: page.shape.cells)
        panel.draw(on: &text)
        return .page(text, pictures: pictures.filter { !panel.covers($0) })
    }

    private func head(_ page: LibraryPage, on text: inout TextPage) {
        let named = page.awaited ?? page.results
        let position = named.map { strings.position(page.selected, of: $0) } ?? ""
        let title = named.map { strings.title(of: $0.source) } ?? ""
        PageParts.putHead(title, place: position, on: &text)
    }

    private func items(_ page: LibraryPage, on text: inout TextPage) -> [PagePicture] {
        let items = page.items
        guard page.shape.isList else {
            let grid = GridItemLayout(strings: strings)
            return items.compactMap { grid.draw($0, on: &text) }
                + page.itemsAhead.compactMap { GridItemLayout.ahead($0) }
        }
        let list = ListItemLayout(shape: page.shape, strings: strings)
        return items.compactMap { list.draw($0, on: &text) }
    }

    private func emptiness(_ page: LibraryPage, on text: inout TextPage) {
        guard let results = page.results, page.alert == nil else { return }
        let offer = page.offersDemo ? [strings.library.demoOffer(strings)] : []
        let columns = text.size.columns - 4
        let lines = ([strings.emptiness(of: results)] + offer).flatMap { line in
            // Wrapping would lose the spaces between keys.
            line.width <= columns ? [line] : WordWrapper.wrap(line, columns: columns)
        }
        let room = text.size.rows - 1 - page.shape.top
        let middle = page.shape.top + max(0, (room + 1 - lines.count) / 2)
        for (offset, line) in lines.prefix(max(0, room)).enumerated() {
            text.put(
                line, row: middle + offset, column: (text.size.columns - line.width) / 2,
                style: .faint)
        }
    }

    private func foot(_ page: LibraryPage, _ notice: Notice?, on text: inout TextPage) {
        let row = text.size.rows - 1
        guard row > 0 else { return }
        if let notice {
            return text.put(strings.text(of: notice), row: row, column: 1, style: notice.style)
        }
        if !page.shape.isList, page.form == nil, !page.items.isEmpty {
            return GridFoot(strings: strings, news: news(page), keys: keys(page))
                .draw(page, on: &text)
        }
        PageParts.putFoot(
            hints: keys(page), keepsLast: page.form == nil, news: news(page), on: &text)
    }

    private func keys(_ page: LibraryPage) -> SafeText {
        if page.form != nil { return strings.search.keys }
        let keys = page.shape.isList ? strings.library.listKeys : strings.library.gridKeys
        return keys(strings, page.enter.action(for: .open), page.enter.action(for: .info))
    }

    private func news(_ page: LibraryPage) -> SafeText {
        if let awaited = page.awaited { return strings.loading(awaited) }
        guard let results = page.results, !results.photos.isEmpty else { return "" }
        if results.isLoading { return strings.loadingMore(results) }
        if results.isLimited { return strings.library.limited }
        return results.isOutOfDate ? strings.library.outOfDate : ""
    }
}

extension Strings {
    fileprivate func loading(_ results: Results) -> SafeText {
        results.delaySeconds.map { SafeText(status.waiting($0)) } ?? library.loading
    }

    fileprivate func loadingMore(_ results: Results) -> SafeText {
        results.delaySeconds.map { SafeText(status.waiting($0)) } ?? library.loadingMore
    }

    /// Which photo of how many; empty if there is only one.
    func position(_ place: ListPosition) -> SafeText {
        guard place.count > 1 else { return "" }
        return library.position(local.number(place.index + 1), local.number(place.count))
    }

    fileprivate func position(_ index: Int, of results: Results) -> SafeText {
        guard !results.photos.isEmpty else { return "" }
        let place = local.number(index + 1)
        guard let total = results.total, total >= results.photos.count else {
            return library.position(place, local.number(results.photos.count) + "+")
        }
        return library.position(place, local.number(total))
    }

    /// What is shown in place of photos if there are none.
    fileprivate func emptiness(of results: Results) -> SafeText {
        if results.isLoading { return loading(results) }
        return results.failure == nil ? empty(results.source) : library.nothingLoaded(self)
    }

    private func empty(_ source: ResultsSource) -> SafeText {
        switch source {
        case .favourites: library.noFavourites(self)
        case .search(let query): library.nothingFound(library.text(of: query), self)
        default: library.nothing
        }
    }

    fileprivate func title(of source: ResultsSource) -> SafeText {
        switch source {
        case .start: library.start
        case .search(let query): library.search(library.text(of: query))
        case .album(let name): library.album(name)
        case .favourites: library.favourites
        case .demo: library.demo
        case .named: library.named
        case .seen(let words): library.seen(words.isEmpty ? library.everything : words)
        }
    }
}

/// A box over the page: what failed, why, and the keys that help.
private struct AlertPanel {
    private let lines: [SafeText]
    private let origin: CellPosition
    private let size: CellSize

    init(_ failure: CatalogFailure, offeringDemo: Bool, _ strings: Strings, in cells: CellSize) {
        let width = min(64, cells.columns - 2)
        let reason = WordWrapper.wrap(strings.sentence(for: failure), columns: max(1, width - 4))
        let room = max(1, width - 4)
        let title = WordWrapper.wrap(strings.library.alertTitle(failure.isPassing), columns: room)
        let offer =
            offeringDemo ? WordWrapper.wrap(strings.library.demoOffer(strings), columns: room) : []
        let keys = PageParts.hints(strings.library.alertKeys(strings), columns: width - 4)
        let stack = PageParts.stack(
            title: title, text: reason, keys: keys, rows: max(1, cells.rows - 2 - offer.count))
        let all = stack.title + stack.text + stack.keys + offer
        lines = all.count + 2 <= cells.rows ? [""] + all + [""] : all
        let rows = min(lines.count, cells.rows)
        size = CellSize(columns: width, rows: rows)
        origin = CellPosition(row: (cells.rows - rows) / 2, column: (cells.columns - width) / 2)
    }

    func draw(on page: inout TextPage) {
        for (offset, line) in lines.prefix(size.rows).enumerated() {
            let text = (SafeText("  ") + line).padded(to: size.columns)
            page.put(text, row: origin.row + offset, column: origin.column, style: .reversed)
        }
    }

    /// Whether a picture would overlap the box.
    func covers(_ picture: PagePicture) -> Bool {
        !picture.isAhead && picture.origin.row < origin.row + size.rows
            && origin.row < picture.origin.row + picture.size.rows
            && picture.origin.column < origin.column + size.columns
            && origin.column < picture.origin.column + picture.size.columns
    }
}
