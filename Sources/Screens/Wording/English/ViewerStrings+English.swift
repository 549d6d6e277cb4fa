internal import Imaging
internal import TerminalProtocols

extension ViewerStrings {
    static let english = ViewerStrings(
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
        advice: { advice in
            switch advice {
            case .startXtermAsVT340:
                "Blocks: this xterm draws pictures when started with -ti vt340"
            case .openTmux: "Blocks: pictures may need this in tmux: set -g allow-passthrough on"
            case .raiseXtermLimit(let limit):
                """
                Photos end at \(limit.width)x\(limit.height) pixels: raise xterm's maxGraphicSize, \
                as in 4096x4096
                """
            }
        },
        retryKey: { "\($0[.retry]): retry" },
        othersKeys: { "\($0[.nextPhoto]) \($0[.previousPhoto]): other photos" },
        backKey: { "\($0[.quit]): back" },
        quitKey: { "\($0[.quit]): quit" })
}
