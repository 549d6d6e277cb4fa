package import Imaging

extension TerminalProfile {
    /// 16t, else 14t by the cells, else the kernel's pixels by the cells, else the usual 10x20.
    ///
    /// The kernel's count the window's border in xterm; rounding down leaves it out.
    package static func cell(
        _ capabilities: TerminalCapabilities, _ window: WindowSize
    ) -> Decision<CellMetrics> {
        if let told = capabilities.cell { return Decision(told, .answer(.cellPixels)) }
        let totals: [(PixelSize?, DecisionReason)] = [
            (capabilities.textAreaPixels, .answer(.textAreaPixels)), (window.pixels, .kernel),
        ]
        for case (let pixels?, let reason) in totals {
            if let cell = cell(pixels, by: window.cells) { return Decision(cell, reason) }
        }
        return Decision(.assumed, .assumption)
    }

    private static func cell(_ pixels: PixelSize, by cells: CellSize) -> CellMetrics? {
        guard cells.columns > 0, cells.rows > 0 else { return nil }
        return ScreenLimits.cell(
            width: pixels.width / cells.columns, height: pixels.height / cells.rows)
    }

    /// What is known against true colours, else the environment's promise, else what is known for them,
    /// else what TERM says.
    package static func colours(
        _ capabilities: TerminalCapabilities, _ environment: TerminalEnvironment
    ) -> Decision<ColourDepth> {
        let known = KnownTerminal.recognise(capabilities, environment)
        if let known, known.isSlowInTrueColour {
            return Decision(.palette256, .knownTerminal(known.name))
        }
        if environment.promisesTrueColour {
            let isTold = environment.term.hasSuffix("-direct")
            return Decision(.trueColour, .environment(isTold ? "TERM" : "COLORTERM"))
        }
        if let known, known.hasTrueColour {
            return Decision(.trueColour, .knownTerminal(known.name))
        }
        if environment.term.contains("256color") {
            return Decision(.palette256, .environment("TERM"))
        }
        return environment.term == "linux"
            ? Decision(.palette16, .environment("TERM")) : Decision(.palette256, .assumption)
    }
}
