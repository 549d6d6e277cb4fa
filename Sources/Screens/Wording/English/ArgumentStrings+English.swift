internal import TerminalProtocols

extension ArgumentStrings {
    static let english = ArgumentStrings(
        noTerminal:
            "No terminal to draw on. Use --print for a picture or --plain for text.",
        noThreads:
            "Can't start a thread. Close some programs, or raise the limits (see ulimit -a).",
        fewDescriptors: {
            "Can't open enough files (\($0) are needed). Raise the limit (see ulimit -n)."
        },
        littleMemory: {
            "Not enough address space (\($0) MB are needed). Raise the limit (see ulimit -v)."
        },
        crashed: { log in
            "The program has crashed. "
                + (log.map { "Its last steps are in \($0)." }
                    ?? "Set NASA_VIEW_LOG=FILE to record what it does.")
        },
        nothingToPrint:
            "Nothing to print. Name a photo (NASA ID, file or URL), or use --demo.",
        noDemo: "Demo collection not found. Set NASA_VIEW_DEMO to its folder.",
        year: "A year must have four digits.",
        limit: "--limit must be a number from 1 to 10000.",
        mediaTypes:
            "--media-type must be image, video or audio, or several separated by commas.",
        api:
            "--api and NASA_VIEW_API must be an https:// address, or http:// on this machine.",
        memory: "--memory must be at least 16M.",
        cellSize: { "The cell size must look like 10x20, up to \($0)x\($0) pixels." },
        unknownValue: { "\($0) is set to an invalid value." },
        seeHelp: "See nasa-view --help.",
        meant: { "Unknown command \"\($0)\". Did you mean \($1)?" },
        outputFailed: { "Can't write to standard output: \($0)." })
}
