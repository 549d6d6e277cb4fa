internal import Imaging
internal import PhotoCatalog
internal import Settings
internal import TerminalProtocols

extension ArgumentStrings {
    static let german = ArgumentStrings(
        noTerminal:
            "Kein Terminal zum Zeichnen. --print gibt ein Bild aus, --plain Text.",
        noThreads:
            "Kein Thread mehr möglich. Programme schließen oder Grenzen erhöhen (siehe ulimit -a).",
        fewDescriptors: {
            "Zu wenige Dateien können offen sein (\($0) nötig). Grenze erhöhen (siehe ulimit -n)."
        },
        littleMemory: { "Zu wenig Adressraum (\($0) MB nötig). Grenze erhöhen (siehe ulimit -v)." },
        crashed: { log in
            "Das Programm ist abgestürzt. "
                + (log.map { "Seine letzten Schritte stehen in \($0)." }
                    ?? "Mit NASA_VIEW_LOG=DATEI schreibt es ein Protokoll.")
        },
        nothingToPrint:
            "Nichts auszugeben. Ein Foto angeben (NASA-ID, Datei oder URL) oder --demo.",
        noDemo: "Beispielsammlung nicht gefunden. NASA_VIEW_DEMO auf ihren Ordner setzen.",
        year: "Eine Jahreszahl muss vier Ziffern haben.",
        limit: "--limit muss eine Zahl von 1 bis 10000 sein.",
        mediaTypes:
            "--media-type muss image, video oder audio sein, mehrere durch Kommas getrennt.",
        api:
            "--api und NASA_VIEW_API müssen mit https:// beginnen, oder http:// auf diesem Rechner.",
        memory: "--memory muss mindestens 16M sein.",
        cellSize: { "Die Zellengröße muss wie 10x20 aussehen, bis \($0)x\($0) Pixel." },
        unknownValue: { "\($0) hat einen ungültigen Wert." },
        seeHelp: "Siehe nasa-view --help.",
        meant: { "Unbekannter Befehl „\($0)“. Meinten Sie \($1)?" },
        outputFailed: { "Standardausgabe nicht beschreibbar: \($0)." })
}

extension CacheStrings {
    static let german = CacheStrings(
        off: "Der Cache ist ausgeschaltet.",
        contents: { "\($0) Einträge, \($1) von \($2)" },
        cleared: { "\($0) Einträge gelöscht (\($1))." },
        trouble: { trouble in
            switch trouble {
            case .diskFull: "Der Datenträger ist voll. Neue Fotos werden nicht zwischengespeichert."
            case .notWritable:
                "Der Cache-Ordner ist nicht beschreibbar. Es wird nichts zwischengespeichert."
            case .notOurs:
                "Der Cache-Ordner gehört einem anderen Benutzer. Es wird nichts zwischengespeichert."
            case .unusable(let reason):
                "Der Cache ist nicht benutzbar (\(reason)). Es wird nichts zwischengespeichert."
            }
        },
        archiveFailure: { failure in
            switch failure {
            case .noPlace:
                "Kein Home-Ordner gefunden. Favoriten und Verlauf werden nicht gespeichert."
            case .newerVersion:
                "Favoriten und Verlauf stammen von einem neueren nasa-view. Bitte dieses aktualisieren."
            case .unusable(let reason): "Favoriten und Verlauf sind nicht benutzbar (\(reason))."
            }
        },
        archiveNotice: { notice in
            switch notice {
            case .wasReset(let path):
                "Favoriten und Verlauf waren beschädigt und wurden zurückgesetzt. Alte Datei: \(path)"
            }
        },
        offline: { "Der Server ist nicht erreichbar. Stand: \($0)." },
        daysAgo: { $0 == 1 ? "vor 1 Tag" : "vor \(LocalStrings.german.number($0)) Tagen" },
        hoursAgo: { $0 == 1 ? "vor 1 Stunde" : "vor \($0) Stunden" },
        minutesAgo: { $0 == 1 ? "vor 1 Minute" : "vor \($0) Minuten" },
        momentAgo: "vor einem Augenblick")
}

