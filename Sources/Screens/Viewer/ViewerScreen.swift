internal import Imaging
package import PhotoPipeline
internal import TerminalProtocols

/// One photo on the whole screen, and the others to go to.
package struct ViewerScreen: Sendable {
    /// What is known of the photo that was asked for.
    private enum Shown: Sendable {
        case opening(PhotoProgress?)
        case viewing(Viewing)
        case failed(PictureFailure)
    }

    private let photos: [PhotoReference]
    private var index = 0
    private var shown = Shown.opening(nil)
    private var size: ScreenSize

    /// - Precondition: there is at least one photo.
    package init(photos: [PhotoReference], size: ScreenSize) {
        precondition(!photos.isEmpty, "a viewer has something to view")
        self.photos = photos
        self.size = size
    }

    private var photo: PhotoReference { photos[index] }

    private var place: PhotoPlace { PhotoPlace(index: index, count: photos.count) }

    package var start: [Effect] { [.open(photo, covering: screen.width)] }

    package var view: ScreenView {
        switch shown {
        case .opening(let progress):
            return .waiting(ViewerLayout.opening(photo, progress, size.cells))
        case .failed(let failure):
            return .page(ViewerLayout.failure(failure, of: photo, place, size.cells))
        case .viewing(let viewing):
            guard size.picture != nil else { return .page(ViewerLayout.tooSmall(size.cells)) }
            let status = ViewerLayout.status(viewing, place, columns: size.cells.columns)
            return .photo(
                PhotoVersion(photo, viewing.opened), viewing.viewport, status: status)
        }
    }

    package mutating func perform(_ action: Action, times: Int) -> [Effect] {
        switch action {
        case .quit, .back: return [.quit]
        case .nextPhoto: return go(by: times)
        case .previousPhoto: return go(by: -times)
        case .retry: return retry()
        default:
            guard let move = ViewportMove(action, times: times) else { return [] }
            return self.move(move)
        }
    }

    package mutating func point(_ action: PointerAction) -> [Effect] {
        move(ViewportMove(action, screen: screen))
    }

    package mutating func receive(_ event: PhotoEvent) -> [Effect] {
        switch event {
        case .progressed(photo, let progress): progressed(progress)
        case .opened(photo, let opened): return take(opened)
        case .failed(photo, let failure): failed(failure)
        case .undrawable(photo, let failure): shown = .failed(failure)
        default: break
        }
        return []
    }

    package mutating func resize(to size: ScreenSize) -> [Effect] {
        self.size = size
        guard case .viewing(var viewing) = shown else { return [] }
        viewing.viewport.resize(to: screen)
        shown = .viewing(viewing)
        return sharpen()
    }

    /// The picture area's size; a pixel where there is no room, so that there is a viewport to keep.
    private var screen: PixelSize { size.picture?.size ?? PixelSize(width: 1, height: 1) }

    private mutating func move(_ move: ViewportMove) -> [Effect] {
        guard case .viewing(var viewing) = shown else { return [] }
        viewing.viewport.move(move)
        shown = .viewing(viewing)
        return sharpen()
    }

    /// Asks for a larger version when the present one has too few pixels for what is on the screen.
    private mutating func sharpen() -> [Effect] {
        guard case .viewing(var viewing) = shown, viewing.needsMore else { return [] }
        viewing.sharpening = .lookingUp
        shown = .viewing(viewing)
        return [.open(photo, covering: nil)]
    }

    private mutating func progressed(_ progress: PhotoProgress) {
        switch shown {
        case .opening: shown = .opening(progress)
        case .viewing(var viewing):
            viewing.sharpening = progress
            shown = .viewing(viewing)
        case .failed: break
        }
    }

    private mutating func take(_ opened: OpenedPhoto) -> [Effect] {
        if case .viewing(let viewing) = shown {
            shown = .viewing(viewing.replaced(by: opened))
        } else {
            shown = .viewing(Viewing(opened, screen: screen))
        }
        return sharpen()
    }

    /// A smaller version that is shown stays when the larger one fails to come.
    private mutating func failed(_ failure: PictureFailure) {
        guard case .viewing(var viewing) = shown else { return shown = .failed(failure) }
        viewing.sharpening = nil
        viewing.sharpeningFailure = failure
        shown = .viewing(viewing)
    }

    private mutating func go(by distance: Int) -> [Effect] {
        let wished = min(max(0, index + distance), photos.count - 1)
        guard wished != index else { return [] }
        let left = photo
        index = wished
        shown = .opening(nil)
        return [.abandon(left), .open(photo, covering: screen.width)]
    }

    private mutating func retry() -> [Effect] {
        if case .viewing(var viewing) = shown {
            guard viewing.sharpeningFailure != nil else { return [.redraw] }
            viewing.sharpeningFailure = nil
            shown = .viewing(viewing)
            return sharpen()
        }
        shown = .opening(nil)
        return [.reopen(photo, covering: screen.width)]
    }
}
