internal import Imaging
internal import PhotoPipeline
internal import TerminalProtocols

extension DoctorStrings {
    static let german = DoctorStrings(
        verdict: .german,
        headings: Headings(
            program: "Programm",
            version: "Version",
            environment: "Umgebung",
            asked: "Frage",
            answered: "Antwort",
            decided: "Ergebnis",
            why: "Grund"),
        count: { "\($0) von \($1) Fragen" },
        answered: { "Das Terminal hat \($0) beantwortet, die letzte nach \($1) ms." },
        timedOut: { "Das Terminal hat in \($1) ms \($0) beantwortet, aber nicht die letzte." },
        notAsked: { failure in
            switch failure {
            case .noTerminal: "Kein Terminal. Das Folgende beruht allein auf der Umgebung."
            case .pipe:
                """
                Die Ausgabe geht in eine Pipe, deren Leser das Terminal benutzen könnte; darum wurde \
                es nicht gefragt. Das Folgende beruht allein auf der Umgebung. Besser in eine Datei: \
                nasa-view doctor > report.md
                """
            case .background:
                """
                Das Programm läuft im Hintergrund, darum wurde das Terminal nicht gefragt. Das \
                Folgende beruht allein auf der Umgebung.
                """
            case .kind:
                """
                Ein Terminal mit diesem TERM wird nicht gefragt, weil es die Fragen als Text zeigen \
                könnte. Das Folgende beruht allein auf der Umgebung.
                """
            }
        },
        query: { query in
            switch query {
            case .version: "Name und Version (XTVERSION)"
            case .secondaryAttributes: "Terminaltyp (DA2)"
            case .sixelGeometry: "aktuelle Sixel-Größe"
            case .cellPixels: "Zellengröße in Pixeln (16t)"
            case .textAreaPixels: "Textbereich in Pixeln (14t)"
            case .synchronizedUpdates: "synchrone Aktualisierung (mode 2026)"
            case .mousePixels: "Maus in Pixeln (mode 1016)"
            case .resizeReports: "Meldung neuer Größen (mode 2048)"
            case .colourSchemeReports: "Meldung hell/dunkel (mode 2031)"
            case .visibilityReports: "Meldung der Sichtbarkeit (mode 2033)"
            case .background: "Hintergrundfarbe (OSC 11)"
            case .primaryAttributes: "Fähigkeiten (DA1)"
            case .kittyGraphics, .sixelLimit, .sixelRegisters, .keyboard:
                DoctorText.code(of: query)
            }
        },
        topic: { topic in
            switch topic {
            case .terminal: "Terminal"
            case .window: "Fenster"
            case .cell: "Zellengröße"
            case .graphics: "Bilder"
            case .passage: "Durchleitung"
            case .registers: "Sixel-Register"
            case .pictureLimit: "Sixel-Grenze"
            case .colours: "Textfarben"
            case .synchronizedUpdates: "synchron"
            case .keyboard: "Kitty-Tastatur"
            case .mousePixels: "Maus in Pixeln"
            case .resizeReports: "Größenmeldung"
            case .background: "Hintergrund"
            case .colourSchemeReports: "Hell/Dunkel-Meldung"
            case .visibilityReports: "Sichtbarkeit"
            case .hyperlinks: "Verweise"
            case .progress: "Fortschritt"
            case .rightToLeft: "dreht Text von rechts"
            }
        },
        setting: { setting in
            switch setting {
            case 0: "unbekannt"
            case 1: "an"
            case 2: "aus"
            case 3: "immer an"
            case 4: "immer aus"
            default: "ungültig"
            }
        },
        error: { "Fehler \($0)" },
        yes: "ja",
        no: "nein",
        unknown: "unbekannt",
        noneNamed: "nicht gemeldet",
        bits: "24 Bit",
        rightToLeft: { support in
            switch support {
            case .none: "nein"
            case .words: "ja, Wort für Wort"
            case .switched: "ja, bis es ausgeschaltet wird"
            case .rows: "ja, ganze Zeilen"
            }
        },
        cells: { "\($0)x\($1) Zellen" },
        namesSixel: "DA1 nennt Sixel (4)",
        namesNoSixel: "DA1 nennt kein Sixel (4)",
        answerTo: { "Antwort auf " + $0 },
        noAnswerTo: { "keine Antwort auf " + $0 },
        wasNotAsked: "nicht gefragt",
        kernel: "der Kernel (TIOCGWINSZ)",
        assumed: "angenommen (keine Angabe)",
        measuredIn: { "bekannt von \($0)" },
        tried: "ausprobiert: es platziert Teile von Bildern",
        quirks: { name in
            name.isEmpty
                ? "Von diesem Terminal, und berücksichtigt:" : "Von \(name), und berücksichtigt:"
        },
        quirk: germanQuirk,
        chart: { "Mit \($0) sollte jedes Feld die Farbe haben, die darüber steht:" },
        multiplexer: .german,
        sandbox: { status in
            switch status {
            case .holds:
                """
                Fotos werden in einer Sandbox dekodiert, die keine Dateien öffnen, das Netz nicht \
                nutzen und anderen Prozessen keine Signale senden kann (soeben geprüft).
                """
            case .open(let operations):
                """
                Fotos werden in eigenen Prozessen dekodiert, aber dieses System schottet sie nicht \
                ab. Im Test konnte einer \(operations.map(name).joined(separator: ", ")).
                """
            case .broken:
                """
                Fotos werden in eigenen Prozessen dekodiert, aber keiner ließ sich starten. Fotos \
                können erst gezeigt werden, wenn wieder Speicher und Dateideskriptoren frei sind.
                """
            case .none:
                """
                Fotos werden im Programm selbst dekodiert, weil dieses System keine eigenen Prozesse \
                dafür bietet. Wenn ein Dekoder abstürzt, endet das Programm.
                """
            }
        },
        unknownVersion: "unbekannt",
        isSet: "gesetzt")

