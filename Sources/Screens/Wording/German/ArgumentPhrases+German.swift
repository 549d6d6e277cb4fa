internal import TerminalProtocols

extension ArgumentPhrases {
    static let german = ArgumentPhrases(
        noTerminal: "Es gibt kein Terminal zum Zeichnen; --print schreibt ein Bild, --plain Worte.",
        noThreads:
            "Das System lässt keine weiteren Threads zu; einige beenden, oder mehr erlauben.",
        fewDescriptors: {
            "Das Programm darf keine \($0) Dateien zugleich öffnen; die Grenze anheben (ulimit -n)."
        },
        littleMemory: {
            "Das Programm braucht \($0) MB Adressraum; die Grenze anheben (ulimit -v)."
        },
        crashed: { log in
            "Das Programm ist abgestürzt; "
                + (log.map { "was es zuletzt tat, steht in \($0)." }
                    ?? "mit NASA_VIEW_LOG=DATEI schreibt es auf, was es tut.")
        },
        nothingToPrint:
            "Welches Foto? Eine nasa_id, eine Datei, eine URL nennen, oder --demo.",
        noDemo: "Die Beispielsammlung fehlt; NASA_VIEW_DEMO nennt ihren Ordner.",
        year: "Ein Jahr hat vier Ziffern.",
        limit: "--limit ist eine Zahl von 1 bis 10000.",
        mediaTypes: "--media-type ist image, video oder audio, oder mehrere mit Kommas.",
        api:
            "Die Adresse in --api oder NASA_VIEW_API muss https sein, oder http auf diesem Rechner.",
        memory: "--memory ist mindestens 16M.",
        cellSize: { "Eine Zeichenzelle heißt etwa 10x20 und hat höchstens \($0)x\($0) Pixel." },
        unknownValue: { "\($0) hat einen unbekannten Wert; --help nennt, was es gibt." },
        seeHelp: "Mehr mit nasa-view --help.",
        meant: { "Es gibt keinen Befehl \($0). Vielleicht \($1)?" },
        keyboardIsInput: "die Standardeingabe ist die Tastatur; Bilder kommen durch eine Pipe",
        tooMuchInput: { "es kamen mehr als \($0) MB" },
        outputFailed: { "Die Standardausgabe lässt sich nicht beschreiben: \($0)." })
}
