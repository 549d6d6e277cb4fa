internal import TerminalProtocols

extension LibraryStrings {
    static let english = LibraryStrings(
        start: "NASA: latest photos",
        demo: "Demo: built-in photos",
        named: "Your photos",
        favourites: "Favourites",
        search: { "Search: \($0)" },
        album: { "Album: \($0)" },
        seen: { "Offline search: \($0)" },
        everything: "all photos",
        sinceYear: { "from \($0)" },
        untilYear: { "until \($0)" },
        position: { "\($0) of \($1)" },
        loading: "Loading …",
        loadingMore: "Loading more …",
        outOfDate: "Offline: showing saved results",
        limited: "NASA lists only the first 10,000 results: narrow the search",
        noFavourites: { "No favourites yet. Press \($0[.favourite]) on a photo to add it." },
        nothingFound: { "No photos match \"\($0)\". Press \($1[.search]) to edit the search." },
        nothing: "No photos here.",
        nothingLoaded: {
            "Nothing loaded.  \($0[.retry]): retry  \($0[.search]): search  \($0[.quit]): quit"
        },
        demoOffer: { "\($0[.open]): open nasa-view --demo, which works offline" },
        listKeys: {
            """
            \($0[.open]): details  \($0[.search]): search  \($0[.layout]): grid  \
            \($0[.help]): keys
            """
        },
        gridKeys: {
            """
            \($0[.open]): details  \($0[.search]): search  \($0[.zoomIn]) \($0[.zoomOut]): size  \
            \($0[.layout]): list  \($0[.help]): keys
            """
        },
        alertTitle: { $0 ? "Can't reach NASA" : "Something went wrong" },
        alertKeys: { "\($0[.retry]): retry    \($0[.back]): dismiss" })
}
