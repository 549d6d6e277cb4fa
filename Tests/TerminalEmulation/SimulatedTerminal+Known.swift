internal import Imaging

/// The terminals that the program knows by name, for stories that visit all of them.
///
/// Answers were recorded in xterm, xterm.js, kitty, Konsole, foot, mlterm, VTE, st and tmux
/// (facts/terminal-answers.md); those of others are from their sources and reports
/// (facts/terminals-2026.md), as are stores, deletions and limits.
extension SimulatedTerminal {
    /// Returns a variant of a terminal.
    package func with(
        name: String, _ change: (inout SimulatedTerminal) -> Void = { _ in }
    ) -> SimulatedTerminal {
        var copy = self
        copy.name = name
        change(&copy)
        return copy
    }

    package static let kitty026 = kitty.with(name: "kitty 0.26") { $0.drawsKittyPictures = true }

    package static let kitty048 = kitty026.with(name: "kitty 0.48") {
        $0.answers["␛[c"] = "␛[?62;52;c"
        $0.answers["␛[>c"] = "␛[>1;4000;48c"
        $0.answers["␛[>q"] = "␛P>|kitty(0.48.2)␛\\"
        $0.answers["␛[?996n"] = "␛[?997;1n"
        $0.modes = [1016: 2, 2026: 2, 2031: 2, 2033: 2, 2048: 2]
        $0.hasProgressBar = true
        $0.kittyRules.hasPlaceholders = true
    }

    package static let ghostty = SimulatedTerminal(
        name: "Ghostty",
        environment: [
            "TERM": "xterm-256color", "COLORTERM": "truecolor", "TERM_PROGRAM": "ghostty",
            "TERM_PROGRAM_VERSION": "1.2.3",
        ],
        answers: with(
            sizeReports,
            [
                "␛[c": "␛[?62;22;52c", "␛[>c": "␛[>1;10;0c", "␛[>q": "␛P>|ghostty 1.2.3␛\\",
                "␛[?u": "␛[?0u", "␛[?996n": "␛[?997;1n",
            ]), modes: [1016: 2, 2026: 2, 2027: 1, 2031: 2, 2048: 2],
        kittyMedia: ["d", "f", "t", "s"], kittyRules: rules { $0.hasPlaceholders = true },
        drawsKittyPictures: true, hasProgressBar: true)

    /// Its variant of kitty's protocol supports no shared memory.
    package static let wezTerm = SimulatedTerminal(
        name: "WezTerm",
        environment: [
            "TERM": "xterm-256color", "COLORTERM": "truecolor", "TERM_PROGRAM": "WezTerm",
            "TERM_PROGRAM_VERSION": "20240203-110809-5046fc22",
        ],
        answers: with(
            sizeReports,
            [
                "␛[c": "␛[?65;4;6;18;22c", "␛[>c": "␛[>1;277;0c",
                "␛[>q": "␛P>|WezTerm 20240203-110809-5046fc22␛\\",
                "␛[?1;1;0S": "␛[?1;0;65536S", "␛[?2;1;0S": "␛[?2;0;{width};{height}S",
            ]), modes: [1016: 2, 2026: 2, 2048: 0], kittyMedia: ["d", "f", "t"],
        drawsKittyPictures: true, showsITerm2Pictures: true, showsSixel: true)

    package static let wezTermWithoutCrop = wezTerm.with(name: "WezTerm without crop") {
        $0.kittyRules.crop = .ignored
    }

    package static let iTerm2 = SimulatedTerminal(
        name: "iTerm2",
        environment: [
            "TERM": "xterm-256color", "COLORTERM": "truecolor", "TERM_PROGRAM": "iTerm.app",
            "TERM_PROGRAM_VERSION": "3.5.5", "LC_TERMINAL": "iTerm2",
        ],
        answers: with(
            sizeReports,
            [
                "␛[c": "␛[?64;1;2;4;6;17;18;21;22c", "␛[>c": "␛[>64;2500;0c",
                "␛[>q": "␛P>|iTerm2 3.5.5␛\\",
                "␛]1337;ReportCellSize": "␛]1337;ReportCellSize=17.0;8.0;1.0␛\\",
            ]), modes: [1016: 2, 2026: 2, 2048: 0], kittyMedia: ["d"],
        kittyRules: rules { $0.crop = .ignored }, drawsKittyPictures: true,
        showsITerm2Pictures: true, showsSixel: true, registers: 256)

    /// Its sixel was broken for a year, and is not drawn here: nothing may be sent by it.
    package static let rio = SimulatedTerminal(
        name: "Rio",
        environment: [
            "TERM": "xterm-256color", "COLORTERM": "truecolor", "TERM_PROGRAM": "rio",
        ],
        answers: with(
            sizeReports,
            [
                "␛[c": "␛[?62;4;6;22c", "␛[>c": "␛[>0;204;1c", "␛[>q": "␛P>|Rio 0.4.0␛\\",
            ]), modes: [2026: 2, 1016: 0, 2048: 0], kittyMedia: ["d"], drawsKittyPictures: true,
        showsITerm2Pictures: true)

    package static let warp = SimulatedTerminal(
        name: "Warp",
        environment: [
            "TERM": "xterm-256color", "COLORTERM": "truecolor", "TERM_PROGRAM": "WarpTerminal",
        ],
        answers: with(
            sizeReports, ["␛[c": "␛[?62c", "␛[>q": "␛P>|Warp(v0.2026.08.05)␛\\"]),
        modes: [1016: 0, 2026: 2, 2048: 0], kittyMedia: ["d"],
        kittyRules: rules { $0.refusal = "EINVAL:" }, drawsKittyPictures: true,
        showsITerm2Pictures: true)

