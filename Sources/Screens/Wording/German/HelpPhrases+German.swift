internal import Imaging
internal import TerminalProtocols

extension HelpPhrases {
    static let german = HelpPhrases(
        title: {
            "Tasten (\($0[.help]) oder \($0[.quit]) schließt; eine Zahl vor einer Taste wiederholt sie)"
        },
        viewer: Viewer(
            step: { "\(step($1)) \(towards($0))" },
            page: { "neun Zehntel des Bildschirms \(towards($0))" },
            edge: { "zum \(side($0)) Rand" },
            toggleZoom: "so breit wie der Bildschirm, oder Originalgröße (auch Doppelklick)",
            peek: "das ganze Foto, bis zur nächsten Taste",
            zoomIn: "größer, bis zum Original (auch Strg und Mausrad)",
            zoomOut: "kleiner, bis zur Breite des Bildschirms",
            fit: "so breit wie der Bildschirm",
            original: "Originalgröße: ein Pixel des Fotos ist ein Pixel des Bildschirms",
            centre: "zur Mitte des Fotos",
            keepView: "Zoom und Ausschnitt von Foto zu Foto behalten, oder nicht",
            slideshow: {
                "Fotos wechseln von selbst, oder halten an; 9\($0[.slideshow]): alle 9 Sekunden"
            },
            overlay: "was das letzte Bild gekostet hat: Zeiten, Bytes, Protokoll",
            info: "was über das Foto bekannt ist"),
        browser: Browser(
            step: { "zum Foto \(beside($0))" },
            pageUp: "eine Seite nach oben",
            pageDown: "eine Seite nach unten",
            first: "zum ersten Foto",
            last: "zum letzten Foto, das schon da ist",
            open: "das Foto ansehen (auch Doppelklick)",
            layout: "Liste oder Raster",
            zoomIn: "größere Bilder",
            zoomOut: "kleinere Bilder",
            info: "was über das Foto bekannt ist"),
        detail: Detail(
            lineUp: "eine Zeile nach oben",
            lineDown: "eine Zeile nach unten",
            pageUp: "eine Seite nach oben",
            pageDown: "eine Seite nach unten",
            first: "zum Anfang",
            last: "zum Ende",
            open: "das Foto groß ansehen, oder dem Album oder Stichwort folgen",
            layout: "nächstes Album oder Stichwort",
            info: "was die Datei über sich sagt: Kamera, Belichtung und mehr"),
        photo: Photo(
            next: "nächstes Foto",
            previous: "voriges Foto",
            search: "in der Bibliothek suchen",
            album: "das Album, in dem das Foto ist",
            favourites: "die Favoriten",
            favourite: "das Foto zum Favoriten machen, oder nicht mehr",
            save: "das Original als Datei sichern",
            copyID: "die Kennung des Fotos kopieren",
            copyAddress: "die Adresse seiner Seite kopieren",
            browse: "seine Seite im Browser öffnen"),
        other: Other(
            retry: "noch einmal versuchen, oder nach neuen Fotos sehen",
            redraw: "den Bildschirm neu zeichnen",
            help: "diese Tasten",
            back: "zurück",
            quit: "zurück, und vom ersten Bildschirm aus dem Programm",
            interrupt: "das Programm sofort verlassen",
            suspend: "zur Shell; fg kommt zurück"))

    private static func step(_ percent: Int) -> String {
        percent == 10 ? "ein Zehntel des Bildschirms" : "\(percent) % des Bildschirms"
    }

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
