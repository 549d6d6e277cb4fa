package import PhotoPipeline
package import SystemPackage

/// The pictures in the folder of the one file that was named, among which `n` and `p` go.
struct Neighbours: Sendable {
    let file: FilePath
    /// How the folder is listed.
    let arrangement: LibraryArrangement
    private var isAsked = false
    /// `nil` until the folder has been read.
    private(set) var found: FoundPhotos?

    init(of file: FilePath, _ arrangement: LibraryArrangement) {
        self.file = file
        self.arrangement = arrangement
    }

    /// The folder as the file's name has it; empty for the working folder.
    var folder: NamedPhotos { NamedPhotos([.file(path: file.removingLastComponent())]) }

    /// The photos to go through; `nil` until the folder has been read.
    var sequence: PhotoSequence? { found.map { PhotoSequence($0.photos) } }

    /// Requests the folder, once.
    mutating func ask() -> [Effect] {
        guard !isAsked else { return [] }
        isAsked = true
        return [.archive(.findNeighbours(of: file))]
    }

    mutating func receive(_ found: FoundPhotos) { self.found = found }
}

extension ScreenCoordinator {
    /// Goes through the folder of the file that is viewed; called before `start`.
    package mutating func goThroughFolder(of file: FilePath, _ arrangement: LibraryArrangement) {
        neighbours = Neighbours(of: file, arrangement)
        stack.top.viewer?.awaitNeighbours()
    }

    /// Requests the neighbours, unless that has been done.
    mutating func readNeighbours() -> [Effect] { neighbours?.ask() ?? [] }

    mutating func receive(_ found: FoundPhotos, of file: FilePath) -> [Effect] {
        guard file == neighbours?.file else { return [] }
        neighbours?.receive(found)
        return grow()
    }
}
