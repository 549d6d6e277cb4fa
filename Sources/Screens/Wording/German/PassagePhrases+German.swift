internal import TerminalProtocols

extension PassagePhrases {
    static let german = PassagePhrases(
        pane: { "\($0), Ausschnitt bei \($1),\($2)" },
        fromOutside: ", von außen",
        namesSixel: "DA1 von außen nennt Sixel (4)",
        noAnswer: "keine Antwort von außen",
        answers: "Antworten von außen",
        noPlace: "die Lage des Ausschnitts ist nicht sicher",
        noPictures: "außen keine Bilder",
        answered: { "Durch \($0) hat das Terminal außen \($1) von \($2) Fragen beantwortet:" },
        makeActive: {
            "Wo der Ausschnitt liegt, ist nicht sicher: Bitte zum aktiven von \($0) machen."
        },
        outsideIsPlain: {
            "Das Terminal außerhalb von \($0) antwortet, zeichnet aber keine Bilder."
        },
        unknownPictures: {
            """
            \($0) weiß nichts von den Bildern, die es weitergibt: Strg-L zeichnet neu, was es \
            übermalt hat.
            """
        },
        keptPictures: {
            """
            \($0) weiß nichts von den Bildern, die es weitergibt: Strg-L zeichnet neu, was es \
            übermalt hat, und in anderen Fenstern bleiben Kittys Bilder stehen.
            """
        },
        tmuxIsClosed: """
            tmux gibt nichts an das Terminal außen weiter. Mit `set -g allow-passthrough on` in \
            tmux.conf täte es das, und jenes könnte Bilder zeichnen; neuere zeichnen Sixel selbst.
            """,
        tmuxIsSilent:
            "Das Programm tmux sagt nicht, wo dieser Ausschnitt liegt; darum gehen keine Bilder hindurch.",
        screenIsSilent: "Das Terminal außerhalb von GNU screen hat nicht geantwortet.")
}
