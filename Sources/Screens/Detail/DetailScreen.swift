internal import Imaging
internal import Localization
internal import PhotoCatalog
internal import PhotoPipeline
internal import TerminalProtocols

/// The page of a photo: its description, files and metadata.
package struct DetailScreen: Sendable {
    private(set) var cursor: ListCursor
    private var contents: DetailContents { didSet { lines = contents.lines } }
    // Cached: made for each view they took 95 ms a key for a description of a megabyte.
    private var lines: [DetailLine]
    private var firstLine = 0
    private var focus: Int?
    private var size: ScreenSize
    private let strings: Strings

    /// `photo` is what is known already.
    init(_ cursor: ListCursor, photo: Photo?, _ strings: Strings, size: ScreenSize) {
        self.cursor = cursor
        self.strings = strings
        self.size = size
        contents = DetailContents(cursor.photo, photo: photo, strings, DetailShape(size.cells))
        if case .file = cursor.photo { contents.showFacts() }
        lines = contents.lines
    }

    var start: [Effect] {
        switch cursor.photo {
        case .library(let id): [.library(.describe(id))]
        case .file: [.library(.readMetadata(cursor.photo))]
        case .address, .standardInput: []
        }
    }

    var id: PhotoID? {
        if case .library(let id) = cursor.photo { id } else { nil }
    }

    var photo: Photo? { contents.photo }

    var focused: DetailLink? {
        let links = contents.links
        guard let focus, !links.isEmpty else { return nil }
        return links[focus % links.count]
    }

    mutating func perform(_ action: Action, times: Int) -> [Effect] {
        switch action {
        case .step(.down): scroll(by: times)
        case .step(.up): scroll(by: -times)
        case .page(.down): scroll(by: times * shape.textRows)
        case .page(.up): scroll(by: -times * shape.textRows)
        case .edge(.up), .edge(.left): firstLine = 0
        case .edge(.down), .edge(.right): scroll(by: lines.count)
        case .layout: moveFocus(by: times)
        case .info: return toggleFacts()
        case .retry: return retry()
        default: break
        }
        return []
    }

    /// What is under the pointer.
    enum Target { case picture, link }

    /// What is at a cell; a link there gets the focus.
    mutating func point(at cell: CellPosition) -> Target? {
        let shape = shape
        let row = cell.row - shape.text.row
        let column = cell.column - shape.text.column
        if (0..<shape.textRows).contains(row), column >= 0 {
            let index = firstLine + row
            guard lines.indices.contains(index), let link = lines[index].link(at: column),
                let place = contents.links.firstIndex(of: link)
            else { return nil }
            focus = place
            return .link
        }
        let (across, down) = (
            cell.column - shape.pictureOrigin.column, cell.row - shape.pictureOrigin.row
        )
        guard (0..<shape.picture.columns).contains(across),
            (0..<shape.picture.rows).contains(down)
        else { return nil }
        focus = nil
        return .picture
    }

    /// Goes to another photo; `known` are those of the list below.
    mutating func go(by distance: Int, known: [Photo]) -> [Effect] {
        cursor.go(by: distance) ? show(known) : []
    }

    mutating func grow(to sequence: PhotoSequence, known: [Photo]) -> [Effect] {
        cursor.grow(to: sequence) ? show(known) : []
    }

    private mutating func show(_ known: [Photo]) -> [Effect] {
        let photo = known.indices.contains(cursor.index) ? known[cursor.index] : nil
        self = DetailScreen(cursor, photo: photo, strings, size: size)
        return start
    }

    mutating func resize(to size: ScreenSize) {
        self.size = size
        let old = contents.shape
        if old.textColumns != shape.textColumns || old.headColumns != shape.headColumns {
            contents.shape = shape
        }
        scroll(by: 0)
    }

    mutating func receive(_ event: LibraryEvent) {
        switch event {
        case .described(id, let photo, let sizes, let isFavourite):
            contents.describe(photo, sizes, isFavourite: isFavourite)
        case .descriptionFailed(id, let failure): contents.failure = failure
        case .metadata(cursor.photo, let facts): contents.facts = .known(facts)
        case .metadataFailed(cursor.photo, let failure):
            contents.facts = .failed(strings.sentence(for: failure, of: cursor.photo))
        case .delayed(id, let seconds): contents.delaySeconds = seconds
        default: break
        }
    }

    private mutating func scroll(by lines: Int) {
        firstLine = max(0, min(firstLine + lines, self.lines.count - shape.textRows))
    }

    /// Focuses the next link and scrolls to it.
    private mutating func moveFocus(by steps: Int) {
        let count = contents.links.count
        guard count > 0 else { return }
        focus = ((focus ?? -1) + steps) % count
        let focused = focused
        let line = lines.firstIndex { line in line.pieces.contains { $0.link == focused } }
        guard let line else { return }
        firstLine = min(max(firstLine, line - shape.textRows + 1), line)
    }

    /// Switches between description and metadata; a file has only metadata.
    private mutating func toggleFacts() -> [Effect] {
        guard id != nil else { return [] }
        contents.showsFacts.toggle()
        firstLine = 0
        guard contents.showsFacts, case .unasked = contents.facts else { return [] }
        contents.facts = .asked
        return [.library(.readMetadata(cursor.photo))]
    }

    private mutating func retry() -> [Effect] {
        contents.failure = nil
        if case .failed = contents.facts { contents.facts = .unasked }
        contents.showsFacts = id == nil
        return [.photo(.retryPreviews)] + start
    }
}

