internal import TerminalProtocols

extension StatusPhrases {
    static let german = StatusPhrases(
        tooSmall: "zu klein",
        standardInput: "Standardeingabe",
        sharpening: { "[Original: \($0)]" },
        originalPassedOver: { "[Original ist \($0), gezeigt: \($1)]" },
        kept: "[ohne Netz]",
        damaged: "[beschädigt: mehr ist nicht da]",
        sharpeningFailed: { "größere Fassung kam nicht, \($0[.retry]): noch einmal" },
        opening: "Öffne …",
        lookingUp: "Schlage nach …",
        decoding: "Entpacke …",
        fetching: { "Hole \($0) % von \($1)" },
        fetchingSoFar: { "Hole, bisher \($0)" },
        failureKeys: { "\($0[.retry]): noch einmal    \($0[.quit]): beenden" },
        failureKeysAmongOthers: {
            """
            \($0[.retry]): noch einmal  \($0[.nextPhoto]), \($0[.previousPhoto]): andere  \
            \($0[.quit]): beenden
            """
        },
        moving: "bewegt",
        atRest: "in Ruhe",
        bytes: { "\($0) Bytes" })
}
