internal import TerminalProtocols

/// The sentences of notices.
struct NoticeStrings: Sendable {
    let saving: SafeText
    let noAlbum: SafeText
    let noPhoto: SafeText
    let noSearch: SafeText
    let noPage: SafeText
    let noName: SafeText
    let noDetails: SafeText
    let onlyOfTheLibrary: SafeText
    let alreadyAFile: SafeText
    let quitKey: @Sendable (Strings) -> SafeText
    let copied: @Sendable (String) -> SafeText
    let viewIsKept: SafeText
    let viewIsNotKept: SafeText
    /// The seconds for each photo.
    let slideshow: @Sendable (Int, Strings) -> SafeText
    let slideshowStopped: SafeText
    let favouriteNow: @Sendable (Strings) -> SafeText
    let favouriteNoLonger: SafeText
    /// The file, and its size.
    let saved: @Sendable (String, String) -> SafeText
    let browsing: SafeText
    /// The processes that decode photos are not to be had any more.
    let unfenced: SafeText
    let noBrowser: @Sendable (String) -> SafeText
}
