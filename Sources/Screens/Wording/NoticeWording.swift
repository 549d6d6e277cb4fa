internal import TerminalProtocols

/// The words of notices.
package enum NoticeWording {
    private static var phrases: NoticePhrases { Phrases.current.notices }

    static var saving: SafeText { phrases.saving }
    static var noAlbum: SafeText { phrases.noAlbum }
    static var quitKey: SafeText { phrases.quitKey(.current) }

    static func copied(_ text: String) -> SafeText { phrases.copied(text) }

    static func keepsView(_ keeps: Bool) -> SafeText {
        keeps ? phrases.viewIsKept : phrases.viewIsNotKept
    }

    static func slideshow(_ slideshow: Slideshow?) -> SafeText {
        guard let slideshow else { return phrases.slideshowStopped }
        return phrases.slideshow(slideshow.milliseconds / 1000, .current)
    }
}
