internal import TerminalProtocols

extension StatusPhrases {
    static let german = StatusPhrases(
        tooSmall: "zu klein",
        standardInput: "Standardeingabe",
        sharpening: { "[Original: \($0)]" },
        originalPassedOver: { "[Original ist \($0), gezeigt: \($1)]" },
        kept: "[ohne Netz]",
        damaged: "[beschädigt: mehr ist nicht da]",
        reading: { "[lese das Foto: \($0) %]" },
        spilling: { "[lese das Foto: \($0) %, \($1) auf der Platte]" },
        unfenced: "ohne Schranken dekodiert",
        peakMemory: { "höchstens \($0) MB Speicher" },
        tiles: {
            "\($0) Kacheln, \($1) % wiedergefunden, \($2) MB im Speicher, \($3) MB auf Platte"
        },
        sharpeningFailed: { "größere Fassung kam nicht, \($0[.retry]): noch einmal" },
        opening: "Öffne …",
        lookingUp: "Schlage nach …",
        waiting: { "Nächster Versuch in \($0) s" },
        decoding: "Entpacke …",
        fetching: { "Hole \($0) % von \($1)" },
        fetchingSoFar: { "Hole, bisher \($0)" },
        moving: "bewegt",
        atRest: "in Ruhe",
        bytes: { "\($0) Bytes" })
}
