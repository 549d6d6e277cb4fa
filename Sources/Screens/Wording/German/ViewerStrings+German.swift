internal import Imaging
internal import TerminalProtocols

extension ViewerStrings {
    static let german = ViewerStrings(
        region: { region in
            switch region {
            case .whole: "ganz"
            case .topLeft: "oben links"
            case .top: "oben"
            case .topRight: "oben rechts"
            case .left: "links"
            case .centre: "Mitte"
            case .right: "rechts"
            case .bottomLeft: "unten links"
            case .bottom: "unten"
            case .bottomRight: "unten rechts"
            }
        },
        helpKey: { "\($0[.help]): Tasten" },
        zoomKey: { "\($0[.toggleZoom]): Zoom" },
        advice: { advice in
            switch advice {
            case .startXtermAsVT340:
                "Blöcke: dieses xterm zeigt Bilder, wenn es mit -ti vt340 gestartet wird"
            case .openTmux: "Blöcke: für Bilder braucht tmux wohl: set -g allow-passthrough on"
            case .raiseXtermLimit(let limit):
                """
                Fotos enden bei \(limit.width)x\(limit.height) Pixeln: maxGraphicSize von xterm \
                erhöhen, etwa 4096x4096
                """
            }
        },
        retryKey: { "\($0[.retry]): wiederholen" },
        othersKeys: { "\($0[.nextPhoto]) \($0[.previousPhoto]): andere Fotos" },
        backKey: { "\($0[.quit]): zurück" },
        quitKey: { "\($0[.quit]): beenden" })
}
