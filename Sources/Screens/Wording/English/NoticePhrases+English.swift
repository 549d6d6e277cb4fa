internal import TerminalProtocols

extension NoticePhrases {
    static let english = NoticePhrases(
        saving: "Saving the original …",
        noAlbum: "This photo is not in an album.",
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
