internal import TerminalProtocols

extension ArgumentPhrases {
    static let english = ArgumentPhrases(
        noTerminal:
            "There is no terminal to draw on; use --print for a picture, --plain for words.",
        noThreads: "The system allows no more threads or processes; end some, or raise the limit.",
        fewDescriptors: {
            "The program cannot have \($0) files open at once; raise the limit (ulimit -n)."
        },
        littleMemory: {
            "The program needs \($0) MB of address space; raise the limit (ulimit -v)."
        },
        crashed: { log in
            "The program has crashed; "
                + (log.map { "what it did last is in \($0)." }
                    ?? "NASA_VIEW_LOG=FILE has it write down what it does.")
        },
        nothingToPrint: "Name a photo to print: a nasa_id, a file, a URL, or use --demo.",
        noDemo: "The demo collection was not found; set NASA_VIEW_DEMO to its folder.",
        year: "A year has four digits.",
        limit: "--limit is a number from 1 to 10000.",
        mediaTypes: "--media-type is image, video or audio, or several with commas.",
        api: "The address in --api or NASA_VIEW_API must be https, or http on this machine.",
        memory: "--memory is at least 16M.",
        cellSize: { "A character cell is given as 10x20, and has at most \($0)x\($0) pixels." },
        unknownValue: { "\($0) is set to something unknown; --help names what there is." },
        seeHelp: "See nasa-view --help.",
        meant: { "There is no command \($0). Did you mean \($1)?" },
        keyboardIsInput: "standard input is the keyboard; give it a picture by a pipe",
        tooMuchInput: { "more than \($0) MB came" },
        outputFailed: { "Standard output cannot be written: \($0)." })
}
