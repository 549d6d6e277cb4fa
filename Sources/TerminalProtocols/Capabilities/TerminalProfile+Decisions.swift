package import Imaging

extension TerminalProfile {
    /// The text area's own size by the cells, in a terminal whose cells are fractions of pixels; else as
    /// any terminal's.
    package static func cell(
        _ capabilities: TerminalCapabilities, _ environment: TerminalEnvironment,
        _ window: WindowSize
    ) -> Decision<CellMetrics> {
        let told = cell(capabilities, window)
        guard KnownTerminal.recognise(capabilities, environment)?.hasFractionalCells == true
        else { return told }
        let areas: [(PixelSize?, DecisionReason)] = [
            (capabilities.textAreaPixels, .answer(.textAreaPixels)),
            (capabilities.sixelGeometry, .answer(.sixelGeometry)), (window.pixels, .kernel),
        ]
        for case (let pixels?, let reason) in areas {
            if let cell = fraction(of: pixels, by: window.cells, near: told.value) {
                return Decision(cell, reason)
            }
        }
        return told
    }

    /// The exact cell; `nil` if the area belongs to cells of another size, as while the window changes
    /// its size.
    private static func fraction(
        of pixels: PixelSize, by cells: CellSize, near told: CellMetrics
    ) -> CellMetrics? {
        guard cells.columns > 0, cells.rows > 0, pixels.width >= cells.columns,
            pixels.height >= cells.rows
        else { return nil }
        let cell = CellMetrics(
            across: CellAxis(pixels: pixels.width, cells: cells.columns),
            down: CellAxis(pixels: pixels.height, cells: cells.rows))
        let isNear =
            abs(cell.across.cell - told.across.cell) < 1
            && abs(cell.down.cell - told.down.cell) < 1
        return isNear ? cell : nil
    }

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
