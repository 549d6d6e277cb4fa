internal import Imaging
internal import Localization
internal import PhotoCatalog
internal import PhotoPipeline
internal import TerminalProtocols

/// The facts about a photo, and the size of the screen that shows them.
struct DetailContents: Sendable {
    /// The content of a section of the page, or the state of the request for the content.
    enum Requested<Value: Sendable>: Sendable {
        case unasked, asked, known(Value), failed(SafeText)
    }

    private let strings: Strings
    /// The photo's name, shown until its title is known.
    let name: SafeText
    private(set) var photo: Photo?
    private(set) var sizes: PhotoAssets?
    private var isFavourite = false
    var failure: CatalogFailure?
    var facts = Requested<[PhotoFact]>.unasked
    var captions = Requested<[Caption]>.unasked
    /// The seconds until the request is repeated; `nil` if the server requested no delay.
    var delaySeconds: Int?
    private(set) var part = DetailPart.description
    /// The size of the screen for which the lines were made.
    var size: ScreenSize

    /// The number of the photo and the total, as shown in the header.
    private let position: SafeText
    /// True if the photo is a local file.
    private let isOfFile: Bool

    init(_ cursor: ListCursor, photo: Photo?, _ strings: Strings, _ size: ScreenSize) {
        name = strings.name(of: cursor.photo)
        position = strings.position(cursor.position)
        isOfFile = if case .file = cursor.photo { true } else { false }
        self.strings = strings
        self.photo = photo
        self.size = size
    }

    /// Shows the metadata, and records that it was requested.
    ///
    /// The caller sends the request.
    mutating func showFacts() {
        part = .metadata
        facts = .asked
    }

    mutating func show(_ part: DetailPart) { self.part = part }

    /// The section that the key for details shows next.
    var nextPart: DetailPart {
        switch part {
        case .description: hasCaptions ? .captions : .metadata
        case .captions: .metadata
        case .metadata: .description
        }
    }

    /// True for a video that may have captions.
    ///
    /// A video on another site has no captions, because only its still is available.
    private var hasCaptions: Bool {
        photo?.mediaType == .video && photo?.references.video == nil
    }

    mutating func describe(_ photo: Photo, _ sizes: PhotoAssets, isFavourite: Bool) {
        self.photo = photo
        self.sizes = sizes
        self.isFavourite = isFavourite
    }

    /// The links, in the order of the page.
    var links: [DetailLink] {
        guard let photo, part == .description else { return [] }
        return DetailLink.albums(of: photo) + DetailLink.keywords(of: photo)
    }

    var title: SafeText {
        guard let photo else { return name }
        let mark: SafeText = isFavourite ? "★ " : ""
        return mark + strings.titleWithMedium(of: photo)
    }

    /// Returns the credit and the date, which are shown below the title.
    func subtitle(in cells: CellSize) -> SafeText {
        guard let photo else { return "" }
        return strings.subtitle(of: photo, columns: cells.columns - 2 * PageMetrics.margin)
    }

    func shape(in size: ScreenSize) -> DetailShape {
        DetailShape(size.cells, PhotoShape(aspect: files?.aspect, on: size))
    }

    /// Returns the smallest file that fills the picture area, or the largest file if none does;
    /// `nil` if no file can be shown.
    func picture(in size: ScreenSize) -> PhotoAsset? {
        let columns = shape(in: size).picture?.size.columns ?? 0
        let width = size.picture.map { $0.size.width * columns / size.cells.columns }
        do { return try files?.smallest(coveringWidth: width ?? 0).asset } catch { return nil }
    }

    /// The photo's files, as far as they are known; `nil` before the photo is known.
    private var files: PhotoAssets? { sizes ?? photo.map { PhotoAssets(linkedBy: $0) } }

    /// Returns true if the header has room for the whole title; otherwise the text begins with the
    /// title.
    private func hasTitleInHead(of size: ScreenSize) -> Bool {
        title.width
            <= PageChrome.titleColumns(title, position: position, columns: size.cells.columns)
    }

