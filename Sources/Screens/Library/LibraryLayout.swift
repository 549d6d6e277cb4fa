internal import Imaging
internal import Localization
internal import PhotoCatalog
internal import TerminalProtocols

/// What stands where on the page of a list or grid.
struct LibraryLayout {
    let strings: Strings

    func view(_ page: LibraryPage, notice: Notice?) -> ScreenView {
        var text = TextPage(size: page.shape.cells)
        let search = page.form.map { SearchLayout($0, page, strings) }
        if search == nil { LibraryHead(page, strings).draw(on: &text) }
        let pictures = items(page, on: &text)
        if page.items.isEmpty { emptiness(page, on: &text) }
        search?.draw(on: &text)
        foot(page, notice, on: &text)
        let alert = page.alert.map { AlertPanel($0, page, strings) }
        alert?.draw(on: &text)
        let covered = [search?.history, alert?.area].compactMap(\.self)
        return .page(
            text,
            pictures: pictures.filter { picture in
                picture.isAhead || covered.allSatisfy { $0.intersection(picture.area) == nil }
            })
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

    /// What is shown in place of photos if there are none.
    private func emptiness(_ page: LibraryPage, on text: inout TextPage) {
        guard let results = page.results, page.alert == nil else { return }
        if results.isLoading, page.shape.isList { return loadingList(page, results, on: &text) }
        let top = page.shape.top
        let columns = Design.margin..<max(Design.margin + 1, text.size.columns - Design.margin)
        let room = CellSize(
            columns: min(Design.textColumns, columns.count), rows: text.size.rows - 1 - top)
        let (title, reason, hints) = strings.emptiness(of: results, page)
        // Keys are text while a search is typed.
        let block = MessageBlock(
            title: title, text: reason, hints: page.form == nil ? hints : "", in: room)
        block.draw(
            row: top + max(0, (room.rows - block.rows) / 2), in: columns, .centred, on: &text)
    }

    /// The shape of the entries that are coming.
    private func loadingList(_ page: LibraryPage, _ results: Results, on text: inout TextPage) {
        let list = ListItemLayout(shape: page.shape, strings: strings)
        for place in 0..<page.shape.fullRows {
            list.drawLoading(place, saying: strings.loading(results), on: &text)
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
        if let form = page.form {
            if form.isOfNames { return strings.search.nameKeys }
            return form.showsFilters ? strings.search.filterKeys : strings.search.keys
        }
        if page.focusedFilter != nil { return strings.library.filterKeys(strings) }
        let sentence = page.shape.isList ? strings.library.listKeys : strings.library.gridKeys
        let keys = sentence(
            strings, page.enter.action(for: .open), page.enter.action(for: .info)
        ).withHint(strings.leavingKey(isFirst: page.isFirst), behind: 2)
        let source = page.results?.source
        let isFiltered = source?.query?.filters.isEmpty == false
        let all = isFiltered ? keys.withHint(strings.library.removeKey(strings), behind: 3) : keys
        return source?.isOfDays == true
            ? all.withHint(strings.library.dayKeys(strings), behind: 2) : all
    }

    private func news(_ page: LibraryPage) -> SafeText {
        if let awaited = page.awaited { return strings.loading(awaited) }
        guard let results = page.results, !results.photos.isEmpty else { return "" }
        if results.isLoading { return strings.loadingMore(results) }
        if results.isLimited { return strings.library.limited }
        if results.unread > 0 { return strings.unread(results.unread) }
        return results.found.map { strings.omissions(of: $0) } ?? ""
    }
}

extension SafeText {
    /// A sentence of key hints with one more behind the first `count`.
    fileprivate func withHint(_ hint: SafeText, behind count: Int) -> SafeText {
        let gaps = string.ranges(of: "  ")
        guard gaps.count >= count else { return self }
        let gap = gaps[count - 1]
        return SafeText(string[..<gap.upperBound] + hint.string + string[gap.lowerBound...])
    }
}

extension Strings {
    fileprivate func loading(_ results: Results) -> SafeText {
        results.delaySeconds.map { SafeText(status.waiting($0)) } ?? library.loading
    }

    fileprivate func loadingMore(_ results: Results) -> SafeText {
        results.delaySeconds.map { SafeText(status.waiting($0)) } ?? library.loadingMore
    }

    fileprivate typealias Emptiness = (title: SafeText, reason: SafeText, hints: SafeText)

    /// Why there are no photos, and the keys that help.
    fileprivate func emptiness(of results: Results, _ page: LibraryPage) -> Emptiness {
        if results.isLoading { return (loading(results), "", "") }
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

extension PagePicture {
    fileprivate var area: CellRect { CellRect(origin: origin, size: size) }
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
        let columns = max(1, min(Self.widestColumns, cells.columns - 2 * Design.margin))
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
                Design.selectionBar, row: area.origin.row + row, column: area.origin.column,
                style: .accent, on: .selection)
        }
        let start = area.origin.column + Self.sides
        block.draw(
            row: area.origin.row + air,
            in: start..<max(start + 1, start + area.size.columns - 2 * Self.sides), .leading,
            on: &page, .selection)
    }
}
