import TestSupport
import Testing

extension WholeProgramDrawing {
    /// The colours of text that reach the terminal, regardless of TERM.
    @Suite struct TextColoursOnTheScreen {
        /// `xterm` and `screen` name only 8 colours, for terminals that have more.
        @Test(arguments: ["xterm", "xterm-256color", "screen", "no-machine-has-heard-of-it"])
        func theAccentAndFaintTextAreColoursOfTheTable(name: String) throws {
            var place = CleanEnvironment.ownPlace()
            place["TERM"] = name
            let viewer = try Viewer(["--demo"], in: .vt340, place: place)
            viewer.waitForText("keys")
            viewer.press("?")
            _ = viewer.waitForQuiet()
            let inks = Set(viewer.model.grid.rows.joined().map(\.style.foreground))
            // On black: the most colourful accent, and the darkest gray with a contrast of 4.5 on
            // the selection's background too.
            #expect(inks.isSuperset(of: [.indexed(75), .indexed(245)]), "\(inks)")
            viewer.press("q")
            try viewer.quit()
        }

        /// A wrong theme, for instance from another terminal's configuration file.
        @Test(arguments: ["light", "dark"], [SimulatedTerminal.vt340, .vte, .kitty])
        func textOnAGroundOfOursHasAColourOfOurs(theme: String, terminal: SimulatedTerminal) throws
        {
            let viewer = try Viewer(["--demo", "--theme", theme], in: terminal)
            viewer.waitForText("keys")
            for keys in ["", "\t", "/", "\u{1B}", "\t\r", "?", "qd"] {
                viewer.press(keys)
                _ = viewer.waitForQuiet()
                let bare = viewer.model.grid.rows.joined().filter {
                    $0.style.background != .standard && $0.style.foreground == .standard
                        && $0.text != " " && $0.halves == nil
                }
                #expect(bare.isEmpty, "after \(keys): \(bare.prefix(3))")
            }
            viewer.press("q")
            _ = viewer.waitForQuiet()
            try viewer.quit()
        }
    }
}
