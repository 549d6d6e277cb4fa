internal import TerminalProtocols

extension StatusPhrases {
    static let english = StatusPhrases(
        tooSmall: "too small",
        standardInput: "standard input",
        sharpening: { "[original: \($0)]" },
        originalPassedOver: { "[original is \($0), shown: \($1)]" },
        kept: "[offline]",
        damaged: "[damaged: this is all there is]",
        reading: { "[reading the photo: \($0) %]" },
        spilling: { "[reading the photo: \($0) %, \($1) on disk]" },
        unfenced: "decoded without a fence",
        peakMemory: { "at most \($0) MB of memory" },
        tiles: { "\($0) tiles, \($1) % found again, \($2) MB held, \($3) MB on disk" },
        sharpeningFailed: { "larger version failed, \($0[.retry]): again" },
        opening: "opening …",
        lookingUp: "looking it up …",
        waiting: { "waiting \($0) s to try again" },
        decoding: "decoding …",
        fetching: { "fetching \($0) % of \($1)" },
        fetchingSoFar: { "fetching, \($0) so far" },
        moving: "moving",
        atRest: "at rest",
        bytes: { "\($0) bytes" })
}