extension CommandStrings {
    static let german = CommandStrings(
        moreFailures: { "\($0) weitere sind fehlgeschlagen." },
        facts: Facts(
            id: "ID",
            title: "Titel",
            credit: "Quelle",
            date: "Datum",
            center: "Zentrum",
            location: "Ort",
            keywords: "Stichwörter",
            albums: "Alben",
            page: "Seite"),
        received: { "\($0) von \($1)" },
        pixels: { "\($0) mal \($1) Pixel" },
        more: { "\($0) von \($1) Fotos. --search und seine Filter grenzen die Liste ein." },
        noFavourite: { "\($0) ist kein Favorit." },
        noSuchSize: { name, size, sizes in
            let list = sizes.isEmpty ? "keine" : sizes.joined(separator: ", ")
            return "\(name) gibt es nicht in der Größe „\(size)“. Verfügbar: \(list)."
        },
        noFolder: { "Kein Ordner namens \($0)." },
        notWritable: { "\($0) ist nicht beschreibbar. Bitte die Zugriffsrechte prüfen." },
        diskFull:
            "Der Datenträger ist voll. Platz schaffen und erneut versuchen: Der Download geht weiter.",
        busy: { "\($0) wird gerade von einem anderen Programm benutzt." },
        unusable: { "\($0) kann nicht gesichert werden (\($1))." })
}

extension ConfigurationStrings {
    static let german = ConfigurationStrings(
        fault: { kind in
            switch kind {
            case .noName: "hier fehlt ein Name"
            case .noEquals: "hier fehlt ="
            case .noValue: "hier fehlt ein Text in Anführungszeichen, eine Zahl oder eine Liste"
            case .openText: "schließendes Anführungszeichen fehlt"
            case .openList: "in dieser Liste fehlt ] oder ein Komma"
            case .openTable: "] fehlt"
            case .unknownEscape: "unbekanntes Sonderzeichen; ein Backslash wird \\\\ geschrieben"
            case .leftover: "überzähliger Text nach dem Wert"
            case .unsupported: "nicht unterstützte Schreibweise"
            case .twice(let name): "\(name) ist oben schon gesetzt; diese Zeile gilt nicht"
            case .tooLong: "die Datei ist zu lang"
            case .unreadable: "die Datei ist nicht lesbar; bitte die Zugriffsrechte prüfen"
            case .unknownSetting(let name, let meant):
                "unbekannte Einstellung „\(name)“; \(meantOrAll(meant))"
            case .wrongValue(let name, let value, .words(let words)):
                "\(name): „\(value)“ ist unbekannt; möglich ist \(list(words))"
            case .wrongValue(let name, let value, .range(let range)):
                "\(name) muss \(range.lowerBound)–\(range.upperBound) sein (nicht \(value))"
            case .wrongValue(let name, let value, .examples(let examples)):
                "\(name): „\(value)“ ist ungültig; möglich ist zum Beispiel \(list(examples))"
            case .unknownAction(let name, let meant):
                "unbekannte Aktion „\(name)“; \(meantOrAll(meant))"
            case .unknownKey(let name): "unbekannte Taste „\(name)“; ? in nasa-view zeigt alle"
            case .keptKey(let name): "die Taste \(name) kann nicht neu belegt werden"
            }
        },
        noFile: { "\($0) (nicht vorhanden)" },
        noHome: "Kein Home-Ordner gefunden, also keine Konfigurationsdatei.",
        byDefault: "Standard",
        file: { "Datei, Zeile \($0)" },
        environment: { "Umgebung, \($0)" },
        flag: { "Option --\($0)" },
        automatic: "automatisch")

    private static func meantOrAll(_ meant: String?) -> String {
        meant.map { "meinten Sie „\($0)“?" } ?? "nasa-view config zeigt alle"
    }

    private static func list(_ words: [String]) -> String {
        LocalStrings.german.alternatives(words)
    }
}

