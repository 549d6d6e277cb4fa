internal import Localization
internal import PhotoCatalog
internal import PhotoPipeline
internal import TerminalProtocols

/// All that a photo's page has to tell, and the room for it.
struct DetailContents: Sendable {
    /// What the file says of itself, once it was asked.
    enum Facts: Sendable { case unasked, asked, known([PhotoFact]), failed(SafeText) }

    private let strings: Strings
    /// What the photo is called while nothing is known of it.
    let name: SafeText
    private(set) var photo: Photo?
    private(set) var sizes: PhotoAssets?
    private var isFavourite = false
    var failure: CatalogFailure?
    var facts = Facts.unasked
    /// How long it is until what was asked is asked again, where the server wished so.
    var delaySeconds: Int?
    var showsFacts = false
    var shape: DetailShape

    init(_ reference: PhotoReference, photo: Photo?, _ strings: Strings, _ shape: DetailShape) {
        name = strings.name(of: reference)
        self.strings = strings
        self.photo = photo
        self.shape = shape
    }

    /// Shows what the file says of itself, which has been asked.
    mutating func showFacts() {
        showsFacts = true
        facts = .asked
    }

    mutating func describe(_ photo: Photo, _ sizes: PhotoAssets, isFavourite: Bool) {
        self.photo = photo
        self.sizes = sizes
        self.isFavourite = isFavourite
    }

    /// What leads somewhere, in the order it is told.
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

    /// The lines of the page, made anew each time: some milliseconds for long texts.
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
                    LineParts.hints(strings.library.alertKeys(strings), columns: columns), .faint),
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
