internal import Imaging
internal import PhotoCatalog
internal import Settings
internal import TerminalProtocols

extension FailureStrings {
    static let german = FailureStrings(
        this: "Dies",
        quotation: { "„\($0)“" },
        damage: { "\($0) ist beschädigt und nur teilweise zu sehen." },
        reason: text, file: text, decoding: text, catalog: text, fetching: text,
        noPage: { name, page, count in
            count == 1
                ? "\(name) hat nur eine Seite; Seite \(page) gibt es nicht."
                : "\(name) hat \(count) Seiten; Seite \(page) gibt es nicht."
        },
        positionFault: { fault, name in
            switch fault {
            case .noPositions: "\(name) sagt nicht, wo die Pixel liegen."
            case .notOnSky:
                "\(name) zeigt den Himmel. Nötig: 0 bis 24 h oder 360°, und -90 bis 90°."
            case .notOnGround: "\(name) zeigt den Boden. Nötig: -90 bis 90°, und -360 bis 360°."
            case .outside: "Dieser Ort liegt nicht in \(name)."
            }
        })

    @Sendable private static func text(_ failure: FileFailure, _ name: String) -> String {
        switch failure {
        case .notFound: "Keine Datei namens \(name)."
        case .isDirectory:
            "\(name) ist ein Ordner. Bitte die Fotos darin angeben, etwa \(name)/*.jpg."
        case .notRegular: "\(name) ist keine gewöhnliche Datei. Aus einer Pipe liest -."
        case .notPermitted: "\(name) kann nicht gelesen werden: keine Berechtigung."
        case .empty: "\(name) ist eine leere Datei."
        case .unreadable(let reason): "\(name) kann nicht gelesen werden: „\(reason)“."
        case .keyboard:
            "\(name) kann nicht gelesen werden: sie ist die Tastatur; bitte ein Bild per Pipe übergeben."
        case .overLimit(let bytes): "\(name) kann nicht gelesen werden: mehr als \(bytes >> 20) MB."
        case .zip(let fault): "\(name) kann nicht gelesen werden: \(text(fault))."
        }
    }

    private static func text(_ fault: ZipFault) -> String {
        switch fault {
        case .damaged: "das Archiv ist beschädigt"
        case .encrypted: "verschlüsselt; zuerst mit dem Passwort entpacken"
        case .method(let number):
            "mit einer Methode gepackt, die nicht unterstützt wird (\(number))"
        case .nested: "ein Archiv in einem Archiv; zuerst das äußere entpacken"
        case .outside: "der Name einer Datei führt aus dem Archiv hinaus"
        case .tooLarge(let bytes): "mehr als \(bytes >> 20) MB"
        case .ratio: "ausgepackt wäre es weit mehr als ein Bild"
        }
    }

