internal import TerminalProtocols

extension ViewerPhrases {
    static let english = ViewerPhrases(
        region: { region in
            switch region {
            case .whole: "whole"
            case .topLeft: "top left"
            case .top: "top"
            case .topRight: "top right"
            case .left: "left"
            case .centre: "centre"
            case .right: "right"
            case .bottomLeft: "bottom left"
            case .bottom: "bottom"
            case .bottomRight: "bottom right"
            }
        },
        helpKey: { "\($0[.help]): keys" },
        zoomKey: { "\($0[.toggleZoom]): zoom" },
        retryKey: { "\($0[.retry]): retry" },
        othersKeys: { "\($0[.nextPhoto]) \($0[.previousPhoto]): other photos" },
        backKey: { "\($0[.quit]): back" },
        quitKey: { "\($0[.quit]): quit" })
}
