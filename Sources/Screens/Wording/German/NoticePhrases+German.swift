internal import TerminalProtocols

extension NoticePhrases {
    static let german = NoticePhrases(
        saving: "Sichere das Original …",
        noAlbum: "Dieses Foto ist in keinem Album.",
        noPhoto: "Hier ist kein Foto.",
        noSearch: "Dateien lassen sich nicht durchsuchen; die NASA schon: nasa-view ohne Dateien.",
        noPage: "Zu diesem Foto gibt es keine Seite im Netz.",
        noName: "Die Standardeingabe hat keinen Namen zum Kopieren.",
        noDetails: "Über dieses Foto ist nichts weiter bekannt.",
        onlyOfTheLibrary: "Das geht nur mit Fotos aus der Bibliothek der NASA.",
        alreadyAFile: "Dieses Foto ist schon eine Datei.",
        quitKey: { "\($0[.quit]) beendet das Programm." },
        copied: { "Kopiert: \($0)" },
        viewIsKept: "Zoom und Ausschnitt bleiben von Foto zu Foto.",
        viewIsNotKept: "Jedes Foto beginnt so breit wie der Bildschirm.",
        slideshow: { "Diaschau: \($0) Sekunden je Foto; \($1[.slideshow]) hält sie an." },
        slideshowStopped: "Die Diaschau ist zu Ende.",
        favouriteNow: { "★ Jetzt ein Favorit; \($0[.favourites]) zeigt sie alle." },
        favouriteNoLonger: "Kein Favorit mehr.",
        saved: { "Gesichert: \($0), \($1)" },
        browsing: "Die Seite öffnet sich im Browser.",
        unfenced: "Kein Dekodierer startet mehr: Fotos werden ohne Schranken dekodiert.",
        noBrowser: { "Kein Browser ließ sich starten; die Seite ist \($0)" })
}