    /// A terminal within another: shared memory does not work there.
    package static let zellij = SimulatedTerminal(
        name: "Zellij",
        environment: [
            "TERM": "xterm-256color", "COLORTERM": "truecolor", "ZELLIJ": "0",
            "ZELLIJ_SESSION_NAME": "story",
        ],
        answers: with(
            sizeReports, ["␛[c": "␛[?62c", "␛[>q": "␛P>|Zellij(4500)␛\\"]),
        modes: [1016: 0, 2026: 2, 2031: 2, 2048: 0], kittyMedia: ["d", "f", "t"],
        kittyRules: rules { $0.storeBytes = 100 << 20 }, drawsKittyPictures: true)

    /// Measures pictures by cells of 10x20, for any font.
    package static let windowsTerminal = SimulatedTerminal(
        name: "Windows Terminal",
        environment: [
            "TERM": "xterm-256color", "COLORTERM": "truecolor",
            "WT_SESSION": "21c6fcdd-7a2c-4bd2-92ae-0d4a35f5d9c2",
        ],
        answers: with(
            sizeReports,
            [
                "␛[c": "␛[?61;4;6;7;14;21;22;23;24;28;32;42c", "␛[>c": "␛[>0;10;1c",
            ]), modes: [1016: 0, 2026: 2, 2048: 0],
        cell: CellMetrics(width: 10, height: 20), showsSixel: true, hasProgressBar: true,
        registers: 256)

    package static let contour = SimulatedTerminal(
        name: "Contour",
        environment: [
            "TERM": "xterm-256color", "COLORTERM": "truecolor", "TERMINAL_NAME": "contour",
        ],
        answers: with(
            sizeReports,
            [
                "␛[c": "␛[?65;1;2;4;6;8;9;14;15;18;21;22;28;29c", "␛[>c": "␛[>84;601;0c",
                "␛[>q": "␛P>|contour 0.6.1␛\\", "␛[?1;1;0S": "␛[?1;0;4096S",
                "␛[?2;1;0S": "␛[?2;0;{width};{height}S", "␛[?2;4;0S": "␛[?2;0;3840;2160S",
            ]), modes: [1016: 2, 2026: 2, 2031: 2, 2048: 0], showsSixel: true)

    /// Draws the pictures of both protocols, kitty's only if sent directly.
    package static let konsole2212 = konsole.with(name: "Konsole") {
        $0.drawsKittyPictures = true
        $0.showsITerm2Pictures = true
        $0.registers = 256
    }

    package static let alacritty = SimulatedTerminal(
        name: "Alacritty",
        environment: ["TERM": "alacritty", "COLORTERM": "truecolor"],
        answers: with([
            "␛[c": "␛[?6c", "␛[>c": "␛[>0;2601;1c", "␛[14t": "␛[4;{height};{width}t",
            "␛[18t": "␛[8;{rows};{columns}t",
        ]), modes: [1016: 0, 2026: 2, 2048: 0])

    /// Answers none of the known queries, and shows the unknown ones.
    package static let linuxConsole = SimulatedTerminal(
        name: "Linux console", environment: ["TERM": "linux"], answers: [:], modes: nil)

    package static let xtermJSWithCrop = xtermJS.with(name: "xterm.js") {
        $0.cell = fractionalCell
        $0.kittyRules = rules {
            $0.storeBytes = 128_000_000
            $0.freesRemoved = true
            $0.refusal = "EINVAL:unsupported transmission medium"
        }
        $0.showsITerm2Pictures = true
    }

    package static let xtermJSWithoutCrop = xtermJSWithCrop.with(name: "xterm.js without crop") {
        $0.kittyRules.crop = .ignored
    }

    package static let xtermJSBySixel = xtermJSWithCrop.with(name: "xterm.js by sixel") {
        $0.kittyMedia = []
    }

    /// Measured with 120x36 cells, which are 1011 pixels wide.
    private static let fractionalCell = CellMetrics(
        across: CellAxis(pixels: 1011, cells: 120), down: CellAxis(pixels: 16, cells: 1))

    /// tmux 3.7 to 3.7c, built without sixel.
    package static let tmux37 = SimulatedTerminal(
        name: "tmux 3.7b",
        environment: [
            "TERM": "tmux-256color", "COLORTERM": "truecolor", "TMUX": "/nowhere/tmux,1,0",
            "TMUX_PANE": "%0", "TERM_PROGRAM": "tmux",
        ],
        answers: with(
            sizeReports,
            [
                "␛[c": "␛[?1;2c", "␛[>c": "␛[>84;0;0c", "␛[>q": "␛P>|tmux 3.7b␛\\",
                "␛[?996n": "␛[?997;1n",
            ]), modes: [1016: 0, 2026: 2, 2031: 2, 2048: 0],
        hasProgressBar: true, losesPassthrough: true)

    /// tmux with sixel: it keeps twenty pictures, but none touched by text.
    package static let tmux38 = tmux37.with(name: "tmux 3.8 with sixel") {
        $0.answers["␛[c"] = "␛[?1;2;4c"
        $0.answers["␛[>q"] = "␛P>|tmux 3.8␛\\"
        $0.answers["␛[?1;1;0S"] = "␛[?1;0;1024S"
        $0.answers["␛[?2;1;0S"] = "␛[?2;3;0S"
        $0.answers["␛[?2;4;0S"] = "␛[?2;3;0S"
        $0.showsSixel = true
        $0.pictureCountLimit = 20
        $0.stringLimitBytes = 1 << 20
        $0.dropsTouchedPictures = true
    }

    private static func rules(_ change: (inout KittyRules) -> Void) -> KittyRules {
        var rules = KittyRules()
        change(&rules)
        return rules
    }
}