    @Sendable private static func text(_ failure: DecodingFailure, _ name: String) -> String {
        switch failure {
        case .unsupported(let kind): "\(name) kann nicht gezeigt werden: \(text(kind))."
        case .damaged(let damage):
            "\(name) kann nicht gezeigt werden: beschädigt (\(text(damage)))."
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
            \(name) kann nicht gezeigt werden: Speicher, Dateideskriptoren oder Prozesse sind \
            erschöpft. Bitte Programme schließen.
            """
        case .tiles(let fault): "\(name) kann nicht gezeigt werden: \(text(fault))."
        }
    }

    @Sendable private static func text(_ damage: Damage) -> String {
        switch damage {
        case .endsEarly: "die Datei endet zu früh"
        case .incomplete: "ein Teil der Datei fehlt oder ist falsch"
        case .noPicture: "die Datei hat kein Bild"
        case .noPixels: "das Bild hat keine Pixel"
        case .badHeader: "der Kopf der Datei ergibt keinen Sinn"
        case .badData: "die Daten des Bildes ergeben keinen Sinn"
        case .badColours: "die Farben des Bildes ergeben keinen Sinn"
        case .wrongChecksum: "eine Prüfsumme stimmt nicht"
        case .tooLittleData: "die Datei hat weniger Daten, als das Bild braucht"
        case .tooMuchData: "die Datei hat mehr Daten, als das Bild haben kann"
        case .tooManyScans(let limit): "das Bild hat mehr als \(limit) Scans"
        case .missingTiles(let count): count == 1 ? "1 Kachel fehlt" : "\(count) Kacheln fehlen"
        case .nested: "das Bild besteht aus sich selbst oder aus zu vielen anderen"
        case .unreadable: "die Datei ist nicht lesbar"
        case .diskCache: "der Cache auf der Platte ist nicht lesbar"
        case .changed: "die Datei wurde geändert"
        case .noMemory: "der Arbeitsspeicher reichte nicht"
        case .library(let text): "„\(text)“"
        }
    }

    private static func text(_ fault: TileFault) -> String {
        switch fault {
        case .unreadable: "Die Beschreibung der Kacheln ist nicht lesbar"
        case .side(let pixels): "Die Größe der Kacheln ist unbrauchbar (\(pixels) Pixel)"
        case .levels(let count): "Die Zoomstufen der Kacheln sind unbrauchbar (\(count))"
        case .count(let count): "Größe und Zahl der Kacheln (\(count)) passen nicht zusammen"
        case .format: "Das Format der Kacheln ist unbekannt"
        case .missing: "Eine Kachel ist nicht angekommen"
        case .otherBytes: "Der Server schickt andere Bytes als verlangt"
        }
    }

    private static func text(_ kind: FileKind) -> String {
        switch kind {
        case .photo(.webp): "WebP braucht die Bibliothek libwebp (Paket libwebp7)"
        case .photo(.heif): "HEIC und AVIF brauchen die Bibliothek libheif (Paket libheif1)"
        case .photo(.jpegXL): "JPEG XL braucht die Bibliothek libjxl (Paket libjxl0.7 oder neuer)"
        case .photo(.openEXR):
            "OpenEXR braucht die Bibliothek OpenEXRCore (Paket libopenexr-3-1-30)"
        case .photo(.fits): "diese FITS-Datei hat kein Bild, das gezeigt werden kann"
        case .photo(let format): "diese Art von \(format.rawValue) wird nicht unterstützt"
        case .bmp: unsupported("BMP")
        case .svg: unsupported("SVG")
        case .pdf: unsupported("PDF")
        case .video: "ein Video, kein Foto"
        case .gzip: "eine komprimierte Datei, kein Foto"
        case .webPage: "eine Webseite, kein Foto"
        case .json: "JSON-Text, kein Foto"
        case .text: "eine Textdatei, kein Foto"
        case .empty: "leer"
        case .unknown: "unbekanntes Format"
        case .unsupported(.imageSequence): "Bildfolgen in HEIF und AVIF werden nicht unterstützt"
        case .unsupported(.detachedPDS):
            "die Beschreibung eines Bildes in einer anderen Datei, die nicht in ihrem Ordner liegt"
        case .unsupported(.fitsTables): "diese FITS-Datei hat Tabellen, aber kein Bild"
        case .unsupported(.zip): "ein Zip-Archiv; ein Bild darin heißt zum Beispiel a.zip/b.jpg"
        case .unsupported(let format): unsupported(name(format))
        }
    }

    private static func name(_ format: UnsupportedFormat) -> String {
        switch format {
        case .losslessJPEG: "verlustfreies JPEG"
        case .deepJPEG: "JPEG mit 12 Bit"
        case .hierarchicalJPEG: "hierarchisches JPEG"
        case .applePNG: "PNG nach Apples Art (CgBI)"
        case .uncompressedHEIF: "unkomprimiertes HEIF"
        case .otherHEIF: "diese Art von HEIF"
        case .oldJPEGInTIFF: "JPEG alter Art in TIFF"
        default: format.rawValue
        }
    }

    private static func unsupported(_ format: String) -> String {
        "\(format) wird nicht unterstützt"
    }

    @Sendable private static func text(_ failure: CatalogFailure, _ name: String) -> String {
        switch failure {
        case .fetching(let failure): text(failure)
        case .noSuchPhoto(let id) where id.service != .nasa:
            "\(id.service.title) hat kein Foto mit der ID \(name)."
        case .noSuchPhoto:
            "Die NASA hat kein Foto mit der ID \(name). Groß- und Kleinschreibung zählt."
        case .noSuchAlbum(let album): "Die NASA hat kein Album namens \(album)."
        case .notAPhoto(_, .audio): "\(name) ist eine Tonaufnahme: es gibt kein Bild dazu."
        case .notAPhoto: "\(name) ist kein Foto."
        case .unreadableReply:
            "Der Server hat eine unverständliche Antwort geschickt. Bitte später erneut versuchen."
        case .webPageInstead: webPage
        case .tooManyResults:
            "Die NASA listet nur die ersten 10.000 Treffer. Bitte die Suche eingrenzen."
        case .nothingViewable(_, let formats) where formats.isEmpty:
            "Von \(name) gibt es kein Bild, das sich zeigen lässt."
        case .nothingViewable(_, let formats):
            "\(name) gibt es nur als \(formats.joined(separator: ", ")): Das lässt sich nicht zeigen."
        case .addressNotAllowed(let refusal): text(refusal)
        case .notOffered(let service, .words):
            "\(service.title) lässt sich nicht nach Wörtern durchsuchen."
        case .notOffered(let service, .day):
            "\(service.title) lässt sich nicht nach Tagen auflisten."
        case .notOffered(let service, .fields):
            "\(service.title) lässt sich nicht nach Feldern wie Titel oder Jahr durchsuchen."
        case .keyMissing(let service):
            "\(service.title) braucht einen Schlüssel in der Konfigurationsdatei (flickr-key = …)."
        case .keyRefused(let service):
            "\(service.title) hat den Schlüssel aus der Konfigurationsdatei nicht angenommen."
        }
    }

    private static let webPage =
        "Das Netz hat eine Webseite statt eines Bildes geschickt. Verlangt es eine Anmeldung?"

    private static func text(_ refusal: URLPolicyViolation) -> String {
        switch refusal {
        case .scheme: "Nur https-Adressen können geöffnet werden."
        case .host: "Fotos werden nur von den Servern ihrer eigenen Bibliothek geladen."
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
        case .noConnection(let fault):
            "Keine Verbindung zum Server (\(text(fault))). Bitte das Netz prüfen und erneut versuchen."
        case .nameNotFound(let host):
            "Keine Internetverbindung (\(host) nicht gefunden). Bitte das Netz prüfen und erneut versuchen."
        case .timedOut(let seconds):
            "Der Server hat \(seconds) Sekunden lang nicht geantwortet. Bitte erneut versuchen."
        case .stalled(let bytes):
            "Der Download ist nach \(LocalStrings.german.size(bytes)) stehen geblieben. Bitte erneut versuchen."
        case .tlsFailed(let reason):
            "Keine sichere Verbindung („\(reason)“). Geht die Uhr des Rechners richtig?"
        case .tooManyRedirects(let limit): "Der Server hat mehr als \(limit)-mal weitergeleitet."
        case .addressNotAllowed(let refusal): text(refusal)
        case .tooLarge(let limit):
            "Die Datei überschreitet die Download-Grenze von \(LocalStrings.german.size(limit))."
        case .noRoom(let byteCount):
            "Die Datei braucht \(LocalStrings.german.size(byteCount)) freien Platz im Cache-Ordner."
        case .webPageInstead: webPage
        case .interrupted(let fault):
            "Der Download wurde unterbrochen (\(text(fault))). Bitte erneut versuchen."
        case .cancelled: "Der Download wurde abgebrochen."
        }
    }

    private static func text(_ fault: TransferFault) -> String {
        switch fault {
        case .unreadable: "die Datei ist nicht lesbar"
        case .cutOff(let bytes, let total): "\(bytes) von \(total) Bytes kamen an"
        case .empty: "die Datei ist leer"
        case .status(let status): "HTTP-Status \(status)"
        case .noAddress(let status): "HTTP-Status \(status) ohne Adresse"
        case .part: "statt der ganzen Datei kam ein Teil"
        case .noLibrary: "libcurl fehlt"
        case .noThread: "das System erlaubt keine weiteren Threads"
        case .noMemory: "der Arbeitsspeicher reicht nicht"
        case .library(let text): "„\(text)“"
        }
    }
}
