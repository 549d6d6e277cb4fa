internal import Imaging
internal import PhotoCatalog
internal import PhotoPipeline
internal import TerminalProtocols

/// The words of the status line and of the pages that wait.
enum StatusWording {
    private static var phrases: StatusPhrases { Phrases.current.status }

    static var tooSmall: SafeText { phrases.tooSmall }

    /// Title, credit, date, in so many columns; before them what there is to know of this version.
    ///
    /// Where there is too little room the credit gives way first, to a few letters: it can be long.
    static func about(
        _ opened: OpenedPhoto, _ sharpening: PhotoProgress?, columns: Int
    ) -> SafeText {
        let caption = opened.caption
        let credit = SafeText.line(caption.credit)
        let others = notes(opened, sharpening) + [caption.title, date(of: caption)]
        let whole = joined(others.map { .line($0) } + [credit])
        let room = max(shortestCredit, credit.width - max(0, whole.width - columns))
        return joined(
            notes(opened, sharpening).map { SafeText($0) }
                + [
                    .line(caption.title), credit.truncated(to: room),
                    .line(date(of: caption)),
                ])
    }

    private static func date(of caption: PhotoCaption) -> String {
        CalendarDate(caption.date).map(LocalWording.day) ?? caption.date
    }

    private static let shortestCredit = 12

    private static func joined(_ parts: [SafeText]) -> SafeText {
        let parts = parts.filter { !$0.isEmpty }
        guard let first = parts.first else { return "" }
        return parts.dropFirst().reduce(first) { $0 + " — " + $1 }
    }

    private static func notes(_ opened: OpenedPhoto, _ sharpening: PhotoProgress?) -> [String] {
        var notes: [String] = []
        if let sharpening { notes.append(phrases.sharpening(progressText(sharpening))) }
        switch opened.note {
        case .originalPassedOver(let format, let shown):
            notes.append(phrases.originalPassedOver(format, shown))
        case .kept: notes.append(phrases.kept)
        case nil: break
        }
        if let figures = opened.source.figures, figures.fractionRead < 1 {
            notes.append(text(figures))
        }
        if opened.source.damage != nil { notes.append(phrases.damaged) }
        return notes
    }

    private static func text(_ figures: PhotoFigures) -> String {
        let percent = Int(figures.fractionRead * 100)
        guard figures.spillBytes > 0 else { return phrases.reading(percent) }
        return phrases.spilling(percent, LocalWording.size(figures.spillBytes))
    }

    /// Size, zoom, position, and which photo of how many.
    static func facts(
        _ viewport: Viewport, _ place: PhotoPlace, failed: PictureFailure?
    ) -> SafeText {
        let size = "\(viewport.photo.width)x\(viewport.photo.height)"
        let count = place.count > 1 ? "  \(self.place(place).string)" : ""
        let failure = failed == nil ? "" : phrases.sharpeningFailed(.current) + "  "
        return SafeText(
            "\(failure)\(size)  \(LocalWording.percent(viewport.scale))  \(position(viewport))\(count)"
        )
    }

    /// Which of how many; nothing where there is only one.
    static func place(_ place: PhotoPlace) -> SafeText {
        guard place.count > 1 else { return "" }
        return SafeText(
            "\(LocalWording.number(place.index + 1))/\(LocalWording.number(place.count))")
    }

    /// The photo's pixel in the top left corner.
    private static func position(_ viewport: Viewport) -> String {
        let x = Double(viewport.origin.x) / viewport.scale
        let y = Double(viewport.origin.y) / viewport.scale
        return "+\(Int(x.rounded()))+\(Int(y.rounded()))"
    }

    static func name(of photo: PhotoReference) -> SafeText {
        switch photo {
        case .file(let path): .line(path)
        case .address(let address): .line(address)
        case .standardInput: phrases.standardInput
        case .library(let id): .line(id.text)
        }
    }

    static func progress(_ progress: PhotoProgress?) -> SafeText {
        guard let progress else { return SafeText(phrases.opening) }
        let text = progressText(progress)
        guard case .fetching = progress else { return SafeText(text) }
        return SafeText(phrases.loading(text))
    }

    static func waiting(seconds: Int) -> SafeText { SafeText(phrases.waiting(seconds)) }

    private static func progressText(_ progress: PhotoProgress) -> String {
        switch progress {
        case .lookingUp: phrases.lookingUp
        case .waiting(let seconds): phrases.waiting(seconds)
        case .decoding: phrases.decoding
        case .fetching(let bytes, let total?, let speed) where total > 0:
            phrases.fetching(percent(bytes, of: total), LocalWording.size(total)) + rate(speed)
        case .fetching(let bytes, _, let speed):
            phrases.fetchingSoFar(LocalWording.size(bytes)) + rate(speed)
        }
    }

    private static func rate(_ bytesPerSecond: Int?) -> String {
        bytesPerSecond.map { ", \(LocalWording.size($0))/s" } ?? ""
    }

    private static func percent(_ bytes: Int, of total: Int) -> Int {
        min(100, Int(Double(bytes) / Double(total) * 100))
    }

    static func failureKeys(_ place: PhotoPlace) -> SafeText {
        place.count > 1
            ? phrases.failureKeysAmongOthers(.current) : phrases.failureKeys(.current)
    }
}
