internal import Imaging
internal import Localization
internal import PhotoPipeline

/// The user's adjustments to photos, kept until the program ends.
struct AdjustedPhotos: Hashable, Sendable {
    /// The maximum number of adjusted photos, more than a user adjusts in a session.
    ///
    /// One more photo deletes all adjustments.
    private static let limit = 10_000

    private var all: [PhotoReference: ImageAdjustments] = [:]

    subscript(photo: PhotoReference) -> ImageAdjustments {
        get { all[photo] ?? .none }
        set {
            if all.count >= Self.limit, all[photo] == nil { all = [:] }
            all[photo] = newValue == .none ? nil : newValue
        }
    }
}

/// The current photo's neighbours that were opened in advance.
struct PreparedPhotos: Sendable {
    private var versions: [PhotoReference: PhotoVersion] = [:]

    /// Stores the version of a neighbour, and removes versions of photos outside `neighbours`.
    mutating func receive(_ version: PhotoVersion, of neighbours: [PhotoReference]) {
        versions[version.reference] = version
        versions = versions.filter { neighbours.contains($0.key) }
    }

    /// Returns the version of a photo; `nil` if the photo was not opened in advance.
    func version(of photo: PhotoReference?) -> PhotoVersion? { photo.flatMap { versions[$0] } }
}

/// The visibility of the histogram, which is shown for a few seconds after each change of the
/// levels.
struct HistogramState: Hashable, Sendable {
    private static let shownAfterChange = Duration.seconds(4)
    // The screen's width divided by the histogram's width.
    //
    // On a screen 1024 pixels wide, each of 256 values has one pixel column.
    private static let shareAcross = 4
    private static let shareDown = 6

    private var isShown = false
    private var changes = 0

    mutating func adjusted(_ levels: Levels) -> [Effect] {
        isShown = levels != .none
        changes += 1
        guard isShown else { return [] }
        return [.wake(TimerRequest(.histogram, changes), after: Self.shownAfterChange)]
    }

    mutating func woke(_ timer: TimerRequest) {
        if timer == TimerRequest(.histogram, changes) { isShown = false }
    }

    /// Returns the histogram in the corner where lines begin, opposite the map; `nil` if the
    /// histogram is hidden or has no room.
    func overlay(
        on screen: PixelSize, of cells: CellSize, _ direction: ReadingDirection
    ) -> PhotoOverlay? {
        guard isShown else { return nil }
        let size = PixelSize(
            width: min(256, screen.width / Self.shareAcross),
            height: min(128, screen.height / Self.shareDown))
        let margin = max(1, screen.width / max(1, cells.columns))
        guard size.width > 1, size.height > 1 else { return nil }
        let left = direction == .leftToRight ? margin : screen.width - margin - size.width
        return PhotoOverlay(
            .histogram,
            at: PixelRect(
                x: left, y: screen.height - size.height - margin, width: size.width,
                height: size.height))
    }
}

extension Levels {
    func changed(by action: LevelsAction, times: Int) -> Levels {
        switch action {
        case .next:
            (0..<times % Levels.Shape.allCases.count).reduce(self) { levels, _ in levels.next }
        case .weaker: strengthened(by: -times)
        case .stronger: strengthened(by: times)
        case .blackPoint: raisingBlack(by: times)
        case .whitePoint: loweringWhite(by: times)
        case .reset: Levels.none
        }
    }
}
