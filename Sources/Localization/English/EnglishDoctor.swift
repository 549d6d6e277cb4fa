internal import Imaging
internal import PhotoPipeline
internal import TerminalProtocols

extension DoctorStrings {
    static let english = DoctorStrings(
        verdict: .english,
        headings: Headings(
            program: "program",
            version: "version",
            environment: "environment",
            asked: "question",
            answered: "answer",
            decided: "result",
            why: "reason"),
        count: { "\($0) of \($1) questions" },
        answered: { "The terminal answered \($0), the last after \($1) ms." },
        timedOut: { "The terminal answered \($0) within \($1) ms, but not the last one." },
        notAsked: { failure in
            switch failure {
            case .noTerminal:
                "No terminal to ask. What follows is based on the environment alone."
            case .pipe:
                """
                The output goes to a pipe whose reader may use the terminal, so the terminal was not \
                asked. What follows is based on the environment alone. Write to a file instead: \
                nasa-view doctor > report.md
                """
            case .background:
                """
                The program runs in the background, so the terminal was not asked. What follows is \
                based on the environment alone.
                """
            case .kind:
                """
                A terminal with this TERM is not asked because it might show the questions as text. \
                What follows is based on the environment alone.
                """
            }
        },
        query: { query in
            switch query {
            case .version: "name and version (XTVERSION)"
            case .secondaryAttributes: "terminal type (DA2)"
            case .sixelGeometry: "current sixel size"
            case .cellPixels: "cell size in pixels (16t)"
            case .textAreaPixels: "text area in pixels (14t)"
            case .synchronizedUpdates: "synchronized updates (mode 2026)"
            case .mousePixels: "mouse in pixels (mode 1016)"
            case .resizeReports: "resize reports (mode 2048)"
            case .colourSchemeReports: "light/dark reports (mode 2031)"
            case .visibilityReports: "visibility reports (mode 2033)"
            case .background: "background colour (OSC 11)"
            case .primaryAttributes: "capabilities (DA1)"
            case .kittyGraphics, .sixelLimit, .sixelRegisters, .keyboard:
                DoctorText.code(of: query)
            }
        },
        topic: { topic in
            switch topic {
            case .terminal: "terminal"
            case .window: "window"
            case .cell: "cell size"
            case .graphics: "pictures"
            case .passage: "passthrough"
            case .registers: "sixel registers"
            case .pictureLimit: "sixel limit"
            case .colours: "text colours"
            case .synchronizedUpdates: "sync updates"
            case .keyboard: "kitty keyboard"
            case .mousePixels: "mouse in pixels"
            case .resizeReports: "resize reports"
            case .background: "background"
            case .colourSchemeReports: "light or dark"
            case .visibilityReports: "visibility"
            case .hyperlinks: "hyperlinks"
            case .progress: "progress bar"
            case .rightToLeft: "right-to-left"
            }
        },
        setting: { setting in
            switch setting {
            case 0: "unknown"
            case 1: "set"
            case 2: "not set"
            case 3: "always set"
            case 4: "never set"
            default: "invalid"
            }
        },
        error: { "error \($0)" },
        yes: "yes",
        no: "no",
        unknown: "unknown",
        noneNamed: "not reported",
        bits: "24-bit",
        rightToLeft: { support in
            switch support {
            case .none: "not turned"
            case .words: "words are turned"
            case .switched: "lines are turned; is switched off"
            case .rows: "lines are turned"
            }
        },
        cells: { "\($0)x\($1) cells" },
        namesSixel: "DA1 lists sixel (4)",
        namesNoSixel: "DA1 does not list sixel (4)",
        answerTo: { "answer to " + $0 },
        noAnswerTo: { "no answer to " + $0 },
        wasNotAsked: "not asked",
        kernel: "the kernel (TIOCGWINSZ)",
        assumed: "assumed (no information)",
        measuredIn: { "known of \($0)" },
        tried: "tried: it places parts of pictures",
        quirks: { name in
            name.isEmpty ? "Of this terminal, and allowed for:" : "Of \(name), and allowed for:"
        },
        quirk: englishQuirk,
        chart: { "With \($0), each patch should have the colour named above it:" },
        multiplexer: .english,
        sandbox: { status in
            switch status {
            case .holds:
                """
                Photos are decoded in a sandbox that cannot open files, use the network or signal \
                other processes (tested just now).
                """
            case .open(let operations):
                """
                Photos are decoded in separate processes, but this system does not sandbox them. In \
                a test, one could \(operations.map(name).joined(separator: ", ")).
                """
            case .broken:
                """
                Photos are decoded in separate processes, but none could be started. Photos can't be \
                shown until the system has memory and open files to spare.
                """
            case .none:
                """
                Photos are decoded in the program itself because this system offers no separate \
                processes for it. If a decoder crashes, the program ends.
                """
            }
        },
        unknownVersion: "unknown",
        isSet: "set")

