internal import Imaging
internal import Localization
internal import PhotoPipeline
internal import TerminalProtocols

/// A photo on the screen: the open version, and the visible region.
struct ViewerState: Sendable {
    let opened: OpenedPhoto
    var viewport: Viewport
    private(set) var adjustments: ImageAdjustments
    /// The visible page of the file.
    private(set) var playback: Playback
    /// True while the whole photo is shown, until the next key.
    var isPeeking = false
    /// The progress of the larger version; `nil` unless that version is loading.
    var sharpening: PhotoProgress?
    /// The reason why the larger version failed; `nil` without a failure.
    var sharpeningFailure: PictureFailure?
    /// The page and the status of the newest rendered frame.
    private var newestFrame: (page: Int, status: ImageSourceStatus)?
    /// The damage to any frame of an animation, because the user sees the animation as one picture.
    private var damageOfFrames: Damage?

    init(_ opened: OpenedPhoto, _ adjustments: ImageAdjustments = .none, screen: PixelSize) {
        let size = adjustments.orientation.uprightSize(of: opened.size)
        let viewport = Viewport(
            photo: size, screen: screen, isProvisional: !opened.isSizeKnown)
        self.init(opened, adjustments, viewport: viewport)
    }

    private init(_ opened: OpenedPhoto, _ adjustments: ImageAdjustments, viewport: Viewport) {
        self.opened = opened
        self.adjustments = adjustments
        self.viewport = viewport
        playback = Playback(opened.source.pages)
    }

    /// True if frames advance; they do so only while the photo is as wide as the screen, because
    /// frames of closer views need more bytes.
    var isPlaying: Bool { viewport.zoom == .fit && playback.isRunning }

    /// The visible view: the user's view, or temporarily the whole photo.
    var seen: Viewport { isPeeking ? viewport.whole : viewport }

    /// Returns the same view of another version of the photo.
    func replaced(by other: OpenedPhoto) -> ViewerState {
        let isSameFile = other.source.pages == playback.pages
        let page = isSameFile ? playback.page : 0
        let size = adjustments.orientation.uprightSize(of: other.size(ofPage: page))
        let view = viewport.replaced(by: size, isProvisional: !other.isSizeKnown && page == 0)
        var state = ViewerState(other, adjustments, viewport: view)
        state.change { if isSameFile { $0 = playback } }
        state.isPeeking = isPeeking
        return state
    }

    /// Changes the page; a page of another size is shown at the same position and zoom.
    mutating func change(_ step: (inout Playback) -> Void) {
        step(&playback)
        let size = adjustments.orientation.uprightSize(of: opened.size(ofPage: playback.page))
        let isKnown = opened.isSizeKnown || playback.page > 0
        if size != viewport.photo || isKnown == viewport.isProvisional {
            viewport = viewport.applied(to: size, isProvisional: !isKnown)
        }
    }

    /// The visible region in the photo as stored, because a link does not include a rotation.
    var position: ViewPosition {
        let orientation = adjustments.orientation
        var position = ViewPosition(viewport)
        if orientation != .asStored {
            let area = viewport.area.pixels(of: viewport.photo)
            position = .area(PhotoArea(orientation.storedArea(of: area, in: storedSize)))
        }
        position.page = playback.isRunning ? 0 : playback.page
        position.bands = adjustments.bands
        return position
    }

    mutating func go(to position: ViewPosition) {
        change { $0.go(to: position.page) }
        if let bands = position.bands { choose(bands) }
        let orientation = adjustments.orientation
        guard orientation != .asStored else { return viewport.go(to: position) }
        let screen = orientation.uprightSize(of: viewport.screen)
        var asStored = Viewport(photo: storedSize, screen: screen)
        asStored.go(to: position)
        let area = asStored.area.pixels(of: storedSize)
        viewport.look(at: PhotoArea(orientation.uprightArea(of: area, in: storedSize)))
    }

    /// The size of the photo before the adjustments rotate it.
    private var storedSize: PixelSize {
        adjustments.orientation.uprightSize(of: viewport.photo)
    }

    /// True if the screen could show more pixels than this version has, and no larger version was
    /// requested.
    var needsMore: Bool {
        mayGetMore
            && (viewport.wantsOriginal
                || viewport.scaled.width
                    > adjustments.orientation.uprightSize(of: opened.source.size).width)
    }

