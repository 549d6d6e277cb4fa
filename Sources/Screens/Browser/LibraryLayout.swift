internal import Imaging
internal import Localization
internal import PhotoCatalog
internal import TerminalProtocols

/// What stands where on a browser's page.
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
        let panel = AlertPanel(
            alert, offeringDemo: page.offersDemo, strings, in: page.shape.cells)
        panel.draw(on: &text)
        return .page(text, pictures: pictures.filter { !panel.covers($0) })
    }

    private func head(_ page: LibraryPage, on text: inout TextPage) {
        let named = page.awaited ?? page.results
        let position = named.map { strings.position(page.selected, of: $0) } ?? ""
        let title = named.map { strings.title(of: $0.source) } ?? ""
        LineParts.putHead(title, place: position, on: &text)
    }

    private func items(_ page: LibraryPage, on text: inout TextPage) -> [PagePicture] {
        let items = page.items
        let list = ListItemLayout(shape: page.shape, strings: strings)
        let grid = GridItemLayout(shape: page.shape, strings: strings)
        let alike = grid.alike(items.map(\.photo))
        return items.compactMap { item in
            if page.shape.isList { return list.draw(item, on: &text) }
            return grid.draw(item, named: grid.name(of: item.photo, alike), on: &text)
        }
    }

    private func emptiness(_ page: LibraryPage, on text: inout TextPage) {
        guard let results = page.results, page.alert == nil else { return }
        let offer = page.offersDemo ? [strings.library.demoOffer(strings)] : []
        let columns = text.size.columns - 4
        let lines = ([strings.emptiness(of: results)] + offer).flatMap { line in
            // Only what is wrapped loses the spaces between its keys.
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
        LineParts.putFoot(
            hints: keys(page), keepsLast: page.form == nil, news: news(page), on: &text)
    }

    private func keys(_ page: LibraryPage) -> SafeText {
        if page.form != nil { return strings.search.keys }
        return page.shape.isList
            ? strings.library.listKeys(strings) : strings.library.gridKeys(strings)
    }

    private func news(_ page: LibraryPage) -> SafeText {
        if let awaited = page.awaited { return strings.loading(awaited) }
        guard let results = page.results, !results.photos.isEmpty else { return "" }
        if results.isLoading { return strings.loadingMore(results) }
        if results.isLimited { return strings.library.limited }
        return results.isOutOfDate ? strings.library.outOfDate : ""
    }
}
