internal import PhotoPipeline
internal import TerminalProtocols

extension DoctorPhrases {
    static let english = DoctorPhrases(
        headings: Headings(
            program: "program",
            version: "version",
            environment: "environment",
            asked: "asked",
            answered: "answered",
            decided: "decided",
            why: "why"),
        count: { "\($0) of \($1) questions" },
        answered: { "The terminal answered \($0); the last answer came after \($1) ms." },
        timedOut: { "The terminal answered \($0), and not the last, in \($1) ms." },
        notAsked: { obstacle in
            switch obstacle {
            case .noTerminal:
                "There is no terminal: this is what the environment alone says."
            case .pipe:
                """
                The output goes to a pipe, whose reader may use the terminal, so it was not asked: \
                this is what the environment alone says. Write to a file instead: \
                nasa-view doctor > report.md
                """
            case .background:
                """
                The program runs in the background, so the terminal was not asked: this is what the \
                environment alone says.
                """
            case .kind:
                """
                A terminal of this TERM is not asked, for it may show the questions: this is what \
                the environment alone says.
                """
            }
        },
        query: { query in
            switch query {
            case .version: "name and version (XTVERSION)"
            case .secondaryAttributes: "kind of terminal (DA2)"
            case .sixelGeometry: "sixel size now"
            case .cellPixels: "pixels of a cell (16t)"
            case .textAreaPixels: "pixels of the text area (14t)"
            case .synchronizedUpdates: "synchronized updates (mode 2026)"
            case .mousePixels: "mouse in pixels (mode 1016)"
            case .resizeReports: "resize reports (mode 2048)"
            case .background: "background colour (OSC 11)"
            case .primaryAttributes: "what it can (DA1)"
            case .kittyGraphics, .sixelLimit, .sixelRegisters, .keyboard:
                DoctorWording.code(of: query)
            }
        },
        topic: { topic in
            switch topic {
            case .terminal: "terminal"
            case .window: "window"
            case .cell: "cell"
            case .graphics: "pictures by"
            case .passage: "passed on"
            case .registers: "sixel registers"
            case .pictureLimit: "sixel limit"
            case .colours: "colours of text"
            case .synchronizedUpdates: "sync updates"
            case .keyboard: "kitty keyboard"
            case .mousePixels: "mouse in pixels"
            case .resizeReports: "resize reports"
            case .background: "background"
            }
        },
        setting: { setting in
            switch setting {
            case 0: "unknown"
            case 1: "set"
            case 2: "not set"
            case 3: "always set"
            case 4: "never set"
            default: "no sense"
            }
        },
        error: { "error \($0)" },
        yes: "yes",
        no: "no",
        unknown: "unknown",
        noneNamed: "none named",
        bits: "24 bits",
        cells: { "\($0)x\($1) cells" },
        namesSixel: "DA1 names sixel (4)",
        namesNoSixel: "DA1 names no sixel (4)",
        answerTo: { "answer to " + $0 },
        noAnswerTo: { "no answer to " + $0 },
        wasNotAsked: "not asked",
        kernel: "the kernel (TIOCGWINSZ)",
        measuredIn: { "measured in \($0)" },
        assumed: "assumed, nothing tells",
        chart: {
            "By \($0), each patch must have the colour that is written above it:"
        },
        passage: .english,
        fence: { fence in
            switch fence {
            case .holds:
                """
                Photos are decoded in processes of their own, which can open no file, use no network \
                and signal no process: one of them has tried.
                """
            case .open(let deeds):
                """
                Photos are decoded in processes of their own, but this system does not fence them \
                in: one of them could \(deeds.map(deed).joined(separator: ", ")).
                """
            case .broken:
                """
                Photos are decoded in processes of their own, but none of these could be started: \
                photos cannot be shown until the system has memory and open files to spare.
                """
            case .none:
                """
                Photos are decoded by the program itself, for this system gives it no processes of \
                their own for them: if a decoder crashed, the program would end.
                """
            }
        },
        tellsNone: "tells none",
        isSet: "is set")

    private static func deed(_ deed: DecodingFence.Deed) -> String {
        switch deed {
        case .openFiles: "open files"
        case .useNetwork: "use the network"
        case .signalProcesses: "signal processes"
        }
    }
}
