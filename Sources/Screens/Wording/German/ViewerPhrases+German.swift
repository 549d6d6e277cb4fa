internal import TerminalProtocols

extension ViewerPhrases {
    static let german = ViewerPhrases(
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
        retryKey: { "\($0[.retry]): wiederholen" },
        othersKeys: { "\($0[.nextPhoto]) \($0[.previousPhoto]): andere Fotos" },
        backKey: { "\($0[.quit]): zurück" },
        quitKey: { "\($0[.quit]): beenden" })
}
