import Imaging
import Localization
import PhotoPipeline
import Screens
import TerminalProtocols
import TestSupport

/// A user at the screens: presses keys, the world answers, effects are requested and shown.
struct Story {
    var screens: ScreenCoordinator
    private let lastLine: Int

    /// - Parameters:
    ///   - photos: the file names of the photos given.
    ///   - cells: the size of the terminal; its cells have 10x20 pixels, its pictures use sixels.
    ///   - lastLine: the height of the last line where a picture can fill it, as with kitty's protocol.
    ///   - views: their initial views, as in links.
    ///   - preferences: the user's settings.
    init(
        _ photos: [String] = ["moon.jpg"], cells: CellSize = CellSize(columns: 80, rows: 24),
        lastLine: Int = 0, showing views: [Int: ViewPosition] = [:],
        preferences: Preferences = Preferences()
    ) {
        self.lastLine = lastLine
        screens = ScreenCoordinator(
            photos: photos.map { .file(path: $0) }, showing: views,
            size: Self.size(of: cells, lastLine: lastLine), preferences)
    }

    /// Returns a story that starts with a photo on the screen.
    static func viewing(
        _ size: PixelSize, of photos: [String] = ["moon.jpg"],
        cells: CellSize = CellSize(columns: 80, rows: 24), lastLine: Int = 0,
        preferences: Preferences = Preferences()
    ) -> Story {
        var story = Story(photos, cells: cells, lastLine: lastLine, preferences: preferences)
        story.receive(photos[0], SizedPhoto(size: size))
        return story
    }

    /// Returns the effects before anything is shown.
    mutating func start() -> [Effect] { screens.start() }

    /// Presses a key for each character, and returns the effects of the last one.
    @discardableResult
    mutating func press(_ keys: String) -> [Effect] {
        var effects: [Effect] = []
        for key in keys { effects = screens.press(KeyPress(.character(key))) }
        return effects
    }

    @discardableResult
    mutating func press(_ key: KeyPress) -> [Effect] { screens.press(key) }

    /// Delivers a whole photo; excludes the timer of the first keys.
    @discardableResult
    mutating func receive(_ name: String, _ source: SizedPhoto) -> [Effect] {
        receive(name, OpenedPhoto(caption: PhotoCaption(title: name), source: source))
    }

    @discardableResult
    mutating func receive(_ name: String, _ opened: OpenedPhoto) -> [Effect] {
        screens.receive(.opened(.file(path: name), opened)).filter { effect in
            if case .wake(let timer, _) = effect { timer.purpose != .firstKeys } else { true }
        }
    }

    @discardableResult
    mutating func receive(_ name: String, _ progress: PhotoProgress) -> [Effect] {
        screens.receive(.progressed(.file(path: name), progress))
    }

    @discardableResult
    mutating func receive(_ name: String, _ failure: PictureFailure) -> [Effect] {
        screens.receive(.failed(.file(path: name), failure))
    }

    /// Reports that a picture of a photo cannot be rendered.
    @discardableResult
    mutating func renderFailed(_ name: String, _ failure: PictureFailure) -> [Effect] {
        screens.receive(.renderFailed(.file(path: name), failure))
    }

    @discardableResult
    mutating func click(_ action: PointerAction) -> [Effect] {
        screens.click(action, at: CellPosition(row: 0, column: 0))
    }

    @discardableResult
    mutating func resize(columns: Int, rows: Int) -> [Effect] {
        screens.resize(
            to: Self.size(of: CellSize(columns: columns, rows: rows), lastLine: lastLine))
    }

    @discardableResult
    mutating func wake(_ timer: TimerRequest) -> [Effect] { screens.receive(.woke(timer)) }

    /// The page that is shown or waits to be shown; nil for a photo.
    var page: String? {
        switch screens.view {
        case .page(let page, _), .waiting(let page, _): page.text
        case .photo: nil
        }
    }

