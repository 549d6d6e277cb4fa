package import Imaging

/// The size of the terminal's window as the kernel has it (TIOCGWINSZ), within what a screen can have;
/// pixels may be unknown.
package struct WindowSize: Hashable, Sendable {
    package let cells: CellSize
    package let pixels: PixelSize?

    /// What to assume where there is no window to ask about.
    package static let assumed = WindowSize(
        cells: CellSize(columns: 80, rows: 24), pixels: nil)

    package init(cells: CellSize, pixels: PixelSize?) {
        self.cells = ScreenLimits.cells(cells)
        self.pixels = pixels
    }
}
