extension ManualStrings {
    static let german = ManualStrings(
        headings: Headings(
            section: "Dienstprogramme für Benutzer",
            name: "BEZEICHNUNG",
            synopsis: "ÜBERSICHT",
            description: "BESCHREIBUNG",
            options: "OPTIONEN",
            commands: "BEFEHLE",
            keys: "TASTEN",
            environment: "UMGEBUNGSVARIABLEN",
            files: "DATEIEN",
            exitStatus: "EXIT-STATUS"),
        keys: Keys(
            viewer: "In der Vollbildansicht",
            browser: "In Listen und Rastern",
            detail: "Auf der Seite eines Fotos"),
        variables: Variables(
            like: { "Wie \($0); die Option hat Vorrang." },
            start: "Suche beim Start.",
            demo: "Ordner der Beispielsammlung.",
            log: "Protokolldatei: jedes Bild, von der Taste bis zu seinen Bytes.",
            noColour: "Wenn nicht leer, ist Text ohne Farben; Bilder behalten ihre.",
            language: "Sprache, sofern nicht anders eingestellt.",
            terminal: "Damit wird das Terminal erkannt."),
        files: Files(
            settings: { "Einstellungen. Standardordner: \($0)." },
            cache: { "Zwischengespeicherte Antworten und Bilder. Standardordner: \($0)." },
            archive: { "Favoriten, Suchen und gesehene Fotos. Standardordner: \($0)." }),
        statuses: [
            "Erfolg.",
            "Etwas ist fehlgeschlagen; die Standardfehlerausgabe nennt es.",
            "Ungültige Befehlszeile, oder kein Terminal zum Zeichnen.",
            "Kein solches Foto (Befehle für Skripte).",
            "Kein Netz (Befehle für Skripte).",
        ])
}
