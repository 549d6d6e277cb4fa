internal import TerminalProtocols

extension StatusStrings {
    static let english = StatusStrings(
        tooSmall: "too small",
        standardInput: "standard input",
        sharpening: { "[original: \($0)]" },
        originalPassedOver: { "[original is \($0), showing: \($1)]" },
        kept: "[offline]",
        damaged: "[file damaged: partly shown]",
        reading: { "[reading the photo: \($0)%]" },
        spilling: { "[reading the photo: \($0)%, \($1) on disk]" },
        unfenced: "not sandboxed",
        peakMemory: { "peak memory \($0) MB" },
        tiles: { "\($0) tiles, \($1)% reused, \($2) MB in memory, \($3) MB on disk" },
        sharpeningFailed: { "larger version failed, \($0[.retry]): retry" },
        opening: "Opening …",
        lookingUp: "Looking up the photo …",
        waiting: { "Server busy; retrying in \($0) s" },
        decoding: "Decoding …",
        loading: { "Loading: \($0)" },
        fetching: { "\($0)% of \($1)" },
        fetchingSoFar: { "\($0) so far" },
        moving: "moving",
        atRest: "at rest",
        bytes: { "\($0) bytes" })
}
