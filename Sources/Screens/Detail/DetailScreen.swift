internal import Imaging
internal import PhotoCatalog
internal import PhotoPipeline
internal import TerminalProtocols

/// One photo and all that is known of it.
package struct DetailScreen: Sendable {
    /// What the file says of itself, once it was asked.
    private enum Facts: Sendable { case unasked, asked, known([PhotoFact]), failed(CatalogFailure) }

    private(set) var walk: Walk
    private(set) var photo: Photo?
    private var sizes: PhotoAssets?
    private var isFavourite = false
    private var failure: CatalogFailure?
    private var facts = Facts.unasked
    /// How long it is until what was asked is asked again, where the server wished so.
    private var delaySeconds: Int?
    private var showsFacts = false
    private var firstLine = 0
    private var focus: Int?
    private var size: ScreenSize

    /// A photo's page; `photo` is what is known of it already.
    init(_ walk: Walk, photo: Photo?, size: ScreenSize) {
        self.walk = walk
        self.photo = photo
        self.size = size
    }

    var start: [Effect] { id.map { [.describe($0)] } ?? [] }

    var id: PhotoID? {
        if case .library(let id) = walk.photo { id } else { nil }
    }

    var focused: DetailLink? { focus.map { links[$0 % max(1, links.count)] } }

    private var links: [DetailLink] {
        guard let photo, !showsFacts else { return [] }
        return photo.albums.map { .album($0) } + photo.texts.keywords.map { .keyword($0) }
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

    /// Goes to another photo; `known` are those of the list that is gone through.
    mutating func go(by distance: Int, known: [Photo]) -> [Effect] {
        walk.go(by: distance) ? show(known) : []
    }

    mutating func grow(to sequence: PhotoSequence, known: [Photo]) -> [Effect] {
        walk.grow(to: sequence) ? show(known) : []
    }

    private mutating func show(_ known: [Photo]) -> [Effect] {
        let photo = known.indices.contains(walk.index) ? known[walk.index] : nil
        self = DetailScreen(walk, photo: photo, size: size)
        return start
    }

    mutating func resize(to size: ScreenSize) {
        self.size = size
        scroll(by: 0)
    }

    mutating func receive(_ event: LibraryEvent) {
        switch event {
        case .described(id, let photo, let sizes, let isFavourite):
            self.photo = photo
            self.sizes = sizes
            self.isFavourite = isFavourite
        case .descriptionFailed(id, let failure): self.failure = failure
        case .metadata(id, let facts): self.facts = .known(facts)
        case .metadataFailed(id, let failure): facts = .failed(failure)
        case .delayed(id, let seconds): delaySeconds = seconds
        default: break
        }
    }

    private mutating func scroll(by lines: Int) {
        firstLine = max(0, min(firstLine + lines, self.lines.count - shape.textRows))
    }

    /// Brings the next word that leads somewhere under the cursor, and on the page.
    private mutating func moveFocus(by steps: Int) {
        guard !links.isEmpty else { return }
        focus = ((focus ?? -1) + steps) % links.count
        let line = lines.firstIndex { line in line.pieces.contains { $0.link == focused } }
        guard let line else { return }
        firstLine = min(max(firstLine, line - shape.textRows + 1), line)
    }

    private mutating func toggleFacts() -> [Effect] {
        showsFacts.toggle()
        firstLine = 0
        guard showsFacts, case .unasked = facts, let id else { return [] }
        facts = .asked
        return [.readMetadata(id)]
    }

    private mutating func retry() -> [Effect] {
        failure = nil
        if case .failed = facts { facts = .unasked }
        showsFacts = false
        return [.retryPreviews] + start
    }
}

extension DetailScreen {
    var page: DetailPage {
        DetailPage(
            shape: shape, title: title, lines: lines, firstLine: firstLine, focus: focused,
            place: walk.place,
            picture: picture)
    }

    private var title: SafeText {
        photo.map { PhotoWording.title(of: $0) } ?? StatusWording.name(of: walk.photo)
    }

    private var shape: DetailShape { DetailShape(size.cells) }

    private var lines: [DetailLine] {
        if showsFacts { return factLines }
        if let photo {
            let text = DetailText(
                photo, sizes: sizes, isFavourite: isFavourite, columns: shape.textColumns)
            return failureLines + text.lines
        }
        return failureLines.isEmpty ? [loadingLine] : failureLines
    }

    private var loadingLine: DetailLine {
        DetailLine(DetailWording.loading(delayedBySeconds: delaySeconds), .faint)
    }

    private var failureLines: [DetailLine] { failure.map { lines(telling: $0) } ?? [] }

    private func lines(telling failure: CatalogFailure) -> [DetailLine] {
        let name = StatusWording.name(of: walk.photo)
        let sentence = FailureMessage.sentence(for: failure, of: name)
        return TextLines.wrap(sentence, columns: shape.textColumns).map { DetailLine($0, .strong) }
            + [DetailLine(BrowserWording.alertKeys, .faint), DetailLine()]
    }

    private var factLines: [DetailLine] {
        switch facts {
        case .unasked, .asked: [loadingLine]
        case .known(let facts) where facts.isEmpty: [DetailLine(DetailWording.noFacts, .faint)]
        case .known(let facts): DetailText(facts, columns: shape.textColumns).lines
        case .failed(let failure): lines(telling: failure)
        }
    }

    /// The smallest file that fills the picture's place.
    private var picture: PagePicture.Source? {
        guard let photo else { return nil }
        let known = sizes ?? PhotoAssets(linkedBy: photo)
        let width = size.picture.map { $0.size.width * shape.picture.columns / size.cells.columns }
        do {
            return .file(try known.smallest(coveringWidth: width ?? 0).asset.address)
        } catch {
            return photo.preview.map { .file($0.address) }
        }
    }
}
