internal import Imaging
internal import PhotoCatalog
internal import PhotoPipeline
internal import TerminalProtocols

/// The words of the status line and of the pages that wait.
extension Strings {
    /// The line below a photo.
    func line(
        _ viewing: ViewerState, of photo: PhotoReference, facts: [PageParts.Part]
    ) -> StatusLine {
        let caption = viewing.opened.caption
        return StatusLine(
            notes: notes(viewing.opened, viewing.sharpening).map { SafeText($0) },
            title: title(of: viewing.opened, photo), credit: .line(caption.credit),
            date: .line(date(of: caption)), facts: facts)
    }

    /// What it is called, or how it came if it has no name.
    func title(of opened: OpenedPhoto, _ photo: PhotoReference) -> SafeText {
        opened.caption.title.map { .line($0) } ?? name(of: photo)
    }

    private func date(of caption: PhotoCaption) -> String {
        CalendarDate(caption.date).map { local.day($0) } ?? caption.date
    }

    private func notes(_ opened: OpenedPhoto, _ sharpening: PhotoProgress?) -> [String] {
        var notes: [String] = []
        if let sharpening { notes.append(status.sharpening(progressText(sharpening))) }
        switch opened.note {
        case .originalPassedOver(let format, let shown):
            notes.append(status.originalPassedOver(format, shown))
        case .kept: notes.append(status.kept)
        case nil: break
        }
        if let figures = opened.source.status.figures, figures.fractionRead < 1 {
            notes.append(reading(figures))
        }
        if opened.source.status.damage != nil { notes.append(status.damaged) }
        return notes
    }

    private func reading(_ figures: DecodeStatistics) -> String {
        let percent = Int(figures.fractionRead * 100)
        guard figures.spillBytes > 0 else { return status.reading(percent) }
        return status.spilling(percent, local.size(figures.spillBytes))
    }

    /// Size, zoom, which part is in view, which photo of how many, and the keys to begin with.
    func facts(
        _ viewing: ViewerState, _ place: ListPosition, namesZoom: Bool
    ) -> [PageParts.Part] {
        let viewport = viewing.seen
        let hasFailed = viewing.sharpeningFailure.map { !$0.isAboutRoom } ?? false
        let failure = hasFailed ? status.sharpeningFailed(self) : ""
        let viewer = self.viewer
        return [
            PageParts.Part(SafeText(failure), rank: 0),
            PageParts.Part("\(viewport.photo.width)x\(viewport.photo.height)", rank: 6),
            PageParts.Part(SafeText(local.percent(viewport.scale)), rank: 1),
            PageParts.Part(viewer.region(ViewRegion(viewport)), rank: 5),
            PageParts.Part(self.place(place), rank: 2),
            PageParts.Part(namesZoom ? viewer.zoomKey(self) : "", rank: 4),
            PageParts.Part(viewer.helpKey(self), rank: 3),
        ]
    }

    /// Which of how many; nothing where there is only one.
    func place(_ place: ListPosition) -> SafeText {
        guard place.count > 1 else { return "" }
        return SafeText(
            "\(local.number(place.index + 1))/\(local.number(place.count))")
    }

    func name(of photo: PhotoReference) -> SafeText {
        switch photo {
        case .file(let path): .line(path)
        case .address(let address): .line(address)
        case .standardInput: status.standardInput
        case .library(let id): .line(id.text)
        }
    }

    func progress(_ progress: PhotoProgress?) -> SafeText {
        guard let progress else { return SafeText(status.opening) }
        let text = progressText(progress)
        guard case .fetching = progress else { return SafeText(text) }
        return SafeText(status.loading(text))
    }

    func waiting(seconds: Int) -> SafeText { SafeText(status.waiting(seconds)) }

    private func progressText(_ progress: PhotoProgress) -> String {
        switch progress {
        case .lookingUp: status.lookingUp
        case .waiting(let seconds): status.waiting(seconds)
        case .decoding: status.decoding
        case .fetching(let bytes, let total?, let speed) where total > 0:
            status.fetching(percent(bytes, of: total), local.size(total)) + rate(speed)
        case .fetching(let bytes, _, let speed):
            status.fetchingSoFar(local.size(bytes)) + rate(speed)
        }
    }

    private func rate(_ bytesPerSecond: Int?) -> String {
        bytesPerSecond.map { ", \(local.size($0))/s" } ?? ""
    }

    private func percent(_ bytes: Int, of total: Int) -> Int {
        min(100, Int(Double(bytes) / Double(total) * 100))
    }

    /// The keys that help where there is no photo; `isFirst` if there is no screen to go back to.
    func failureKeys(_ place: ListPosition, isFirst: Bool) -> SafeText {
        let viewer = self.viewer
        let others = place.count > 1 ? viewer.othersKeys(self) : ""
        let leaving = isFirst ? viewer.quitKey(self) : viewer.backKey(self)
        return PageParts.joined([viewer.retryKey(self), others, leaving], by: "  ")
    }
}
