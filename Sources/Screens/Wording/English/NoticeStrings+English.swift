internal import TerminalProtocols

extension NoticeStrings {
    static let english = NoticeStrings(
        saving: "Saving the original …",
        noAlbum: "This photo is not in an album.",
        noPhoto: "No photo selected.",
        noSearch: "Can't search files. Start nasa-view without files to search NASA.",
        noPage: "This photo has no web page.",
        noName: "Standard input has no name to copy.",
        noDetails: "No details for this photo.",
        onlyOfTheLibrary: "Only works with photos from NASA's library.",
        alreadyAFile: "This photo is already a file on this computer.",
        quitKey: { "Press \($0[.quit]) to quit." },
        copied: { "Copied: \($0)" },
        viewIsKept: "Zoom and position stay the same when you change photos.",
        viewIsNotKept: "Zoom resets with each photo.",
        slideshow: { "Slideshow: \($0) s per photo (\($1[.slideshow]): stop)" },
        slideshowStopped: "Slideshow stopped",
        favouriteNow: { "★ Added to favourites (\($0[.favourites]): show all)" },
        favouriteNoLonger: "Removed from favourites",
        saved: { "Saved: \($0), \($1)" },
        browsing: "Opening the page in the browser …",
        unfenced: "Sandbox unavailable: photos are decoded without it.",
        noBrowser: { "Can't start a browser. The page is \($0)" })
}
