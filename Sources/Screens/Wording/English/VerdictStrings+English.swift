internal import Imaging
internal import TerminalProtocols

extension VerdictStrings {
    static let english = VerdictStrings(
        pictures: { "Pictures: \($0), \($1.string)." },
        picturesThrough: { "Pictures: \($0) through \($1), \($2.string)." },
        unknown: "Pictures: unknown.",
        allColours: "all colours",
        colours: { "\($0) colours" },
        allWell: "All well.",
        notAsked: "The terminal was not asked.",
        noAnswer: "The terminal did not answer.",
        advice: { advice in
            switch advice {
            case .startXtermAsVT340:
                "This xterm draws pictures when started with -ti vt340."
            case .openTmux:
                "For pictures in tmux, put this in tmux.conf: set -g allow-passthrough on"
            case .raiseXtermLimit(let limit):
                """
                Photos are limited to \(limit.width)x\(limit.height) pixels. To lift that, start \
                xterm with -xrm 'XTerm*maxGraphicSize: 4096x4096'.
                """
            }
        },
        noPictures: """
            This terminal draws no pictures. Terminals that do: kitty, Ghostty, Konsole, foot, \
            WezTerm, iTerm2.
            """,
        noSandbox: "Photos are decoded without a sandbox.",
        noDecoder: "Photos can't be decoded.")
}
