internal import TerminalProtocols

extension PassagePhrases {
    static let english = PassagePhrases(
        pane: { "\($0), pane at \($1),\($2)" },
        fromOutside: ", from outside",
        namesSixel: "DA1 from outside names sixel (4)",
        noAnswer: "no answer from outside",
        answers: "answers from outside",
        noPlace: "the place of the pane is not sure",
        noPictures: "no pictures outside",
        answered: { "Through \($0), the terminal outside answered \($1) of \($2):" },
        makeActive: { "Where the pane lies is not sure: make it the active one of \($0)." },
        outsideIsPlain: { "The terminal outside \($0) answers, and draws no pictures." },
        unknownPictures: {
            """
            \($0) does not know of the pictures it passes on: Ctrl-L draws what it has drawn over.
            """
        },
        keptPictures: {
            """
            \($0) does not know of the pictures it passes on: Ctrl-L draws what it has drawn over, \
            and kitty's pictures stay on the glass in other windows.
            """
        },
        tmuxIsClosed: """
            tmux passes nothing on to the terminal outside. With `set -g allow-passthrough on` in \
            tmux.conf it would, and that terminal could draw pictures; newer ones draw sixel themselves.
            """,
        tmuxIsSilent:
            "The program tmux could not be asked where this pane is, so no pictures are sent through it.",
        screenIsSilent: "The terminal outside GNU screen answered nothing.")
}
