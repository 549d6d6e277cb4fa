internal import TerminalProtocols

extension NoticePhrases {
    static let english = NoticePhrases(
        saving: "saving the original …",
        noAlbum: "This photo is in no album.",
        noPhoto: "There is no photo here.",
        noSearch: "Files cannot be searched; start nasa-view without them to search NASA.",
        noPage: "This photo has no page on the web.",
        noName: "Standard input has no name to copy.",
        noDetails: "There are no details about this photo.",
        onlyOfTheLibrary: "This works only with photos from NASA's library.",
        alreadyAFile: "This photo is a file already.",
        quitKey: { "\($0[.quit]) leaves the program." },
        copied: { "Copied: \($0)" },
        viewIsKept: "Zoom and place are kept from photo to photo.",
        viewIsNotKept: "Each photo begins as wide as the screen.",
        slideshow: { "Slideshow: \($0) seconds a photo; \($1[.slideshow]) stops it." },
        slideshowStopped: "The slideshow has stopped.",
        favouriteNow: { "★ A favourite now; \($0[.favourites]) lists them." },
        favouriteNoLonger: "No longer a favourite.",
        saved: { "Saved: \($0), \($1)" },
        browsing: "The page opens in the browser.",
        unfenced: "No decoder can be started any more: photos are decoded without a fence.",
        noBrowser: { "No browser could be started; the page is \($0)" })
}
