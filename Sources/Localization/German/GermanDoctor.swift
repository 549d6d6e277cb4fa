internal import Imaging
internal import PhotoPipeline
internal import TerminalProtocols

extension DiagnosisStrings {
    static let german = DiagnosisStrings(
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
        noDecoder: "Fotos können nicht dekodiert werden.",
        unasked: { failure in
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
        multiplexer: .german)

    private static func name(_ operation: SandboxStatus.ForbiddenOperation) -> String {
        switch operation {
        case .openFiles: "Dateien öffnen"
        case .useNetwork: "das Netz nutzen"
        case .signalProcesses: "Prozessen Signale senden"
        }
    }
}

extension MultiplexerAdvice {
    static let german = MultiplexerAdvice(
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