extension DetailScreen {
    var page: DetailPage {
        DetailPage(
            shape: shape, title: contents.title, lines: lines, firstLine: firstLine, focus: focused,
            place: cursor.place,
            picture: picture)
    }

    private var shape: DetailShape { DetailShape(size.cells) }

    /// The smallest file that fills the picture area.
    private var picture: PagePicture.Source? {
        guard id != nil else { return .photo(cursor.photo) }
        guard let photo else { return nil }
        let known = contents.sizes ?? PhotoAssets(linkedBy: photo)
        let width = size.picture.map { $0.size.width * shape.picture.columns / size.cells.columns }
        do {
            return .file(try known.smallest(coveringWidth: width ?? 0).asset.address)
        } catch {
            return photo.preview.map { .file($0.address) }
        }
    }
}

/// What is known about a photo, and the room for it.
struct DetailContents: Sendable {
    enum Facts: Sendable { case unasked, asked, known([PhotoFact]), failed(SafeText) }

    private let strings: Strings
    /// The photo's name until its title is known.
    let name: SafeText
    private(set) var photo: Photo?
    private(set) var sizes: PhotoAssets?
    private var isFavourite = false
    var failure: CatalogFailure?
    var facts = Facts.unasked
    /// Seconds until the request is repeated, if the server asked for a delay.
    var delaySeconds: Int?
    var showsFacts = false
    var shape: DetailShape

    init(_ reference: PhotoReference, photo: Photo?, _ strings: Strings, _ shape: DetailShape) {
        name = strings.name(of: reference)
        self.strings = strings
        self.photo = photo
        self.shape = shape
    }

    /// Shows the metadata, which has been requested.
    mutating func showFacts() {
        showsFacts = true
        facts = .asked
    }

    mutating func describe(_ photo: Photo, _ sizes: PhotoAssets, isFavourite: Bool) {
        self.photo = photo
        self.sizes = sizes
        self.isFavourite = isFavourite
    }

    /// In the order of the page.
    var links: [DetailLink] {
        guard let photo, !showsFacts else { return [] }
        return DetailLink.albums(of: photo) + DetailLink.keywords(of: photo)
    }

    var title: SafeText {
        guard let photo else { return name }
        let mark: SafeText = isFavourite ? "★ " : ""
        return mark + strings.title(of: photo)
    }

    private var columns: Int { shape.textColumns }

    /// The lines of the page; takes some milliseconds for long texts.
    var lines: [DetailLine] {
        if showsFacts { return factLines }
        if let photo {
            let isInHead = title.width <= shape.headColumns
            let text = DetailText(
                photo, sizes: sizes, title: isInHead ? "" : title, strings, columns: columns)
            return failureLines + text.lines
        }
        return failureLines.isEmpty ? [loadingLine] : failureLines
    }

    private var loadingLine: DetailLine {
        DetailLine(
            delaySeconds.map { SafeText(strings.status.waiting($0)) } ?? strings.detail.loading,
            .faint)
    }

    private var failureLines: [DetailLine] {
        failure.map { lines(telling: strings.sentence(for: $0, of: name)) } ?? []
    }

    private func lines(telling sentence: SafeText) -> [DetailLine] {
        WordWrapper.wrap(sentence, columns: columns).map { DetailLine($0, .strong) }
            + [
                DetailLine(
                    PageParts.hints(strings.library.alertKeys(strings), columns: columns), .faint),
                DetailLine(),
            ]
    }

    private var factLines: [DetailLine] {
        switch facts {
        case .unasked, .asked: [loadingLine]
        case .known(let facts) where facts.isEmpty: [DetailLine(strings.detail.noFacts, .faint)]
        case .known(let facts): DetailText(facts, columns: columns).lines
        case .failed(let sentence): lines(telling: sentence)
        }
    }
}
