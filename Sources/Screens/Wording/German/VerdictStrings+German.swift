internal import Imaging
internal import TerminalProtocols

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
