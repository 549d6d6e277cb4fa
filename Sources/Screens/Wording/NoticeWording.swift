internal import TerminalProtocols

/// The words of notices.
package enum NoticeWording {
    static let saving: SafeText = "saving the original …"
    static let noAlbum: SafeText = "This photo is in no album."
    static let quitKey: SafeText = "q leaves the program."

    static func copied(_ text: String) -> SafeText { SafeText("Copied: \(text)") }

    static func keepsView(_ keeps: Bool) -> SafeText {
        keeps
            ? "Zoom and place are kept from photo to photo."
            : "Each photo begins as wide as the screen."
    }

    static func slideshow(_ slideshow: Slideshow?) -> SafeText {
        guard let slideshow else { return "The slideshow has stopped." }
        return SafeText("Slideshow: \(slideshow.milliseconds / 1000) seconds a photo; s stops it.")
    }
}
