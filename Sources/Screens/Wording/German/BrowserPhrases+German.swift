internal import TerminalProtocols

extension BrowserPhrases {
    static let german = BrowserPhrases(
        start: "NASA: neu, beliebt, alles",
        demo: "Demo: die eingebauten Fotos",
        named: "Eigene Fotos",
        favourites: "Favoriten",
        search: { "Suche: \($0)" },
        album: { "Album: \($0)" },
        seen: { "Ohne Netz, schon gesehen: \($0)" },
        everything: "alles",
        sinceYear: { "ab \($0)" },
        untilYear: { "bis \($0)" },
        position: { "\($0) von \($1)" },
        loading: "Suche in der Bibliothek der NASA …",
        loadingMore: "Weitere kommen …",
        outOfDate: "ohne Netz: Stand des letzten Besuchs",
        limited: "NASA listet nur die ersten 10.000; Suche eingrenzen",
        noFavourites: { "Noch keine Favoriten: \($0[.favourite]) macht ein Foto dazu." },
        nothingFound: { "Nichts gefunden zu: \($0). \($1[.search]) ändert die Suche." },
        nothing: "Hier ist nichts.",
        nothingLoaded: {
            """
            Nichts geladen.  \($0[.retry]): noch einmal  \($0[.search]): suchen  \
            \($0[.quit]): Ende
            """
        },
        demoOffer: { "\($0[.open]): nasa-view --demo öffnen; das geht ohne Netz" },
        listKeys: {
            """
            \($0[.open]): ansehen  \($0[.search]): suchen  \($0[.layout]): Raster  \
            \($0[.help]): alle Tasten
            """
        },
        gridKeys: {
            """
            \($0[.open]): ansehen  \($0[.search]): suchen  \($0[.zoomIn]) \($0[.zoomOut]): Größe  \
            \($0[.layout]): Liste  \($0[.help]): Tasten
            """
        },
        alertTitle: "Das hat nicht geklappt",
        alertKeys: { "\($0[.retry]): noch einmal    \($0[.back]): ohne weiter" })
}
