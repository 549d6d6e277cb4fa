internal import PhotoCatalog
internal import TerminalProtocols

/// All that a photo's page has to tell, and in how many columns.
struct DetailContents: Sendable {
    /// What the file says of itself, once it was asked.
    enum Facts: Sendable { case unasked, asked, known([PhotoFact]), failed(SafeText) }

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
    var columns: Int

    init(_ name: SafeText, photo: Photo?, columns: Int) {
        self.name = name
        self.photo = photo
        self.columns = columns
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

    var title: SafeText { photo.map { PhotoWording.title(of: $0) } ?? name }

    /// The lines of the page, made anew each time: some milliseconds for long texts.
    var lines: [DetailLine] {
        if showsFacts { return factLines }
        if let photo {
            let text = DetailText(photo, sizes: sizes, isFavourite: isFavourite, columns: columns)
            return failureLines + text.lines
        }
        return failureLines.isEmpty ? [loadingLine] : failureLines
    }

    private var loadingLine: DetailLine {
        DetailLine(DetailWording.loading(delayedBySeconds: delaySeconds), .faint)
    }

    private var failureLines: [DetailLine] {
        failure.map { lines(telling: FailureMessage.sentence(for: $0, of: name)) } ?? []
    }

    private func lines(telling sentence: SafeText) -> [DetailLine] {
        TextLines.wrap(sentence, columns: columns).map { DetailLine($0, .strong) }
            + [DetailLine(BrowserWording.alertKeys, .faint), DetailLine()]
    }

    private var factLines: [DetailLine] {
        switch facts {
        case .unasked, .asked: [loadingLine]
        case .known(let facts) where facts.isEmpty: [DetailLine(DetailWording.noFacts, .faint)]
        case .known(let facts): DetailText(facts, columns: columns).lines
        case .failed(let sentence): lines(telling: sentence)
        }
    }
}