    private static func name(_ operation: SandboxStatus.ForbiddenOperation) -> String {
        switch operation {
        case .openFiles: "open files"
        case .useNetwork: "use the network"
        case .signalProcesses: "signal processes"
        }
    }
}

extension VerdictStrings {
    static let english = VerdictStrings(
        pictures: { "Pictures: \($0), \($1.string)." },
        picturesThrough: { "Pictures: \($0) through \($1), \($2.string)." },
        unknown: "Pictures: unknown.",
        allColours: "all colours",
        colours: { "\($0) colours" },
        allWell: "All well.",
        notAsked: "The terminal was not asked.",
        noAnswer: "The terminal did not answer.",
        advice: { advice in
            switch advice {
            case .startXtermAsVT340:
                "This xterm draws pictures when started with -ti vt340."
            case .openTmux:
                "For pictures in tmux, put this in tmux.conf: set -g allow-passthrough on"
            case .updateTmux:
                """
                This version of tmux loses pictures that it should pass on. tmux 3.8 or newer does \
                not; its own sixel works too, if it is built with it.
                """
            case .enableImagesInVSCode:
                """
                VS Code draws pictures if its settings have "terminal.integrated.enableImages": true.
                """
            case .raiseXtermLimit(let limit):
                """
                Photos are limited to \(limit.width)x\(limit.height) pixels. To lift that, start \
                xterm with -xrm 'XTerm*maxGraphicSize: 4096x4096'.
                """
            }
        },
        noPictures: """
            This terminal draws no pictures. Terminals that do: kitty, Ghostty, Konsole, foot, \
            WezTerm, iTerm2.
            """,
        noSandbox: "Photos are decoded without a sandbox.",
        noDecoder: "Photos can't be decoded.")
}

extension MultiplexerStrings {
    static let english = MultiplexerStrings(
        pane: { "\($0), pane at \($1),\($2)" },
        fromOutside: ", outer terminal",
        namesSixel: "DA1 of the outer terminal lists sixel (4)",
        noAnswer: "no answer from the outer terminal",
        answers: "answers from the outer terminal",
        noPlace: "position of the pane unknown",
        noPictures: "the outer terminal draws no pictures",
        answered: { "Through \($0), the outer terminal answered \($1) of \($2) questions:" },
        makeActive: { "The pane's position is unknown. Make it the active pane of \($0)." },
        outsideIsPlain: { "The terminal outside \($0) answers but draws no pictures." },
        unknownPictures: {
            """
            \($0) does not keep track of the pictures it passes on. Press Ctrl-L to redraw what it \
            has drawn over.
            """
        },
        keptPictures: {
            """
            \($0) does not keep track of the pictures it passes on. Press Ctrl-L to redraw what it \
            has drawn over; in other windows kitty keeps showing the pictures.
            """
        },
        asText: { "\($0), as text (Unicode placeholders)" },
        textPictures: {
            """
            Pictures are text to \($0) (Unicode placeholders): it moves, clips and redraws them \
            itself.
            """
        },
        tmuxIsClosed: """
            tmux passes nothing on to the outer terminal. Put `set -g allow-passthrough on` in \
            tmux.conf to let that terminal draw pictures; newer versions of tmux draw sixel themselves.
            """,
        tmuxIsSilent: "tmux did not say where this pane is, so no pictures are sent through it.",
        screenIsSilent: "The terminal outside GNU screen did not answer.")
}
