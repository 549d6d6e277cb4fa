internal import Imaging
internal import Localization
internal import PhotoCatalog
internal import PhotoPipeline
internal import TerminalProtocols

/// One photo and all that is known of it.
package struct DetailScreen: Sendable {
    private(set) var walk: ListCursor
    private var contents: DetailContents { didSet { lines = contents.lines } }
    // Kept: made for each view they took 95 ms a key where a description has a megabyte.
    private var lines: [DetailLine]
    private var firstLine = 0
    private var focus: Int?
    private var size: ScreenSize
    private let strings: Strings

    /// A photo's page; `photo` is what is known of it already.
    init(_ walk: ListCursor, photo: Photo?, _ strings: Strings, size: ScreenSize) {
        self.walk = walk
        self.strings = strings
        self.size = size
        contents = DetailContents(walk.photo, photo: photo, strings, DetailShape(size.cells))
        if case .file = walk.photo { contents.showFacts() }
        lines = contents.lines
    }

    var start: [Effect] {
        switch walk.photo {
        case .library(let id): [.library(.describe(id))]
        case .file: [.library(.readMetadata(walk.photo))]
        case .address, .standardInput: []
        }
    }

    var id: PhotoID? {
        if case .library(let id) = walk.photo { id } else { nil }
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

    /// What is under the pointer: the photo, or a word that leads somewhere.
    enum Target { case picture, link }

    /// Points at a cell; a word there is focused.
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

    /// Goes to another photo; `known` are those of the list that is gone through.
    mutating func go(by distance: Int, known: [Photo]) -> [Effect] {
        walk.go(by: distance) ? show(known) : []
    }

    mutating func grow(to sequence: PhotoSequence, known: [Photo]) -> [Effect] {
        walk.grow(to: sequence) ? show(known) : []
    }

    private mutating func show(_ known: [Photo]) -> [Effect] {
        let photo = known.indices.contains(walk.index) ? known[walk.index] : nil
        self = DetailScreen(walk, photo: photo, strings, size: size)
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
        case .metadata(walk.photo, let facts): contents.facts = .known(facts)
        case .metadataFailed(walk.photo, let failure):
            contents.facts = .failed(strings.sentence(for: failure, of: walk.photo))
        case .delayed(id, let seconds): contents.delaySeconds = seconds
        default: break
        }
    }

    private mutating func scroll(by lines: Int) {
        firstLine = max(0, min(firstLine + lines, self.lines.count - shape.textRows))
    }

    /// Brings the next word that leads somewhere under the cursor, and on the page.
    private mutating func moveFocus(by steps: Int) {
        let count = contents.links.count
        guard count > 0 else { return }
        focus = ((focus ?? -1) + steps) % count
        let focused = focused
        let line = lines.firstIndex { line in line.pieces.contains { $0.link == focused } }
        guard let line else { return }
        firstLine = min(max(firstLine, line - shape.textRows + 1), line)
    }

    /// Of a file nothing else is known than what it says of itself.
    private mutating func toggleFacts() -> [Effect] {
        guard id != nil else { return [] }
        contents.showsFacts.toggle()
        firstLine = 0
        guard contents.showsFacts, case .unasked = contents.facts else { return [] }
        contents.facts = .asked
        return [.library(.readMetadata(walk.photo))]
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
            place: walk.place,
            picture: picture)
    }

    private var shape: DetailShape { DetailShape(size.cells) }

    /// The smallest file that fills the picture's place.
    private var picture: PagePicture.Source? {
        guard id != nil else { return .photo(walk.photo) }
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
