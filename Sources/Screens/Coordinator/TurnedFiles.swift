package import Imaging
internal import Localization
internal import PhotoPipeline
package import SystemPackage

/// A file that is to be turned, and how.
package struct FileTurn: Hashable, Sendable {
    package let path: FilePath
    /// The turn of the picture as it lies on the screen without it.
    package let orientation: Orientation
    /// True if only its Exif orientation changes, not the order of its pixels.
    package var onlyMarks = false

    init(_ path: FilePath, _ orientation: Orientation) {
        (self.path, self.orientation) = (path, orientation)
    }
}

// The turn of a photo is written into its file.
extension ScreenCoordinator {
    /// Asks whether to turn the file as its photo is turned on the screen.
    mutating func askToTurn() -> [Effect] {
        guard let viewer = stack.top.viewer, let adjustments = viewer.adjustments else {
            return refuse(.onlyInTheViewer)
        }
        guard case .file(let path) = viewer.photo else { return refuse(.onlyFiles) }
        guard adjustments.orientation != .asStored else { return refuse(.notTurned) }
        return show(.file(.question(.turn(FileTurn(path, adjustments.orientation)))))
    }

    /// The pixels cannot be turned without loss: the other way is offered.
    mutating func receive(imperfect turn: FileTurn) -> [Effect] {
        var other = turn
        other.onlyMarks = true
        return show(.file(.question(.turn(other))))
    }

    /// The file is turned: the photo lies as it is stored.
    mutating func receive(turned turn: FileTurn) -> [Effect] {
        let photo = PhotoReference.file(path: turn.path)
        adjusted[photo].orientation = .asStored
        let effects = stack.each { screen in
            guard var viewer = screen.viewer, viewer.photo == photo else { return [] }
            defer { screen.viewer = viewer }
            return viewer.fileWasTurned()
        }
        return effects + show(.file(.turned(turn)))
    }
}
