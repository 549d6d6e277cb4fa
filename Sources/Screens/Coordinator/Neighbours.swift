package import PhotoPipeline
package import SystemPackage

/// The pictures in the folder of the single named file, through which `n` and `p` move.
struct Neighbours: Sendable {
    let file: FilePath
    /// The arrangement for listing the folder.
    let arrangement: LibraryArrangement
    private var isAsked = false
    /// `nil` until the folder has been read.
    private(set) var found: FoundPhotos?

    private(set) var sorting: FileSorting

    init(of file: FilePath, _ arrangement: LibraryArrangement, in sorting: FileSorting) {
        self.file = file
        self.arrangement = arrangement
        self.sorting = sorting
    }

    /// The folder as in the file's name, empty for the working folder; or the zip archive.
    var folder: NamedPhotos {
        let folder = found?.folders.first ?? file.removingLastComponent()
        return NamedPhotos([.file(path: folder)], in: sorting)
    }

    /// The photos to move through; `nil` until the folder has been read.
    var sequence: PhotoSequence? {
        guard let found else { return nil }
        var sequence = PhotoSequence(found.photos)
        sequence.isOfFiles = true
        return sequence
    }

    /// Requests the folder, once.
    mutating func ask() -> [Effect] {
        guard !isAsked else { return [] }
        isAsked = true
        return [request]
    }

    private var request: Effect { .archive(.findNeighbours(of: file, in: sorting)) }

    /// Requests the folder in the next order.
    mutating func reorder() -> [Effect] {
        sorting.order = sorting.order.next
        isAsked = true
        return [request]
    }

    mutating func receive(_ found: FoundPhotos) { self.found = found }

    mutating func remove(_ gone: Set<PhotoReference>) {
        found?.photos.removeAll(where: gone.contains)
    }

    /// Requests the folder again, if it has changed.
    func refresh(_ changed: [FilePath]) -> [Effect] {
        guard let found, found.folders.contains(where: changed.contains) else { return [] }
        return [request]
    }
}

extension ScreenCoordinator {
    /// Makes `n` and `p` move through the folder of the viewed file; called before `start`.
    package mutating func goThroughFolder(of file: FilePath, _ arrangement: LibraryArrangement) {
        neighbours = Neighbours(of: file, arrangement, in: preferences.sorting)
        stack.top.viewer?.awaitNeighbours()
    }

    /// Requests the neighbours, unless that has been done.
    ///
    /// Called once the first picture has been written: reading a folder must not delay it.
    package mutating func readNeighbours() -> [Effect] { neighbours?.ask() ?? [] }

    /// Changes the order of the files in the list, or in the current folder.
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

/// The files and folders on the screen that are watched for changes.
package struct WatchedFiles: Hashable, Sendable {
    /// A file that is viewed.
    package struct File: Hashable, Sendable {
        package let path: FilePath
        /// The displayed content; `nil` if there is none.
        package let version: FileVersion?
    }

    package internal(set) var files: [File] = []
    package internal(set) var folders: [FilePath] = []

    package init() {}
}

extension ScreenCoordinator {
    /// The viewed photos, and the folders of the lists.
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