    /// The width, in pixels, of a copy as wide as the screen; `nil` if only the original is large
    /// enough.
    var neededWidth: Int? {
        switch viewport.zoom {
        case .fit where !viewport.wantsOriginal:
            adjustments.orientation.uprightSize(of: viewport.scaled).width
        default: nil
        }
    }

    /// True if the original's size is unknown, and no larger version was requested.
    var awaitsSize: Bool { mayGetMore && viewport.isProvisional }

    private var mayGetMore: Bool {
        !opened.isComplete && sharpening == nil && sharpeningFailure == nil
    }
}

extension ViewerState {
    /// Rotates or mirrors the photo as often as the key was pressed.
    mutating func perform(turning action: ViewAction, times: Int) {
        for _ in 0..<(action == .turn ? times % 4 : times % 2) {
            if action == .turn { turn() } else { mirror() }
        }
    }

    /// Rotates the photo by a quarter turn clockwise, about the centre of the screen.
    private mutating func turn() {
        adjustments.orientation = adjustments.orientation.turnedClockwise
        viewport = viewport.turnedClockwise
    }

    private mutating func mirror() {
        adjustments.orientation = adjustments.orientation.mirroredAcross
        viewport = viewport.mirroredAcross
    }

    mutating func adjust(_ levels: Levels) { adjustments.levels = levels }

    /// Shows three bands as colours; if `bands` is `nil`, shows the page itself.
    ///
    /// - Returns: false if the page does not have these bands.
    @discardableResult
    mutating func choose(_ bands: BandChoice?) -> Bool {
        let size = opened.size(ofPage: playback.page)
        if let bands, BandComposite(opened.source, bands)?.size != size { return false }
        adjustments.bands = bands
        return true
    }
}

extension ViewerState {
    /// Returns the measured distance on the ground in metres; `nil` for a photo without a scale, or
    /// if nothing is measured.
    func metres(across inspector: Inspector) -> Double? {
        guard let ground = opened.ground, let start = inspector.start else { return nil }
        let stored = { (point: PixelPoint) in
            adjustments.orientation.storedPoint(of: point, in: opened.source.size)
        }
        return ground.metres(from: stored(start), to: stored(inspector.point))
    }

    mutating func drawn(_ page: Int, _ status: ImageSourceStatus) {
        newestFrame = (page, status)
        if playback.pages.animation != nil { damageOfFrames = status.damage ?? damageOfFrames }
    }

    /// Returns true if a frame with this status contains nothing new.
    ///
    /// The status is compared with that of earlier frames, because the file's own status may be
    /// newer than the view.
    func knows(_ page: Int, _ status: ImageSourceStatus) -> Bool {
        let last = newestFrame.flatMap { $0.page == page ? $0.status : nil }
        let wasRead = last.map(\.isRead) ?? (status.statistics == nil)
        return wasRead && status.isRead
            && (status.damage == nil || status.damage == last?.damage ?? damageOfFrames)
    }

    /// The status of the visible picture.
    ///
    /// To apply levels, the file is read again, and only the frames report the status of that
    /// reading.
    var status: ImageSourceStatus {
        var status = opened.source.knownPage(playback.page).status
        status.damage = status.damage ?? damageOfFrames
        guard let newestFrame, newestFrame.page == playback.page else { return status }
        status.damage = status.damage ?? newestFrame.status.damage
        if status.isRead, let statistics = newestFrame.status.statistics {
            status.statistics = statistics
        }
        return status
    }

    /// The progress of reading the file while the photo is shown; `nil` if the file is not being
    /// read.
    var reading: TaskProgress? {
        guard let fraction = status.statistics?.fractionRead, fraction < 1 else {
            return nil
        }
        return .percent(Int(fraction * 100))
    }
}

extension TaskProgress {
    init(_ step: PhotoProgress) {
        self =
            if case .fetching(let bytes, let total, _) = step {
                TaskProgress(bytes, of: total)
            } else {
                .unknown
            }
    }
}

extension PictureFailure {
    /// True if the disk has no room for the original.
    var isAboutRoom: Bool {
        if case .decoding(.noRoom) = self { true } else { false }
    }
}