    /// True if the page is shown only if the photo takes long.
    var isWaiting: Bool {
        if case .waiting = screens.view { true } else { false }
    }

    var photoView: PhotoView? {
        if case .photo(let view) = screens.view { view } else { nil }
    }

    /// The line below the photo; nil without one.
    var status: String? {
        photoView.flatMap { $0.bar.isHidden ? nil : $0.bar.text.string }
    }

    var viewport: Viewport? { photoView?.viewport }

    /// The photo that is shown; nil for a page.
    var photo: PhotoReference? { photoView?.photo.reference }

    /// Returns a size whose picture has all lines but the last, in whole bands of six rows.
    private static func size(of cells: CellSize, lastLine: Int) -> ScreenSize {
        let picture = PixelSize(
            width: cells.columns * 10, height: (cells.rows - 1) * 20 / 6 * 6)
        let area = PictureArea(
            origin: CellPosition(row: 0, column: 0), size: picture, lastLine: lastLine)
        return ScreenSize(cells: cells, picture: picture.isEmpty ? nil : area)
    }
}

extension OpenedPhoto {
    /// Returns a smaller version of a photo, while there is a larger one to fetch.
    static func smaller(_ size: PixelSize, of original: PixelSize) -> OpenedPhoto {
        OpenedPhoto(
            caption: PhotoCaption(title: "Moon"), source: SizedPhoto(size: size), size: original,
            isComplete: false)
    }

    static func whole(_ size: PixelSize) -> OpenedPhoto {
        OpenedPhoto(caption: PhotoCaption(title: "Moon"), source: SizedPhoto(size: size))
    }
}

/// A photo with a size but no pixels: screens request none.
struct SizedPhoto: ImageSource {
    let size: PixelSize
    var status = ImageSourceStatus()
    var pages = PageSet.one

    func page(_ number: Int) -> any ImageSource {
        SizedPhoto(size: pages.size(of: number, or: size), status: status, pages: pages)
    }

    func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> RegionPixels {
        throw .damaged(.noPixels)
    }
}

extension TextPage {
    /// The visible page, without trailing blanks of its rows and of itself.
    var text: String {
        var lines = PaintedPage(self).lines
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines.joined(separator: "\n")
    }
}

/// The cells of a page, painted run by run like a terminal.
struct PaintedPage {
    /// Empty for the second half of a wide character.
    private var cells: [[String]]
    private var markedRows: Set<Int> = []

    init(_ page: TextPage, pictures: [PagePicture] = []) {
        cells = Array(
            repeating: Array(repeating: " ", count: max(0, page.size.columns)),
            count: max(0, page.size.rows))
        for run in page.runs { paint(run) }
        for picture in pictures where !picture.isAhead { paint(picture) }
    }

    /// The rows, with a mark before those with reversed text.
    var markedLines: [String] {
        lines.enumerated().map { row, line in
            let text = (markedRows.contains(row) ? ">" : " ") + line
            return text.trimmedAtTheEnd
        }
    }

    var lines: [String] { cells.map { $0.joined().trimmedAtTheEnd } }

    private mutating func paint(_ run: TextPage.Run) {
        if run.style == .reversed { markedRows.insert(run.position.row) }
        var column = run.position.column
        for character in run.text.string {
            let width = SafeText(String(character)).width
            guard column + width <= cells[run.position.row].count else { return }
            cells[run.position.row][column] = String(character)
            if width == 2 { cells[run.position.row][column + 1] = "" }
            column += width
        }
    }

    private mutating func paint(_ picture: PagePicture) {
        for row in 0..<picture.size.rows {
            for column in 0..<picture.size.columns {
                cells[picture.origin.row + row][picture.origin.column + column] =
                    picture.mat == .frame ? "█" : "▒"
            }
        }
    }
}

extension String {
    fileprivate var trimmedAtTheEnd: String {
        lastIndex { $0 != " " }.map { String(self[...$0]) } ?? ""
    }
}
