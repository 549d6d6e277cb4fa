internal import TerminalProtocols

extension MultiplexerStrings {
    static let german = MultiplexerStrings(
        pane: { "\($0), Bereich bei \($1),\($2)" },
        fromOutside: ", äußeres Terminal",
        namesSixel: "DA1 des äußeren Terminals nennt Sixel (4)",
        noAnswer: "keine Antwort des äußeren Terminals",
        answers: "Antworten des äußeren Terminals",
        noPlace: "Lage des Bereichs unbekannt",
        noPictures: "das äußere Terminal zeichnet keine Bilder",
        answered: { "Durch \($0) hat das äußere Terminal \($1) von \($2) Fragen beantwortet:" },
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
        tmuxIsClosed: """
            tmux gibt nichts an das äußere Terminal weiter. Mit `set -g allow-passthrough on` in \
            tmux.conf kann jenes Bilder zeichnen; neuere Versionen von tmux zeichnen Sixel selbst.
            """,
        tmuxIsSilent:
            "Das Programm tmux sagt nicht, wo dieser Ausschnitt liegt; darum gehen keine Bilder hindurch.",
        screenIsSilent: "Das Terminal außerhalb von GNU screen hat nicht geantwortet.")
}
