package import PhotoPipeline
package import SystemPackage

/// The pictures in the folder of the single named file, through which `n` and `p` move.
struct Neighbours: Sendable {
    let file: FilePath
    /// The arrangement of the folder's list.
    let arrangement: LibraryArrangement
    private var isAsked = false
    /// The pictures; `nil` until the folder has been read.
    private(set) var found: FoundPhotos?

    private(set) var sorting: FileSorting

    init(of file: FilePath, _ arrangement: LibraryArrangement, in sorting: FileSorting) {
        self.file = file
        self.arrangement = arrangement
        self.sorting = sorting
    }

    /// The folder of the file, with an empty path for the working folder; or the file's zip
    /// archive.
    var folder: NamedPhotos {
        let folder = found?.folders.first ?? file.removingLastComponent()
        return NamedPhotos([.file(path: folder)], in: sorting)
    }

    /// The photos to step through; `nil` until the folder has been read.
    var sequence: PhotoSequence? {
        guard let found else { return nil }
        var sequence = PhotoSequence(found.photos)
        sequence.isOfFiles = true
        return sequence
    }

    /// Requests the pictures of the folder, unless they were already requested.
    mutating func ask() -> [Effect] {
        guard !isAsked else { return [] }
        isAsked = true
        return [request]
    }

    private var request: Effect { .archive(.findNeighbours(of: file, in: sorting)) }

    /// Requests the pictures of the folder in the next order.
    mutating func reorder() -> [Effect] {
        sorting.order = sorting.order.next
        isAsked = true
        return [request]
    }

    mutating func receive(_ found: FoundPhotos) { self.found = found }

    mutating func remove(_ gone: Set<PhotoReference>) {
        found?.photos.removeAll(where: gone.contains)
    }

    /// Requests the pictures of the folder again if the folder has changed.
    func refresh(_ changed: [FilePath]) -> [Effect] {
        guard let found, found.folders.contains(where: changed.contains) else { return [] }
        return [request]
    }
}

extension ScreenCoordinator {
    /// Makes `n` and `p` step through the folder of the viewed file.
    ///
    /// Must be called before `start`.
    package mutating func goThroughFolder(of file: FilePath, _ arrangement: LibraryArrangement) {
        neighbours = Neighbours(of: file, arrangement, in: preferences.sorting)
        stack.top.viewer?.awaitNeighbours()
    }

    /// Requests the pictures of the folder, unless they were already requested.
    ///
    /// Called once the first picture has been written, because reading a folder must not delay that
    /// picture.
    package mutating func readNeighbours() -> [Effect] { neighbours?.ask() ?? [] }

    /// Changes the order of the files in the list or in the folder of the viewed file.
    mutating func reorder() -> [Effect] {
        if let (order, effects) = stack.library?.reorder(seed: preferences.sorting.seed) {
            return effects + show(.order(order))
        }
        guard stack.library == nil, let effects = neighbours?.reorder(), let neighbours else {
            return show(.refused(.noOrder))
        }
        return effects + show(.order(neighbours.sorting.order))
    }

    mutating func receive(_ found: FoundPhotos, of file: FilePath) -> [Effect] {
        guard file == neighbours?.file else { return [] }
        neighbours?.receive(found)
        return grow()
    }
}

/// The visible files and folders that are watched for changes.
package struct WatchedFiles: Hashable, Sendable {
    /// A file in the viewer.
    package struct File: Hashable, Sendable {
        package let path: FilePath
        /// The version of the displayed content; `nil` if nothing is displayed.
        package let version: FileVersion?
    }

    package internal(set) var files: [File] = []
    package internal(set) var folders: [FilePath] = []

    package init() {}
}

extension ScreenCoordinator {
    /// The files in the viewer, and the folders of the list or of the viewed file.
    package var watched: WatchedFiles {
        var watched = WatchedFiles()
        for viewer in stack.top.viewers {
            guard case .file(let path) = viewer.photo else { continue }
            watched.files.append(.init(path: path, version: viewer.state?.opened.file))
        }
        watched.folders = stack.library?.results?.folders ?? neighbours?.found?.folders ?? []
        return watched
    }
}
