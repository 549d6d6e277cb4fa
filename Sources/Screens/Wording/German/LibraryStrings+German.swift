internal import TerminalProtocols

extension LibraryStrings {
    static let german = LibraryStrings(
        start: "NASA: neueste Fotos",
        demo: "Demo: mitgelieferte Fotos",
        named: "Eigene Fotos",
        favourites: "Favoriten",
        search: { "Suche: \($0)" },
        album: { "Album: \($0)" },
        seen: { "Offline-Suche: \($0)" },
        everything: "alle Fotos",
        sinceYear: { "ab \($0)" },
        untilYear: { "bis \($0)" },
        position: { "\($0) von \($1)" },
        loading: "Wird geladen …",
        loadingMore: "Weitere werden geladen …",
        outOfDate: "Offline: gespeicherte Ergebnisse",
        limited: "Die NASA listet nur die ersten 10.000 Treffer: Suche eingrenzen",
        noFavourites: { "Noch keine Favoriten. \($0[.favourite]) fügt ein Foto hinzu." },
        nothingFound: { "Keine Fotos zu „\($0)“. Mit \($1[.search]) die Suche ändern." },
        nothing: "Keine Fotos.",
        nothingLoaded: {
            """
            Nichts geladen.  \($0[.retry]): wiederholen  \($0[.search]): suchen  \
            \($0[.quit]): beenden
            """
        },
        demoOffer: { "\($0[.open]): nasa-view --demo öffnen (funktioniert offline)" },
        listKeys: {
            """
            \($0[.open]): Details  \($0[.search]): suchen  \($0[.layout]): Raster  \
            \($0[.help]): Tasten
            """
        },
        gridKeys: {
            """
            \($0[.open]): Details  \($0[.search]): suchen  \($0[.zoomIn]) \($0[.zoomOut]): Größe  \
            \($0[.layout]): Liste  \($0[.help]): Tasten
            """
        },
        alertTitle: { $0 ? "NASA nicht erreichbar" : "Etwas ist schiefgegangen" },
        alertKeys: { "\($0[.retry]): wiederholen    \($0[.back]): schließen" })
}