    /// Returns true if the lines would differ on a screen of another size.
    func wouldChange(in size: ScreenSize) -> Bool {
        let (old, new) = (shape(in: self.size), shape(in: size))
        return old.textColumns != new.textColumns || old.hasSubtitle != new.hasSubtitle
            || hasTitleInHead(of: self.size) != hasTitleInHead(of: size)
            || picture(in: self.size) != picture(in: size)
    }

    /// The lines of the page; making them takes some milliseconds for long texts.
    var lines: [DetailLine] {
        let shape = shape(in: size)
        switch part {
        case .description: break
        case .captions: return captionLines(shape.textColumns)
        case .metadata: return factLines(shape.textColumns)
        }
        let failure = failureLines(shape.textColumns)
        if let photo { return failure + lines(about: photo, shape) }
        return failure.isEmpty ? [loadingLine] : failure
    }

    /// Returns the lines: the description, then facts, sizes and links, then camera data.
    private func lines(about photo: Photo, _ shape: DetailShape) -> [DetailLine] {
        var text = DetailText(columns: shape.textColumns)
        if !hasTitleInHead(of: size) { text.add(title, .strong) }
        if !shape.hasSubtitle {
            text.add(strings.subtitle(of: photo), .faint, to: photo.pageAddress)
        }
        text.add(
            paragraphs: PhotoText.paragraphs(of: photo), linking: photo.references.links)
        text.separate()
        text.add(facts: strings.credits(of: photo))
        if let recording = photo.references.video?.text ?? sizes?.media.recordings.first?.text {
            text.add(address: recording, below: strings.library.media(photo.medium))
        }
        text.add(photo.references.links, below: strings.detail.links)
        if let sizes { text.add(sizes, shown: picture(in: size), strings) }
        text.add(DetailLink.albums(of: photo), of: photo, below: strings.detail.albums)
        text.add(DetailLink.keywords(of: photo), of: photo, below: strings.detail.keywords)
        if let camera {
            text.add(heading: strings.detail.camera.title)
            text.add(camera, strings)
        }
        return text.lines
    }

    private var camera: CameraData? {
        if case .known(let facts) = facts { CameraData(facts) } else { nil }
    }

    private var loadingLine: DetailLine {
        DetailLine(
            delaySeconds.map { SafeText(strings.status.waiting($0)) } ?? strings.detail.loading,
            .faint)
    }

    private func failureLines(_ columns: Int) -> [DetailLine] {
        failure.map { lines(telling: strings.sentence(for: $0, of: name), columns) } ?? []
    }

    private func lines(telling sentence: SafeText, _ columns: Int) -> [DetailLine] {
        let hints = [strings.retryHint, strings.leavingHint(isFirst: false)]
        return WordWrapper.wrap(sentence, columns: columns).map { DetailLine($0, .strong) }
            + [DetailLine(hints: hints.fitting(columns: columns)), DetailLine()]
    }

    /// Returns the captions with their times.
    private func captionLines(_ columns: Int) -> [DetailLine] {
        switch captions {
        case .unasked, .asked: return [loadingLine]
        case .known(let captions) where captions.isEmpty:
            return [DetailLine(strings.detail.noCaptions, .faint)]
        case .known(let captions):
            var text = DetailText(columns: columns)
            let hasHours = captions.contains { $0.seconds >= 3600 }
            text.add(
                facts: captions.map {
                    (strings.time($0.seconds, hasHours: hasHours), SafeText($0.text), nil)
                })
            return text.lines
        case .failed(let sentence): return lines(telling: sentence, columns)
        }
    }

    /// Returns the camera data in words, then all metadata unchanged.
    private func factLines(_ columns: Int) -> [DetailLine] {
        switch facts {
        case .unasked, .asked: return [loadingLine]
        case .known(let facts) where facts.isEmpty:
            return [DetailLine(strings.detail.noFacts, .faint)]
        case .known(let facts):
            var text = DetailText(columns: columns)
            let file = isOfFile ? FileData(facts) : nil
            if let file {
                text.add(
                    facts: strings.fields(of: file, name: name).map { ($0.name, $0.value, nil) })
                text.separate()
            }
            if let camera { text.add(camera, strings) }
            text.add(file == nil ? facts : facts.filter { !FileData.isTold($0) })
            return text.lines
        case .failed(let sentence): return lines(telling: sentence, columns)
        }
    }
}