    private static func name(_ operation: SandboxStatus.ForbiddenOperation) -> String {
        switch operation {
        case .openFiles: "Dateien öffnen"
        case .useNetwork: "das Netz nutzen"
        case .signalProcesses: "Prozessen Signale senden"
        }
    }
}

extension VerdictStrings {
    static let german = VerdictStrings(
        pictures: { "Bilder: \($0), \($1.string)." },
        picturesThrough: { "Bilder: \($0) durch \($1), \($2.string)." },
        unknown: "Bilder: unbekannt.",
        allColours: "alle Farben",
        colours: { "\($0) Farben" },
        allWell: "Alles in Ordnung.",
        notAsked: "Das Terminal wurde nicht gefragt.",
        noAnswer: "Das Terminal hat nicht geantwortet.",
        advice: { advice in
            switch advice {
            case .startXtermAsVT340:
                "Dieses xterm zeichnet Bilder, wenn es mit -ti vt340 gestartet wird."
            case .openTmux:
                "Für Bilder in tmux gehört in die tmux.conf: set -g allow-passthrough on"
            case .updateTmux:
                """
                Diese Version von tmux verliert Bilder, die sie weitergeben soll. tmux ab 3.8 nicht; \
                auch das eigene Sixel von tmux geht, wenn es eingebaut ist.
                """
            case .enableImagesInVSCode:
                """
                VS Code zeichnet Bilder mit der Einstellung "terminal.integrated.enableImages": true.
                """
            case .raiseXtermLimit(let limit):
                """
                Fotos sind auf \(limit.width)x\(limit.height) Pixel begrenzt. Mehr erlaubt xterm \
                mit -xrm 'XTerm*maxGraphicSize: 4096x4096'.
                """
            }
        },
        noPictures: """
            Dieses Terminal zeichnet keine Bilder. Andere tun es: kitty, Ghostty, Konsole, foot, \
            WezTerm, iTerm2.
            """,
        noSandbox: "Fotos werden ohne Sandbox dekodiert.",
        noDecoder: "Fotos können nicht dekodiert werden.")
}

extension MultiplexerStrings {
    static let german = MultiplexerStrings(
        pane: { "\($0), Bereich bei \($1),\($2)" },
        fromOutside: ", äußeres Terminal",
        namesSixel: "DA1 des äußeren Terminals nennt Sixel (4)",
        noAnswer: "keine Antwort des äußeren Terminals",
        answers: "Antworten des äußeren Terminals",
        noPlace: "Lage des Bereichs unbekannt",
        noPictures: "das äußere Terminal zeichnet keine Bilder",
        answered: { "Durch \($0) hat das äußere Terminal \($1) von \($2) Fragen beantwortet:" },
        makeActive: {
            "Die Lage des Bereichs ist unbekannt. Bitte zum aktiven Bereich von \($0) machen."
        },
        outsideIsPlain: {
            "Das Terminal außerhalb von \($0) antwortet, zeichnet aber keine Bilder."
        },
        unknownPictures: {
            """
            \($0) verwaltet die Bilder nicht, die es weitergibt. Strg-L zeichnet neu, was es \
            übermalt hat.
            """
        },
        keptPictures: {
            """
            \($0) verwaltet die Bilder nicht, die es weitergibt. Strg-L zeichnet neu, was es \
            übermalt hat; in anderen Fenstern zeigt kitty die Bilder weiter.
            """
        },
        asText: { "\($0), als Text (Unicode-Platzhalter)" },
        textPictures: {
            """
            Bilder sind für \($0) Text (Unicode-Platzhalter): Es verschiebt, beschneidet und \
            zeichnet sie selbst.
            """
        },
        tmuxIsClosed: """
            tmux gibt nichts an das äußere Terminal weiter. Mit `set -g allow-passthrough on` in \
            tmux.conf kann jenes Bilder zeichnen; neuere Versionen von tmux zeichnen Sixel selbst.
            """,
        tmuxIsSilent:
            "tmux meldet nicht, wo dieser Bereich liegt; darum werden keine Bilder hindurchgeleitet.",
        screenIsSilent: "Das Terminal außerhalb von GNU screen hat nicht geantwortet.")
}
