internal import Imaging
internal import PhotoCatalog
internal import PhotoPipeline
internal import TerminalProtocols

/// The words of the status line and of the pages that wait.
enum StatusWording {
    private static var phrases: StatusPhrases { Phrases.current.status }

    static var tooSmall: SafeText { phrases.tooSmall }

    /// The line below a photo.
    static func line(_ viewing: Viewing, facts: [LineParts.Part]) -> StatusLine {
        let caption = viewing.opened.caption
        return StatusLine(
            notes: notes(viewing.opened, viewing.sharpening).map { SafeText($0) },
            title: .line(caption.title), credit: .line(caption.credit),
            date: .line(date(of: caption)), facts: facts)
    }

    private static func date(of caption: PhotoCaption) -> String {
        CalendarDate(caption.date).map(LocalWording.day) ?? caption.date
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
        if let figures = opened.source.status.figures, figures.fractionRead < 1 {
            notes.append(text(figures))
        }
        if opened.source.status.damage != nil { notes.append(phrases.damaged) }
        return notes
    }

    private static func text(_ figures: PhotoFigures) -> String {
        let percent = Int(figures.fractionRead * 100)
        guard figures.spillBytes > 0 else { return phrases.reading(percent) }
        return phrases.spilling(percent, LocalWording.size(figures.spillBytes))
    }

    /// Size, zoom, which part is in view, which photo of how many, and the keys to begin with.
    static func facts(
        _ viewing: Viewing, _ place: PhotoPlace, namesZoom: Bool
    ) -> [LineParts.Part] {
        let viewport = viewing.seen
        let hasFailed = viewing.sharpeningFailure.map { !$0.isAboutRoom } ?? false
        let failure = hasFailed ? phrases.sharpeningFailed(.current) : ""
        let viewer = Phrases.current.viewer
        return [
            LineParts.Part(SafeText(failure), rank: 0),
            LineParts.Part("\(viewport.photo.width)x\(viewport.photo.height)", rank: 6),
            LineParts.Part(SafeText(LocalWording.percent(viewport.scale)), rank: 1),
            LineParts.Part(viewer.region(ViewRegion(viewport)), rank: 5),
            LineParts.Part(self.place(place), rank: 2),
            LineParts.Part(namesZoom ? viewer.zoomKey(.current) : "", rank: 4),
            LineParts.Part(viewer.helpKey(.current), rank: 3),
        ]
    }

    /// Which of how many; nothing where there is only one.
    static func place(_ place: PhotoPlace) -> SafeText {
        guard place.count > 1 else { return "" }
        return SafeText(
            "\(LocalWording.number(place.index + 1))/\(LocalWording.number(place.count))")
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

    /// The keys that help where there is no photo; `isFirst` if there is no screen to go back to.
    static func failureKeys(_ place: PhotoPlace, isFirst: Bool) -> SafeText {
        let viewer = Phrases.current.viewer
        let others = place.count > 1 ? viewer.othersKeys(.current) : ""
        let leaving = isFirst ? viewer.quitKey(.current) : viewer.backKey(.current)
        return LineParts.joined([viewer.retryKey(.current), others, leaving], by: "  ")
    }
}