extension ManualStrings {
    static let german = ManualStrings(
        headings: Headings(
            section: "Dienstprogramme für Benutzer",
            name: "BEZEICHNUNG",
            synopsis: "ÜBERSICHT",
            description: "BESCHREIBUNG",
            options: "OPTIONEN",
            commands: "BEFEHLE",
            keys: "TASTEN",
            environment: "UMGEBUNGSVARIABLEN",
            files: "DATEIEN",
            exitStatus: "EXIT-STATUS"),
        keys: Keys(
            viewer: "In der Vollbildansicht",
            library: "In Listen und Rastern",
            detail: "Auf der Seite eines Fotos"),
        variables: Variables(
            like: { "Wie \($0); die Option hat Vorrang." },
            start: "Suche beim Start.",
            demo: "Ordner der Beispielsammlung.",
            log: "Protokolldatei: jedes Bild, von der Taste bis zu seinen Bytes.",
            noColour: "Wenn nicht leer, ist Text ohne Farben; Bilder behalten ihre.",
            language: "Sprache, sofern nicht anders eingestellt.",
            terminal: "Damit wird das Terminal erkannt."),
        files: Files(
            settings: { "Einstellungen. Standardordner: \($0)." },
            cache: { "Zwischengespeicherte Antworten und Bilder. Standardordner: \($0)." },
            archive: { "Favoriten, Suchen und gesehene Fotos. Standardordner: \($0)." }),
        statuses: [
            "Erfolg.",
            "Etwas ist fehlgeschlagen; die Standardfehlerausgabe nennt es.",
            "Ungültige Befehlszeile, oder kein Terminal zum Zeichnen.",
            "Kein solches Foto (Befehle für Skripte).",
            "Kein Netz (Befehle für Skripte).",
        ])
}

extension FailureStrings {
    static let german = FailureStrings(
        this: "Dies",
        damage: { "\($0) ist beschädigt und nur teilweise zu sehen." },
        file: text, decoding: text, catalog: text, fetching: text)

    @Sendable private static func text(_ failure: FileFailure, _ name: String) -> String {
        switch failure {
        case .notFound: "Keine Datei namens \(name)."
        case .isDirectory:
            "\(name) ist ein Ordner. Bitte die Fotos darin angeben, etwa \(name)/*.jpg."
        case .notRegular: "\(name) ist keine gewöhnliche Datei. Aus einer Pipe liest -."
        case .notPermitted: "\(name) kann nicht gelesen werden: keine Berechtigung."
        case .empty: "\(name) ist eine leere Datei."
        case .unreadable(let reason): "\(name) kann nicht gelesen werden: \(reason)."
        case .keyboard:
            "\(name) kann nicht gelesen werden: sie ist die Tastatur; bitte ein Bild per Pipe übergeben."
        case .overLimit(let bytes): "\(name) kann nicht gelesen werden: mehr als \(bytes >> 20) MB."
        }
    }

    @Sendable private static func text(_ failure: DecodingFailure, _ name: String) -> String {
        switch failure {
        case .unsupported(let kind): "\(name) kann nicht gezeigt werden: \(text(kind))."
        case .damaged(let reason): "\(name) kann nicht gezeigt werden: beschädigt (\(reason))."
        case .tooLarge(let size):
            """
            \(name) kann nicht gezeigt werden: zu groß (\(size.width)x\(size.height) Pixel).
            """
        case .outOfMemory: "\(name) kann nicht gezeigt werden: zu wenig Arbeitsspeicher."
        case .noRoom(let byteCount):
            """
            Diese Größe braucht \(LocalStrings.german.size(byteCount)) freien Platz im Cache-Ordner. \
            Verkleinert ist \(name) zu sehen.
            """
        case .decoderCrashed:
            """
            \(name) kann nicht gezeigt werden: Der Dekoder ist abgestürzt. Andere Fotos sind nicht \
            betroffen.
            """
        case .decoderStalled:
            "\(name) kann nicht gezeigt werden: Der Dekoder antwortet nicht mehr."
        case .noDecoder:
            """
            \(name) kann nicht gezeigt werden: Speicher oder Dateideskriptoren sind erschöpft. Bitte \
            Programme schließen.
            """
        }
    }

    private static func text(_ kind: FileKind) -> String {
        switch kind {
        case .jpeg: "diese Art von JPEG wird nicht unterstützt"
        case .png: "diese Art von PNG wird nicht unterstützt"
        case .tiff: unsupported("TIFF")
        case .gif: unsupported("GIF")
        case .webp: unsupported("WebP")
        case .heif: unsupported("HEIF oder AVIF")
        case .jpegXL: unsupported("JPEG XL")
        case .jpeg2000: unsupported("JPEG 2000")
        case .fits: unsupported("FITS")
        case .bmp: unsupported("BMP")
        case .svg: unsupported("SVG")
        case .pdf: unsupported("PDF")
        case .video: "ein Video, kein Foto"
        case .gzip: "eine komprimierte Datei, kein Foto"
        case .webPage: "eine Webseite, kein Foto"
        case .json: "JSON-Text, kein Foto"
        case .text: "eine Textdatei, kein Foto"
        case .empty: "leer"
        case .unknown: "unbekanntes Format (nur JPEG und PNG)"
        }
    }

