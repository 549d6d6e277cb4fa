internal import Imaging
internal import Localization
internal import PhotoCatalog
internal import PhotoPipeline
internal import TerminalProtocols

/// The page of a photo: its description, files and metadata.
package struct DetailScreen: Screen {
    let kind = ScreenKind.detail
    private(set) var cursor: ListCursor
    var listCursor: ListCursor? { cursor }
    var reference: PhotoReference? { cursor.photo }
    private var contents: DetailContents { didSet { lines = contents.lines } }
    // The lines are cached; otherwise each key took 95 ms in a description of a megabyte.
    private var lines: [DetailLine]
    private var firstLine = 0
    private var focus: Int?
    /// The sections shown before the current one, each with its first visible line.
    private var trail: [(part: DetailPart, firstLine: Int)] = []
    private var size: ScreenSize
    private let strings: Strings
    /// The page of the file in the viewer; `nil` for the first page and for a running animation.
    private let laterPage: ImageSubject?

    /// Creates a photo's page; `photo` is the catalog's entry, if known.
    init(
        _ cursor: ListCursor, photo: Photo?, page: ImageSubject? = nil, _ strings: Strings,
        size: ScreenSize
    ) {
        laterPage = page
        self.cursor = cursor
        self.strings = strings
        self.size = size
        contents = DetailContents(cursor, photo: photo, strings, size)
        if case .file = cursor.photo { contents.showFacts() }
        lines = contents.lines
    }

    func start() -> [Effect] {
        switch cursor.photo {
        case .library(let id): [.library(.describe(id))]
        case .file: [.library(.readMetadata(cursor.photo))]
        case .address, .standardInput, .still, .world: []
        }
    }

    var id: PhotoID? {
        if case .library(let id) = cursor.photo { id } else { nil }
    }

    var entry: Photo? { contents.photo }

    var hasLinks: Bool { !contents.links.isEmpty }

    var focused: DetailLink? {
        let links = contents.links
        guard let focus, !links.isEmpty else { return nil }
        return links[focus % links.count]
    }

    mutating func perform(_ action: Action, times: Int, known: [Photo]) -> Response {
        switch action {
        case .move(.step, .down): scroll(by: times)
        case .move(.step, .up): scroll(by: -times)
        case .move(.page, .down): scroll(by: times * shape.textRows)
        case .move(.page, .up): scroll(by: -times * shape.textRows)
        case .move(.edge, .up), .move(.edge, .left): firstLine = 0
        case .move(.edge, .down), .move(.edge, .right): scroll(by: lines.count)
        case .screen(let action):
            return Response(perform(action, times: times, known: known))
        case .move, .app, .stack, .list, .photo, .view, .levels, .compare: break
        }
        return Response()
    }

    private mutating func perform(
        _ action: ScreenAction, times: Int, known: [Photo]
    ) -> [Effect] {
        switch action {
        case .layout: moveFocus(by: times)
        case .info: return showNextPart()
        case .nextPhoto: return go(by: times, known: known)
        case .previousPhoto: return go(by: -times, known: known)
        case .retry: return retry()
        case .zoomIn, .zoomOut, .open, .nextPart, .previousPart: break
        }
        return []
    }

    /// The object under the pointer.
    enum Target { case picture, link }

    /// Returns the object at a cell, and focuses it if it is a link; `nil` if the cell has no
    /// object.
    mutating func point(at cell: CellPosition) -> Target? {
        let shape = shape
        let row = cell.row - shape.text.row
        let column = cell.column - shape.text.column
        if (0..<shape.textRows).contains(row), column >= 0 {
            let index = firstLine + row
            guard lines.indices.contains(index), let link = lines[index].link(at: column),
                let index = contents.links.firstIndex(of: link)
            else { return nil }
            focus = index
            return .link
        }
        guard shape.isOnPicture(cell) else { return nil }
        focus = nil
        return .picture
    }

    /// Shows a photo, perhaps of another list; `known` is the photo's entry, if available.
    mutating func go(through other: ListCursor, _ known: Photo?) -> [Effect] {
        let before = cursor.photo
        cursor = other
        return cursor.photo == before ? [] : show(known)
    }

    /// Shows the photo of another day instead of this one.
    mutating func step(to photo: PhotoReference) -> [Effect] {
        cursor.step(to: photo)
        return show(nil)
    }

    private mutating func go(by distance: Int, known: [Photo]) -> [Effect] {
        cursor.go(by: distance) ? show(known) : []
    }

    mutating func grow(to sequence: PhotoSequence, known: [Photo]) -> [Effect] {
        cursor.grow(to: sequence) ? show(known) : []
    }

    private mutating func show(_ known: [Photo]) -> [Effect] {
        show(known.indices.contains(cursor.index) ? known[cursor.index] : nil)
    }

    private mutating func show(_ photo: Photo?) -> [Effect] {
        self = DetailScreen(cursor, photo: photo, strings, size: size)
        return start()
    }

    mutating func resize(to size: ScreenSize) -> [Effect] {
        self.size = size
        if contents.wouldChange(in: size) { contents.size = size }
        scroll(by: 0)
        return []
    }

    /// Receives an event.
    ///
    /// - Returns: the request for the photo's camera data, once its files are known.
    mutating func receive(_ event: LibraryEvent) -> [Effect] {
        switch event {
        case .described(id, let photo, let sizes, let isFavourite):
            contents.describe(photo, sizes, isFavourite: isFavourite)
            scroll(by: 0)
            return askForFacts()
        case .descriptionFailed(id, let failure): contents.failure = failure
        case .metadata(cursor.photo, let facts): contents.facts = .known(facts)
        case .metadataFailed(cursor.photo, let failure):
            contents.facts = .failed(strings.sentence(for: failure, of: cursor.photo))
        case .captions(id, let captions): contents.captions = .known(captions)
        case .captionsFailed(id, let failure):
            contents.captions = .failed(strings.sentence(for: .looking(failure), of: cursor.photo))
        case .delayed(id, let seconds): contents.delaySeconds = seconds
        default: break
        }
        return []
    }

    /// Requests the metadata, unless it was already requested.
    private mutating func askForFacts() -> [Effect] {
        guard case .unasked = contents.facts else { return [] }
        contents.facts = .asked
        return [.library(.readMetadata(cursor.photo))]
    }

    private mutating func scroll(by lines: Int) {
        firstLine = max(0, min(firstLine + lines, self.lines.count - shape.textRows))
    }

    /// Focuses the link `steps` after the current one, and scrolls to the new link.
    private mutating func moveFocus(by steps: Int) {
        let count = contents.links.count
        guard count > 0 else { return }
        focus = ((focus ?? -1) + steps) % count
        let focused = focused
        let line = lines.firstIndex { line in line.pieces.contains { $0.link == focused } }
        guard let line else { return }
        firstLine = min(max(firstLine, line - shape.textRows + 1), line)
    }

    /// Moves from the description to the captions of a video, to all metadata, and back to the
    /// description; a file has only metadata.
    private mutating func showNextPart() -> [Effect] {
        guard id != nil else { return [] }
        guard contents.nextPart != .description else {
            while dismiss() {}
            return []
        }
        trail.append((contents.part, firstLine))
        contents.show(contents.nextPart)
        firstLine = 0
        switch contents.part {
        case .description: return []
        case .captions: return askForCaptions()
        case .metadata: return askForFacts()
        }
    }

    /// Returns to the previous section, at its scroll position.
    ///
    /// - Returns: true if there was a previous section.
    mutating func dismiss() -> Bool {
        guard let last = trail.popLast() else { return false }
        contents.show(last.part)
        firstLine = last.firstLine
        scroll(by: 0)
        return true
    }

    /// Requests the captions, unless they were already requested.
    private mutating func askForCaptions() -> [Effect] {
        guard case .unasked = contents.captions, let id else { return [] }
        contents.captions = .asked
        return [.library(.readCaptions(id))]
    }

    private mutating func retry() -> [Effect] {
        contents.failure = nil
        if case .failed = contents.facts { contents.facts = .unasked }
        if case .failed = contents.captions { contents.captions = .unasked }
        contents.show(id == nil ? .metadata : .description)
        trail = []
        return [.photo(.retryPreviews)] + start()
    }
}

extension DetailScreen {
    func view(in context: ScreenContext) -> ScreenView {
        DetailLayout(strings: strings).view(page, working(in: context), notice: context.notice)
    }

    var page: DetailPage {
        DetailPage(
            shape: shape, title: contents.title, subtitle: contents.subtitle(in: size.cells),
            address: entry?.pageAddress.flatMap { Hyperlink($0) }, lines: lines,
            firstLine: firstLine, focus: focused, position: cursor.position, picture: picture,
            nextPart: id == nil ? .metadata : contents.nextPart)
    }

    private var shape: DetailShape { contents.shape(in: size) }

    private var picture: PagePicture.Source? {
        if let laterPage { return laterPage }
        guard id != nil else { return .photo(cursor.photo) }
        guard let photo = entry else { return nil }
        let asset = contents.picture(in: size)
        return asset.map { .file($0.address) } ?? photo.preview.map { .file($0.address) }
    }
}
