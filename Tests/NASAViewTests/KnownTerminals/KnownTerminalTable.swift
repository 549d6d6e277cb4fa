import Imaging
import TerminalProtocols
import TestSupport
import Testing

/// A known terminal, and the protocol of its pictures.
struct KnownTerminalCase: Sendable, CustomTestStringConvertible {
    let terminal: SimulatedTerminal
    let graphics: GraphicsProtocol
    /// The maximum mean error of colours, in 255ths.
    var error = 6.0

    init(_ terminal: SimulatedTerminal, _ graphics: GraphicsProtocol, error: Double = 6) {
        self.terminal = terminal
        self.graphics = graphics
        self.error = error
    }

    var testDescription: String { "\(terminal.name) by \(graphics.rawValue)" }

    /// One for each way of showing, scrolling and removing pictures.
    static let kinds = [
        KnownTerminalCase(.vt340.with(name: "xterm as VT340"), .sixel),
        KnownTerminalCase(.foot, .sixel), KnownTerminalCase(.kitty026, .kitty),
        KnownTerminalCase(.kitty048, .kitty), KnownTerminalCase(.konsole2212, .kitty),
        KnownTerminalCase(.iTerm2, .iTerm2), KnownTerminalCase(.tmux38, .sixel),
        KnownTerminalCase(.xterm.with(name: "xterm without pictures"), .blocks, error: 20),
        KnownTerminalCase(.vte, .blocks),
    ]

    /// Terminals that are sent the right pictures.
    static let served =
        kinds + [
            KnownTerminalCase(.stockVT340.with(name: "xterm with stock limits"), .sixel),
            KnownTerminalCase(.mlterm, .sixel), KnownTerminalCase(.contour, .sixel),
            KnownTerminalCase(.windowsTerminal, .sixel), KnownTerminalCase(.ghostty, .kitty),
            KnownTerminalCase(.wezTerm, .kitty), KnownTerminalCase(.rio, .kitty),
            KnownTerminalCase(.warp, .kitty), KnownTerminalCase(.zellij, .kitty),
            KnownTerminalCase(.xtermJSWithCrop, .kitty),
            KnownTerminalCase(.xtermJSBySixel, .sixel),
            KnownTerminalCase(.wezTermWithoutCrop, .iTerm2),
            KnownTerminalCase(.xtermJSWithoutCrop, .sixel), KnownTerminalCase(.tmux37, .blocks),
            KnownTerminalCase(.alacritty, .blocks), KnownTerminalCase(.st, .blocks),
            // Excludes the Linux console: with 16 colours a thumbnail of 9x6 dots looks like any
            // photo.
        ]

    /// Terminals to which tmux 3.3a passes pictures.
    static let outsideTmux = [
        KnownTerminalCase(.kitty026.insideTmux, .kitty),
        KnownTerminalCase(
            .kitty048.insideTmux.with(name: "kitty 0.48 outside tmux") {
                $0.kittyMedia = ["d"]
                $0.showsPlaceholders = true
            }, .kitty),
    ]
}

extension SimulatedTerminal {
    /// tmux does not know it by name, and so uses only common features.
    fileprivate var insideTmux: SimulatedTerminal {
        with(name: "\(name) outside tmux") { $0.environment = ["TERM": "xterm-256color"] }
    }
}
