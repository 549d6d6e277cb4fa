internal import Imaging
internal import PhotoCatalog
internal import TerminalProtocols

/// What stands where on a browser's page.
enum BrowserLayout {
    static func view(_ page: BrowserPage, notice: Notice?) -> ScreenView {
        var text = TextPage(size: page.shape.cells)
        head(page, on: &text)
        if let form = page.form { SearchLayout.draw(form, row: 1, on: &text) }
        let pictures = items(page, on: &text)
        if page.items.isEmpty { emptiness(page, on: &text) }
        foot(page, notice, on: &text)
        guard let alert = page.alert else { return .page(text, pictures: pictures) }
        let panel = AlertPanel(alert, offeringDemo: page.offersDemo, in: page.shape.cells)
        panel.draw(on: &text)
        return .page(text, pictures: pictures.filter { !panel.covers($0) })
    }

    private static func head(_ page: BrowserPage, on text: inout TextPage) {
        let position = page.results.map { BrowserWording.position(page.selected, of: $0) } ?? ""
        let room = text.size.columns - position.width - 3
        let title = page.results.map { BrowserWording.title(of: $0.source) } ?? ""
        text.put(title.truncated(to: room), row: 0, column: 1, style: .strong)
        text.put(position, row: 0, column: text.size.columns - position.width - 1, style: .faint)
    }

    private static func items(_ page: BrowserPage, on text: inout TextPage) -> [PagePicture] {
        page.items.compactMap { item in
            page.shape.isList
                ? ListItemLayout.draw(item, page.shape, on: &text)
                : GridItemLayout.draw(item, page.shape, on: &text)
        }
    }

    private static func emptiness(_ page: BrowserPage, on text: inout TextPage) {
        guard let results = page.results, page.alert == nil else { return }
        let offer = page.offersDemo ? [BrowserWording.demoOffer] : []
        let room = text.size.columns - 4
        let lines = ([BrowserWording.emptiness(of: results)] + offer).flatMap { line in
            // Only what is wrapped loses the spaces between its keys.
            line.width <= room ? [line] : TextLines.wrap(line, columns: room)
        }
        let middle = (page.shape.top + text.size.rows - lines.count) / 2
        for (offset, line) in lines.enumerated() {
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
        let news = news(page.results)
        let room = text.size.columns - 2 - (news.isEmpty ? 0 : news.width + 2)
        text.put(keys(page).truncated(to: room), row: row, column: 1, style: .faint)
        text.put(news, row: row, column: text.size.columns - news.width - 1, style: .faint)
    }

    private static func keys(_ page: BrowserPage) -> SafeText {
        if page.form != nil { return SearchWording.keys }
        return page.shape.isList ? BrowserWording.listKeys : BrowserWording.gridKeys
    }

    private static func news(_ results: Results?) -> SafeText {
        guard let results, !results.photos.isEmpty else { return "" }
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
