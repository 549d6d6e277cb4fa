internal import Imaging
internal import PhotoPipeline
internal import TerminalProtocols

extension DiagnosisStrings {
    static let english = DiagnosisStrings(
        pictures: { "Pictures: \($0), \($1.string)." },
        picturesThrough: { "Pictures: \($0) through \($1), \($2.string)." },
        unknown: "Pictures: unknown.",
        allColours: "all colours",
        colours: { "\($0) colours" },
        allWell: "No problems found.",
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
                This version of tmux loses pictures that it should pass on. Upgrade to tmux 3.8 or \
                newer, or use a tmux that is built with sixel support.
                """
            case .enableImagesInVSCode:
                """
                VS Code draws pictures if its settings have "terminal.integrated.enableImages": true.
                """
            case .raiseXtermLimit(let limit):
                """
                Photos are limited to \(limit.width)x\(limit.height) pixels. To raise the limit, start \
                xterm with -xrm 'XTerm*maxGraphicSize: 4096x4096'.
                """
            }
        },
        noPictures: """
            This terminal can't draw pictures. These can: kitty, Ghostty, Konsole, foot, WezTerm, \
            iTerm2.
            """,
        noSandbox: "Photos are decoded without a sandbox.",
        noDecoder: "Photos can't be decoded.",
        unasked: { failure in
            switch failure {
            case .noTerminal:
                "No terminal to ask. This report is based on the environment alone."
            case .pipe:
                """
                The output goes to a pipe whose reader may use the terminal, so the terminal was not \
                asked. This report is based on the environment alone. Write to a file instead: \
                nasa-view doctor > report.md
                """
            case .background:
                """
                The program runs in the background, so the terminal was not asked. This report is \
                based on the environment alone.
                """
            case .kind:
                """
                A terminal with this TERM is not asked because it might show the questions as text. \
                This report is based on the environment alone.
                """
            }
        },
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
                shown until the system has free memory and can open more files.
                """
            case .none:
                """
                Photos are decoded in the program itself because this system offers no separate \
                processes for it. If a decoder crashes, the program ends.
                """
            }
        },
        multiplexer: .english)

    private static func name(_ operation: SandboxStatus.ForbiddenOperation) -> String {
        switch operation {
        case .openFiles: "open files"
        case .useNetwork: "use the network"
        case .signalProcesses: "signal processes"
        }
    }
}

extension MultiplexerAdvice {
    static let english = MultiplexerAdvice(
        makeActive: { "The pane's position is unknown. Make the pane active in \($0)." },
        outsideIsPlain: { "The terminal outside \($0) answers but draws no pictures." },
        unknownPictures: {
            """
            \($0) does not keep track of the pictures it passes on. Press Ctrl-L to redraw \
            pictures that it has drawn over.
            """
        },
        keptPictures: {
            """
            \($0) does not keep track of the pictures it passes on. Press Ctrl-L to redraw \
            pictures that it has drawn over. After you switch to another window, kitty still shows \
            the pictures.
            """
        },
        textPictures: {
            """
            \($0) treats pictures as text (Unicode placeholders): it moves, clips and redraws them \
            itself.
            """
        },
        tmuxIsClosed: """
            tmux passes nothing on to the outer terminal. Put `set -g allow-passthrough on` in \
            tmux.conf to let that terminal draw pictures; newer versions of tmux draw sixel themselves.
            """,
        tmuxIsSilent: "tmux did not report the pane's position, so nasa-view sends it no pictures.",
        screenIsSilent: "The terminal outside GNU screen did not answer.")
}
