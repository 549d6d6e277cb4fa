internal import Imaging
internal import PhotoCatalog

extension FailurePhrases {
    static let german = FailurePhrases(
        this: "Dies",
        damage: { "\($0) ist beschädigt; mehr ist davon nicht da." },
        file: text, decoding: text, catalog: text, fetching: text)

    @Sendable private static func text(_ failure: FileFailure, _ name: String) -> String {
        switch failure {
        case .notFound where name.contains("/"):
            "Es gibt keine Datei \(name); Kennungen der NASA-Bibliothek haben keinen Schrägstrich."
        case .notFound: "Es gibt keine Datei \(name)."
        case .isDirectory: "\(name) ist ein Ordner; bitte die Bilder darin nennen."
        case .notRegular: "\(name) ist keine gewöhnliche Datei; - liest aus einer Pipe."
        case .notPermitted: "\(name) darf nicht gelesen werden; bitte die Zugriffsrechte prüfen."
        case .empty: "\(name) ist leer."
        case .unreadable(let reason): "\(name) kann nicht gelesen werden: \(reason)."
        }
    }

    @Sendable private static func text(_ failure: DecodingFailure, _ name: String) -> String {
        switch failure {
        case .unsupported(let kind):
            "\(name) ist \(text(kind)); gezeigt werden nur JPEG und PNG."
        case .damaged(let reason):
            "\(name) ist beschädigt und kann nicht gezeigt werden (\(reason))."
        case .tooLarge(let size):
            "\(name) ist zu groß zum Zeigen (\(size.width) x \(size.height) Pixel)."
        case .outOfMemory: "Der Speicher reicht nicht, um \(name) zu zeigen."
        case .noRoom(let byteCount):
            """
            \(name) braucht in dieser Größe \(LocalWording.size(byteCount)) freien Platz im \
            Cache-Ordner; kleiner kann es gezeigt werden.
            """
        case .decoderCrashed:
            "\(name) konnte nicht dekodiert werden: Der Dekoder ist abgestürzt; andere Fotos betrifft das nicht."
        case .decoderStalled:
            "\(name) konnte nicht dekodiert werden: Der Dekoder wurde aufgegeben, denn es kam nichts mehr dabei heraus."
        case .noDecoder:
            "\(name) konnte nicht dekodiert werden: Dem System fehlen Speicher oder offene Dateien für einen Dekoder."
        }
    }

    private static func text(_ kind: FileKind) -> String {
        switch kind {
        case .jpeg: "ein JPEG von nicht unterstützter Art"
        case .png: "ein PNG von nicht unterstützter Art"
        case .tiff: "ein TIFF-Bild"
        case .gif: "ein GIF-Bild"
        case .webp: "ein WebP-Bild"
        case .heif: "ein HEIF- oder AVIF-Bild"
        case .jpegXL: "ein JPEG-XL-Bild"
        case .bmp: "ein BMP-Bild"
        case .svg: "eine SVG-Zeichnung"
        case .pdf: "ein PDF-Dokument"
        case .video: "ein Video"
        case .gzip: "eine gepackte Datei"
        case .webPage: "eine Webseite"
        case .json: "JSON-Text"
        case .text: "eine Textdatei"
        case .empty: "leer"
        case .unknown: "kein Bild"
        }
    }

    @Sendable private static func text(_ failure: CatalogFailure, _ name: String) -> String {
        switch failure {
        case .fetching(let failure): text(failure)
        case .noSuchPhoto:
            "Die NASA-Bibliothek hat kein Foto mit der Kennung \(name); jeder Buchstabe zählt, auch groß und klein."
        case .noSuchAlbum(let album): "Die NASA-Bibliothek hat kein Album \(album)."
        case .notAPhoto(_, .video): "\(name) ist ein Video; gezeigt werden nur Fotos."
        case .notAPhoto: "\(name) ist kein Foto; gezeigt werden nur Fotos."
        case .unreadableReply:
            "Die Antwort der NASA-Bibliothek ist nicht lesbar; bitte später noch einmal versuchen."
        case .webPageInstead: webPage
        case .tooManyResults:
            "Die NASA listet nur die ersten 10.000 Treffer; bitte die Suche eingrenzen."
        case .nothingViewable(_, let formats):
            "\(name) gibt es nur als \(formats.joined(separator: ", ")); gezeigt werden nur JPEG und PNG."
        case .addressNotAllowed: notAllowed
        }
    }

    private static let webPage =
        "Statt eines Bildes kam eine Webseite aus dem Netz; verlangt es eine Anmeldung?"
    private static let notAllowed =
        "Diese Adresse darf nicht geholt werden: nur https, und für Fotos der NASA nur ihre Server."

    @Sendable private static func text(_ failure: FetchFailure) -> String {
        switch failure {
        case .notFound: "Der Server hat keine solche Datei (404)."
        case .refused(let status, _):
            "Der Server hat abgelehnt (\(status)); bitte in einer Minute noch einmal versuchen."
        case .serverFailed(let status):
            "Der Server hat versagt (\(status)); bitte später noch einmal versuchen."
        case .rateLimited:
            "Der Server bittet um Geduld; bitte in einer Minute noch einmal versuchen."
        case .noConnection(let reason):
            "Keine Verbindung zum Server (\(reason)); bitte das Netz prüfen und noch einmal versuchen."
        case .nameNotFound(let host):
            "Keine Verbindung: Der Name \(host) wurde nicht gefunden; bitte das Netz prüfen und noch einmal versuchen."
        case .timedOut(let seconds):
            "Der Server hat \(seconds) Sekunden lang nicht geantwortet; bitte noch einmal versuchen."
        case .stalled(let bytes):
            "Nach \(LocalWording.size(bytes)) kam nichts mehr; bitte noch einmal versuchen."
        case .tlsFailed(let reason):
            "Die sichere Verbindung kam nicht zustande (\(reason)); geht die Uhr des Rechners richtig?"
        case .tooManyRedirects(let limit): "Der Server hat mehr als \(limit) Mal weitergeleitet."
        case .addressNotAllowed: notAllowed
        case .tooLarge(let limit):
            "Die Datei ist größer als \(LocalWording.size(limit)), die Grenze für Übertragungen."
        case .webPageInstead: webPage
        case .interrupted(let reason):
            "Die Übertragung brach ab (\(reason)); bitte noch einmal versuchen."
        case .cancelled: "Die Übertragung wurde angehalten."
        }
    }
}
