internal import TerminalProtocols

extension NoticeStrings {
    static let german = NoticeStrings(
        saving: "Original wird gesichert …",
        noAlbum: "Dieses Foto ist in keinem Album.",
        noPhoto: "Kein Foto ausgewählt.",
        noSearch: "Dateien lassen sich nicht durchsuchen. NASA-Suche: nasa-view ohne Dateien.",
        noPage: "Zu diesem Foto gibt es keine Webseite.",
        noName: "Die Standardeingabe hat keinen Namen zum Kopieren.",
        noDetails: "Keine Details zu diesem Foto.",
        onlyOfTheLibrary: "Geht nur mit Fotos aus der NASA-Bibliothek.",
        alreadyAFile: "Dieses Foto ist schon eine Datei auf diesem Rechner.",
        quitKey: { "\($0[.quit]) beendet das Programm." },
        copied: { "Kopiert: \($0)" },
        viewIsKept: "Zoom und Ausschnitt bleiben beim Fotowechsel gleich.",
        viewIsNotKept: "Der Zoom wird bei jedem Foto zurückgesetzt.",
        slideshow: { "Diaschau: \($0) s je Foto (\($1[.slideshow]): anhalten)" },
        slideshowStopped: "Diaschau angehalten",
        favouriteNow: { "★ Zu den Favoriten hinzugefügt (\($0[.favourites]): alle zeigen)" },
        favouriteNoLonger: "Aus den Favoriten entfernt",
        saved: { "Gesichert: \($0), \($1)" },
        browsing: "Die Seite wird im Browser geöffnet …",
        unfenced: "Keine Sandbox verfügbar: Fotos werden ohne sie dekodiert.",
        noBrowser: { "Kein Browser ließ sich starten. Die Seite: \($0)" })
}
