internal import TerminalProtocols

extension StatusStrings {
    static let german = StatusStrings(
        tooSmall: "zu klein",
        standardInput: "Standardeingabe",
        sharpening: { "[Original: \($0)]" },
        originalPassedOver: { "[Original ist \($0), gezeigt: \($1)]" },
        kept: "[ohne Netz]",
        damaged: "[Datei beschädigt: teilweise gezeigt]",
        reading: { "[Foto wird gelesen: \($0) %]" },
        spilling: { "[Foto wird gelesen: \($0) %, \($1) auf dem Datenträger]" },
        unfenced: "ohne Sandbox",
        peakMemory: { "höchstens \($0) MB Speicher" },
        tiles: {
            """
            \($0) Kacheln, \($1) % wiederverwendet, \($2) MB im Speicher, \
            \($3) MB auf dem Datenträger
            """
        },
        sharpeningFailed: { "größere Fassung fehlt, \($0[.retry]): wiederholen" },
        opening: "Wird geöffnet …",
        lookingUp: "Foto wird gesucht …",
        waiting: { "Server ausgelastet; nächster Versuch in \($0) s" },
        decoding: "Wird dekodiert …",
        loading: { "Wird geladen: \($0)" },
        fetching: { "\($0) % von \($1)" },
        fetchingSoFar: { "bisher \($0)" },
        moving: "bewegt",
        atRest: "in Ruhe",
        bytes: { "\($0) Bytes" })
}
