internal import PhotoPipeline
internal import Screens
internal import TerminalProtocols

/// How photos get to the terminal: drawn anew for each frame, or stored there and placed.
protocol PictureOutput {
    /// The next step towards a scene, from what has been made of it.
    ///
    /// - Returns: `nil` if the scene is displayed, or nothing may be sent now.
    mutating func show(
        _ scene: PhotoScene, on look: TerminalLook, _ display: inout Display
    ) -> FrameCommit?

    /// The frame to make next for the scene that was shown last; `nil` if there is none, or another is
    /// being made.
    mutating func missing(
        for scene: PhotoScene, on look: TerminalLook, _ display: inout Display
    ) -> FrameJob?

    /// Which picture of a file is displayed; `nil` if none of it is.
    func part(of subject: ImageSubject, on display: Display) -> Int?

    /// Whether a frame that a slow line is still taking may be left incomplete for a view.
    func isOvertaken(
        by view: ScreenView, waiting: Int, on look: TerminalLook, _ display: Display
    ) -> Bool

    /// Something else is displayed.
    mutating func forget()
}

extension PictureOutput {
    func isOvertaken(
        by view: ScreenView, waiting: Int, on look: TerminalLook, _ display: Display
    ) -> Bool { false }
}
