internal import Imaging
internal import TerminalProtocols

extension HelpStrings {
    static let german = HelpStrings(
        title: {
            "Tasten (\($0[.help]) oder \($0[.quit]) schließt; eine Zahl davor wiederholt eine Taste)"
        },
        viewer: Viewer(
            step: { "Ausschnitt \($1) % \(towards($0))" },
            page: { "Ausschnitt 90 % \(towards($0))" },
            edge: { "zum \(side($0)) Rand" },
            toggleZoom: "Zoom: Fensterbreite oder Originalgröße (auch Doppelklick)",
            peek: "das ganze Foto bis zur nächsten Taste",
            zoomIn: "vergrößern, bis Originalgröße (auch Strg und Mausrad)",
            zoomOut: "verkleinern, bis zur Fensterbreite",
            fit: "Fensterbreite",
            original: "Originalgröße (100 %)",
            centre: "zur Mitte",
            keepView: "Zoom und Ausschnitt beim Fotowechsel behalten",
            slideshow: {
                "Diaschau an/aus (9\($0[.slideshow]): alle 9 Sekunden)"
            },
            overlay: "Messwerte der Darstellung",
            list: "Liste der Fotos",
            info: "Details zum Foto"),
        browser: Browser(
            step: { "Foto \(beside($0))" },
            pageUp: "eine Seite nach oben",
            pageDown: "eine Seite nach unten",
            first: "erstes Foto",
            last: "letztes geladenes Foto",
            open: "Details zum Foto (auch Doppelklick)",
            layout: "zwischen Liste und Raster wechseln",
            zoomIn: "größere Vorschaubilder",
            zoomOut: "kleinere Vorschaubilder",
            info: "Details zum Foto"),
        detail: Detail(
            lineUp: "eine Zeile nach oben",
            lineDown: "eine Zeile nach unten",
            pageUp: "eine Seite nach oben",
            pageDown: "eine Seite nach unten",
            first: "zum Anfang",
            last: "zum Ende",
            open: "Vollbild, oder gewähltes Album oder Stichwort öffnen",
            layout: "nächstes Album oder Stichwort",
            info: "Kameradaten (EXIF)"),
        photo: Photo(
            next: "nächstes Foto",
            previous: "voriges Foto",
            search: "suchen",
            album: "Album des Fotos zeigen",
            favourites: "Favoriten zeigen",
            favourite: "zu den Favoriten hinzufügen oder entfernen",
            save: "Original sichern",
            copyID: "ID des Fotos kopieren",
            copyAddress: "Adresse der Webseite kopieren",
            browse: "Webseite im Browser öffnen"),
        other: Other(
            retry: "wiederholen oder aktualisieren",
            redraw: "Bildschirm neu zeichnen",
            help: "diese Hilfe zeigen",
            back: "zurück",
            quit: "zurück; beendet auf dem ersten Bildschirm",
            interrupt: "sofort beenden",
            suspend: "anhalten (fg setzt fort)"))

    private static func beside(_ direction: ViewportMove.Direction) -> String {
        switch direction {
        case .left: "links"
        case .right: "rechts"
        case .up: "darüber"
        case .down: "darunter"
        }
    }

    private static func towards(_ direction: ViewportMove.Direction) -> String {
        switch direction {
        case .left: "nach links"
        case .right: "nach rechts"
        case .up: "nach oben"
        case .down: "nach unten"
        }
    }

    private static func side(_ direction: ViewportMove.Direction) -> String {
        switch direction {
        case .left: "linken"
        case .right: "rechten"
        case .up: "oberen"
        case .down: "unteren"
        }
    }
}
