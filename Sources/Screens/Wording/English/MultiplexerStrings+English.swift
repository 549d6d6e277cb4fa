internal import TerminalProtocols

extension MultiplexerStrings {
    static let english = MultiplexerStrings(
        pane: { "\($0), pane at \($1),\($2)" },
        fromOutside: ", outer terminal",
        namesSixel: "DA1 of the outer terminal lists sixel (4)",
        noAnswer: "no answer from the outer terminal",
        answers: "answers from the outer terminal",
        noPlace: "position of the pane unknown",
        noPictures: "the outer terminal draws no pictures",
        answered: { "Through \($0), the outer terminal answered \($1) of \($2) questions:" },
        makeActive: { "The pane's position is unknown. Make it the active pane of \($0)." },
        outsideIsPlain: { "The terminal outside \($0) answers but draws no pictures." },
        unknownPictures: {
            """
            \($0) does not keep track of the pictures it passes on. Press Ctrl-L to redraw what it \
            has drawn over.
            """
        },
        keptPictures: {
            """
            \($0) does not keep track of the pictures it passes on. Press Ctrl-L to redraw what it \
            has drawn over; in other windows kitty keeps showing the pictures.
            """
        },
        tmuxIsClosed: """
            tmux passes nothing on to the outer terminal. Put `set -g allow-passthrough on` in \
            tmux.conf to let that terminal draw pictures; newer versions of tmux draw sixel themselves.
            """,
        tmuxIsSilent: "tmux did not say where this pane is, so no pictures are sent through it.",
        screenIsSilent: "The terminal outside GNU screen did not answer.")
}
