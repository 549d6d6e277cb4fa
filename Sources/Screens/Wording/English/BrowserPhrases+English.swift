internal import TerminalProtocols

extension BrowserPhrases {
    static let english = BrowserPhrases(
        start: "NASA: newest, popular, all",
        demo: "Demo: the built-in photos",
        named: "Your photos",
        favourites: "Favourites",
        search: { "Search: \($0)" },
        album: { "Album: \($0)" },
        seen: { "Offline, seen before: \($0)" },
        everything: "everything",
        sinceYear: { "from \($0)" },
        untilYear: { "to \($0)" },
        position: { "\($0) of \($1)" },
        loading: "looking in NASA's library …",
        loadingMore: "more is coming …",
        outOfDate: "offline: as of an earlier visit",
        limited: "NASA lists only the first 10,000; narrow the search",
        noFavourites: { "No favourites yet: \($0[.favourite]) on a photo makes it one." },
        nothingFound: { "Nothing found for \($0). \($1[.search]) changes the search." },
        nothing: "There is nothing here.",
        nothingLoaded: {
            "Nothing loaded.  \($0[.retry]): retry  \($0[.search]): search  \($0[.quit]): quit"
        },
        demoOffer: { "\($0[.open]): open nasa-view --demo, which works offline" },
        listKeys: {
            """
            \($0[.open]): look  \($0[.search]): search  \($0[.layout]): grid  \
            \($0[.help]): all keys
            """
        },
        gridKeys: {
            """
            \($0[.open]): look  \($0[.search]): search  \($0[.zoomIn]) \($0[.zoomOut]): size  \
            \($0[.layout]): list  \($0[.help]): all keys
            """
        },
        alertTitle: "That did not work",
        alertKeys: { "\($0[.retry]): try again    \($0[.back]): go on without" })
}
