package import Imaging
internal import Localization
internal import PhotoPipeline
package import SystemPackage

/// A file to rotate, and the rotation.
package struct FileTurn: Hashable, Sendable {
    package let path: FilePath
    /// The rotation to apply, in addition to the orientation in the file.
    package let orientation: Orientation
    /// True if only the Exif orientation of the file changes, not its pixels.
    package var onlyMarks = false

    init(_ path: FilePath, _ orientation: Orientation) {
        (self.path, self.orientation) = (path, orientation)
    }
}

// Writes the rotation of a photo into its file.
extension ScreenCoordinator {
    /// Asks whether to rotate the file as its photo is rotated on the screen.
    mutating func askToTurn() -> [Effect] {
        guard let viewer = stack.top.viewer, let adjustments = viewer.adjustments else {
            return refuse(.onlyInTheViewer)
        }
        guard case .file(let path) = viewer.photo else { return refuse(.onlyFiles) }
        guard adjustments.orientation != .asStored else { return refuse(.notTurned) }
        return show(.file(.question(.turn(FileTurn(path, adjustments.orientation)))))
    }

    /// Offers to change the Exif orientation, because the pixels cannot be rotated without loss.
    mutating func receive(imperfect turn: FileTurn) -> [Effect] {
        var other = turn
        other.onlyMarks = true
        return show(.file(.question(.turn(other))))
    }

    /// Resets the rotation of the photo, because its file now contains the rotation.
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
