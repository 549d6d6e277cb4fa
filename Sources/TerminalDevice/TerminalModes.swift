package import TerminalProtocols

/// The modes the program sets on a terminal, and how each is taken back.
package enum TerminalModes {
    /// What every terminal understands or ignores.
    package static let entering = ControlSequence.bytes(
        .enterAlternateScreen, .hideCursor, .resetMargins, .clearScreen, .bracketPastes,
        .reportMouse)

    /// Takes back everything that may have been set, also from the middle of a picture.
    ///
    /// The keyboard's stack belongs to a screen in kitty: popped before the screen is left.
    package static let leaving = ControlSequence.bytes(
        .endString, .endUpdate, .popKeyboard, .ignoreMousePixels, .ignoreMouse, .plainPastes,
        .ignoreResize, .ignoreFocus, .plain, .clearScreen, .showCursor, .leaveAlternateScreen,
        .showCursor)

    /// What is set once the terminal has said that it knows it.
    package static func learned(_ capabilities: TerminalCapabilities) -> [UInt8] {
        var output: [UInt8] = []
        if capabilities.hasKittyKeyboard { ControlSequence.pushKeyboard.append(to: &output) }
        if capabilities.hasMousePixels { ControlSequence.reportMousePixels.append(to: &output) }
        if capabilities.hasResizeReports { ControlSequence.reportResize.append(to: &output) }
        return output
    }

    /// The same for a program that was stopped, whoever stopped it: what it had pushed on the keyboard's
    /// stack of its screen may still be there.
    package static func learnedAgain(_ capabilities: TerminalCapabilities) -> [UInt8] {
        let popped =
            capabilities.hasKittyKeyboard ? ControlSequence.bytes(.popKeyboard) : []
        return popped + learned(capabilities)
    }
}