    private static func unsupported(_ format: String) -> String {
        "\(format) wird nicht unterstützt (nur JPEG und PNG)"
    }

    @Sendable private static func text(_ failure: CatalogFailure, _ name: String) -> String {
        switch failure {
        case .fetching(let failure): text(failure)
        case .noSuchPhoto:
            "Die NASA hat kein Foto mit der ID \(name). Groß- und Kleinschreibung zählt."
        case .noSuchAlbum(let album): "Die NASA hat kein Album namens \(album)."
        case .notAPhoto(_, .video): "\(name) ist ein Video. Gezeigt werden nur Fotos."
        case .notAPhoto: "\(name) ist kein Foto."
        case .unreadableReply:
            "Die NASA hat eine unverständliche Antwort geschickt. Bitte später erneut versuchen."
        case .webPageInstead: webPage
        case .tooManyResults:
            "Die NASA listet nur die ersten 10.000 Treffer. Bitte die Suche eingrenzen."
        case .nothingViewable(_, let formats) where formats.isEmpty:
            "Von \(name) gibt es weder JPEG noch PNG."
        case .nothingViewable(_, let formats):
            """
            \(name) gibt es nur als \(formats.joined(separator: ", ")). Gezeigt werden nur JPEG und \
            PNG.
            """
        case .addressNotAllowed(let refusal): text(refusal)
        }
    }

    private static let webPage =
        "Das Netz hat eine Webseite statt eines Bildes geschickt. Verlangt es eine Anmeldung?"

    private static func text(_ refusal: URLPolicyViolation) -> String {
        switch refusal {
        case .scheme: "Nur https-Adressen können geöffnet werden."
        case .host: "Fotos der NASA werden nur von ihren eigenen Servern geladen."
        case .port: "Diese Adresse kann nicht geöffnet werden: Port nicht erlaubt."
        case .userInfo: "Diese Adresse kann nicht geöffnet werden: Sie enthält Anmeldedaten."
        case .controlCharacter:
            "Diese Adresse kann nicht geöffnet werden: Sie enthält Steuerzeichen."
        case .tooLong: "Diese Adresse kann nicht geöffnet werden: zu lang."
        case .malformed: "Diese Adresse kann nicht geöffnet werden: ungültig."
        case .notLocal: "Ohne https geht es nur auf diesem Rechner."
        }
    }

    @Sendable private static func text(_ failure: FetchFailure) -> String {
        switch failure {
        case .notFound: "Der Server hat diese Datei nicht (404)."
        case .refused(let status, _):
            "Der Server hat abgelehnt (\(status)). Bitte in einer Minute erneut versuchen."
        case .serverFailed(let status):
            "Der Server meldet einen Fehler (\(status)). Bitte später erneut versuchen."
        case .rateLimited: "Zu viele Anfragen. Bitte in einer Minute erneut versuchen."
        case .noConnection(let reason):
            "Keine Verbindung zum Server (\(reason)). Bitte das Netz prüfen und erneut versuchen."
        case .nameNotFound(let host):
            "Keine Internetverbindung (\(host) nicht gefunden). Bitte das Netz prüfen und erneut versuchen."
        case .timedOut(let seconds):
            "Der Server hat \(seconds) Sekunden lang nicht geantwortet. Bitte erneut versuchen."
        case .stalled(let bytes):
            "Der Download ist nach \(LocalStrings.german.size(bytes)) stehen geblieben. Bitte erneut versuchen."
        case .tlsFailed(let reason):
            "Keine sichere Verbindung (\(reason)). Geht die Uhr des Rechners richtig?"
        case .tooManyRedirects(let limit): "Der Server hat mehr als \(limit)-mal weitergeleitet."
        case .addressNotAllowed(let refusal): text(refusal)
        case .tooLarge(let limit):
            "Die Datei überschreitet die Download-Grenze von \(LocalStrings.german.size(limit))."
        case .webPageInstead: webPage
        case .interrupted(let reason):
            "Der Download wurde unterbrochen (\(reason)). Bitte erneut versuchen."
        case .cancelled: "Der Download wurde abgebrochen."
        }
    }
}
