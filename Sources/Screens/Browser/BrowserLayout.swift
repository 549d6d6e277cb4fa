internal import Imaging
internal import PhotoCatalog
internal import TerminalProtocols

/// What stands where on a browser's page.
enum BrowserLayout {
    static func view(_ page: BrowserPage, notice: Notice?) -> ScreenView {
        var text = TextPage(size: page.shape.cells)
        head(page, on: &text)
        if let form = page.form { SearchLayout.draw(form, on: &text) }
        let pictures = items(page, on: &text)
        if page.items.isEmpty { emptiness(page, on: &text) }
        foot(page, notice, on: &text)
        guard let alert = page.alert else { return .page(text, pictures: pictures) }
        let panel = AlertPanel(alert, offeringDemo: page.offersDemo, in: page.shape.cells)
        panel.draw(on: &text)
        return .page(text, pictures: pictures.filter { !panel.covers($0) })
    }

    private static func head(_ page: BrowserPage, on text: inout TextPage) {
        let named = page.awaited ?? page.results
        let position = named.map { BrowserWording.position(page.selected, of: $0) } ?? ""
        let title = named.map { BrowserWording.title(of: $0.source) } ?? ""
        LineParts.putHead(title, place: position, on: &text)
    }

    private static func items(_ page: BrowserPage, on text: inout TextPage) -> [PagePicture] {
        let items = page.items
        let alike = GridItemLayout.alike(items.map(\.photo), page.shape)
        return items.compactMap { item in
            if page.shape.isList { return ListItemLayout.draw(item, page.shape, on: &text) }
            let name = GridItemLayout.name(of: item.photo, page.shape, alike)
            return GridItemLayout.draw(item, named: name, page.shape, on: &text)
        }
    }

    private static func emptiness(_ page: BrowserPage, on text: inout TextPage) {
        guard let results = page.results, page.alert == nil else { return }
        let offer = page.offersDemo ? [BrowserWording.demoOffer] : []
        let columns = text.size.columns - 4
        let lines = ([BrowserWording.emptiness(of: results)] + offer).flatMap { line in
            // Only what is wrapped loses the spaces between its keys.
            line.width <= columns ? [line] : TextLines.wrap(line, columns: columns)
        }
        let room = text.size.rows - 1 - page.shape.top
        let middle = page.shape.top + max(0, (room + 1 - lines.count) / 2)
        for (offset, line) in lines.prefix(max(0, room)).enumerated() {
            text.put(
                line, row: middle + offset, column: (text.size.columns - line.width) / 2,
                style: .faint)
        }
    }

    private static func foot(_ page: BrowserPage, _ notice: Notice?, on text: inout TextPage) {
        let row = text.size.rows - 1
        guard row > 0 else { return }
        if let notice {
            return text.put(notice.text, row: row, column: 1, style: notice.style)
        }
        LineParts.putFoot(
            hints: keys(page), keepsLast: page.form == nil, news: news(page), on: &text)
    }

    private static func keys(_ page: BrowserPage) -> SafeText {
        if page.form != nil { return SearchWording.keys }
        return page.shape.isList ? BrowserWording.listKeys : BrowserWording.gridKeys
    }

    private static func news(_ page: BrowserPage) -> SafeText {
        if let awaited = page.awaited { return BrowserWording.loading(awaited) }
        guard let results = page.results, !results.photos.isEmpty else { return "" }
        if results.isLoading { return BrowserWording.loadingMore(results) }
        if results.isLimited { return BrowserWording.limited }
        return results.isOutOfDate ? BrowserWording.outOfDate : ""
    }
}

extension Notice {
    var style: TextPage.Style {
        switch kind {
        case .good: .good
        case .bad: .bad
        case .plain, .advice: .plain
        }
    }
}
