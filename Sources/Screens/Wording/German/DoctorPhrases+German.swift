internal import PhotoPipeline
internal import TerminalProtocols

extension DoctorPhrases {
    static let german = DoctorPhrases(
        headings: Headings(
            program: "Programm",
            version: "Fassung",
            environment: "Umgebung",
            asked: "gefragt",
            answered: "geantwortet",
            decided: "entschieden",
            why: "warum"),
        count: { "\($0) von \($1) Fragen" },
        answered: { "Das Terminal hat \($0) beantwortet, die letzte nach \($1) ms." },
        timedOut: { "Das Terminal hat \($0) beantwortet, aber nicht die letzte, in \($1) ms." },
        notAsked: { obstacle in
            switch obstacle {
            case .noTerminal:
                "Es gibt kein Terminal: Dies sagt allein die Umgebung."
            case .pipe:
                """
                Die Ausgabe geht in eine Pipe, deren Leser das Terminal benutzen kann; darum wurde \
                es nicht gefragt: Dies sagt allein die Umgebung. Besser in eine Datei: \
                nasa-view doctor > report.md
                """
            case .background:
                """
                Das Programm läuft im Hintergrund, darum wurde das Terminal nicht gefragt: Dies \
                sagt allein die Umgebung.
                """
            case .kind:
                """
                Ein Terminal mit diesem TERM wird nicht gefragt, denn es könnte die Fragen zeigen: \
                Dies sagt allein die Umgebung.
                """
            }
        },
        query: { query in
            switch query {
            case .version: "Name und Fassung (XTVERSION)"
            case .secondaryAttributes: "Art des Terminals (DA2)"
            case .sixelGeometry: "Sixel-Größe jetzt"
            case .cellPixels: "Pixel einer Zelle (16t)"
            case .textAreaPixels: "Pixel des Textfelds (14t)"
            case .synchronizedUpdates: "ganze Bilder auf einmal (mode 2026)"
            case .mousePixels: "Maus in Pixeln (mode 1016)"
            case .resizeReports: "Meldung neuer Größen (mode 2048)"
            case .background: "Hintergrundfarbe (OSC 11)"
            case .primaryAttributes: "was es kann (DA1)"
            case .kittyGraphics, .sixelLimit, .sixelRegisters, .keyboard:
                DoctorWording.code(of: query)
            }
        },
        topic: { topic in
            switch topic {
            case .terminal: "Terminal"
            case .window: "Fenster"
            case .cell: "Zelle"
            case .graphics: "Bilder durch"
            case .passage: "weitergegeben"
            case .registers: "Sixel-Register"
            case .pictureLimit: "Sixel-Grenze"
            case .colours: "Textfarben"
            case .synchronizedUpdates: "ganze Bilder"
            case .keyboard: "Kitty-Tastatur"
            case .mousePixels: "Maus in Pixeln"
            case .resizeReports: "Größenmeldung"
            case .background: "Hintergrund"
            }
        },
        setting: { setting in
            switch setting {
            case 0: "unbekannt"
            case 1: "an"
            case 2: "aus"
            case 3: "immer an"
            case 4: "immer aus"
            default: "ohne Sinn"
            }
        },
        error: { "Fehler \($0)" },
        yes: "ja",
        no: "nein",
        unknown: "unbekannt",
        noneNamed: "keine genannt",
        bits: "24 Bit",
        cells: { "\($0)x\($1) Zellen" },
        namesSixel: "DA1 nennt Sixel (4)",
        namesNoSixel: "DA1 nennt kein Sixel (4)",
        answerTo: { "Antwort auf " + $0 },
        noAnswerTo: { "keine Antwort auf " + $0 },
        wasNotAsked: "nicht gefragt",
        kernel: "der Kern (TIOCGWINSZ)",
        measuredIn: { "gemessen in \($0)" },
        assumed: "angenommen, nichts sagt es",
        chart: {
            "Durch \($0): Jedes Feld muss die Farbe haben, die darüber steht:"
        },
        passage: .german,
        fence: { fence in
            switch fence {
            case .holds:
                """
                Fotos werden in eigenen Prozessen dekodiert, die keine Datei öffnen, kein Netz \
                benutzen und keinem Prozess Signale schicken können: Einer hat es versucht.
                """
            case .open(let deeds):
                """
                Fotos werden in eigenen Prozessen dekodiert, aber dieses System hält sie in keinen \
                Schranken: Einer konnte \(deeds.map(deed).joined(separator: ", ")).
                """
            case .broken:
                """
                Fotos werden in eigenen Prozessen dekodiert, aber keiner ließ sich starten: Fotos \
                können erst gezeigt werden, wenn das System Speicher und offene Dateien übrig hat.
                """
            case .none:
                """
                Fotos dekodiert das Programm selbst, denn dieses System gibt ihm keine eigenen \
                Prozesse dafür: Wenn ein Dekoder abstürzt, endet das Programm.
                """
            }
        },
        tellsNone: "nennt keine",
        isSet: "ist gesetzt")

    private static func deed(_ deed: DecodingFence.Deed) -> String {
        switch deed {
        case .openFiles: "Dateien öffnen"
        case .useNetwork: "das Netz benutzen"
        case .signalProcesses: "Prozessen Signale schicken"
        }
    }
}
