internal import Decoding
internal import Localization
internal import PhotoCatalog
internal import PhotoPipeline
internal import Screens
internal import TerminalDevice

/// The parts of a session that work beside the event loop.
struct Services {
    let pipeline: ImagePipeline
    /// Where pictures are laid out for a terminal on this machine.
    let shared: SharedPictures
    let lookup: ItemRepository
    let library: Library
    let decoder: SandboxedDecoder
}

/// What a session begins with.
enum LaunchRequest {
    /// Photos to view; at least one.
    case photos([PhotoReference])
    case library(ResultsSource, LibraryArrangement)

    func coordinator(
        of library: ShownLibrary, size: ScreenSize, _ preferences: Preferences
    ) -> ScreenCoordinator {
        var coordinator =
            switch self {
            case .photos(let photos): ScreenCoordinator(photos: photos, size: size, preferences)
            case .library(let source, let arrangement):
                ScreenCoordinator(source, arrangement, size: size, preferences)
            }
        coordinator.shownLibrary = library
        return coordinator
    }
}
