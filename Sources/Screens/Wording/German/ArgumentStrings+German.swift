internal import TerminalProtocols

extension ArgumentStrings {
    static let german = ArgumentStrings(
        noTerminal:
            "Kein Terminal zum Zeichnen. --print gibt ein Bild aus, --plain Text.",
        noThreads:
            "Kein Thread mehr möglich. Programme schließen oder Grenzen erhöhen (siehe ulimit -a).",
        fewDescriptors: {
            "Zu wenige Dateien können offen sein (\($0) nötig). Grenze erhöhen (siehe ulimit -n)."
        },
        littleMemory: {
            "Zu wenig Adressraum (\($0) MB nötig). Grenze erhöhen (siehe ulimit -v)."
        },
        crashed: { log in
            "Das Programm ist abgestürzt. "
                + (log.map { "Seine letzten Schritte stehen in \($0)." }
                    ?? "Mit NASA_VIEW_LOG=DATEI schreibt es ein Protokoll.")
        },
        nothingToPrint:
            "Nichts auszugeben. Ein Foto angeben (NASA-ID, Datei oder URL) oder --demo.",
        noDemo: "Beispielsammlung nicht gefunden. NASA_VIEW_DEMO auf ihren Ordner setzen.",
        year: "Eine Jahreszahl muss vier Ziffern haben.",
        limit: "--limit muss eine Zahl von 1 bis 10000 sein.",
        mediaTypes:
            "--media-type muss image, video oder audio sein, mehrere durch Kommas getrennt.",
        api:
            "--api und NASA_VIEW_API müssen mit https:// beginnen, oder http:// auf diesem Rechner.",
        memory: "--memory muss mindestens 16M sein.",
        cellSize: { "Die Zellengröße muss wie 10x20 aussehen, bis \($0)x\($0) Pixel." },
        unknownValue: { "\($0) hat einen ungültigen Wert." },
        seeHelp: "Siehe nasa-view --help.",
        meant: { "Unbekannter Befehl „\($0)“. Meinten Sie \($1)?" },
        outputFailed: { "Standardausgabe nicht beschreibbar: \($0)." })
}
