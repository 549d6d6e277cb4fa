internal import Decoding
internal import Files
internal import PhotoCatalog
internal import PhotoCodec
internal import PhotoPipeline
internal import Screens
internal import SystemPackage

/// A watcher of the files and folders on the screen, which posts their changes to the queue.
struct WatchingHandler {
    private let watcher: FileWatcher
    private var watched = WatchedFiles()

    init(posting queue: EventQueue) {
        watcher = FileWatcher(listing: Self.isListed) { queue.post(.files($0)) }
    }

    /// Watches these files and folders instead of the previous ones.
    mutating func watch(_ files: WatchedFiles) {
        guard files != watched else { return }
        watched = files
        let versions = files.files.map { ($0.path, $0.version) }
        watcher.watch(files: files.files.map(\.path), folders: files.folders) { path in
            // The file may have changed since it was opened.
            guard let known = versions.first(where: { $0.0 == path })?.1 else { return true }
            return FileVersion.now(at: path) == known
        }
    }

    /// Returns true if a folder's listing contains a file of this name.
    private static func isListed(_ name: [UInt8]) -> Bool {
        PictureName(name).isListed(endings: Codec.endings)
    }
}

extension ScreenCoordinator {
    mutating func receive(_ change: FileChange) -> [Effect] {
        let files = change.files.flatMap { receive(PhotoEvent.changed(.file(path: $0))) }
        return change.folders.isEmpty
            ? files : files + receive(LibraryEvent.foldersChanged(change.folders))
    }
}
