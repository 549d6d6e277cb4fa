package import Imaging

/// An answer of the terminal to a question of ours.
package enum TerminalReply: Hashable, Sendable {
    /// DA1, `CSI ? … c`: 4 among them means sixel. The last answer to the probe.
    case primaryAttributes([Int])
    case secondaryAttributes([Int])
    /// XTVERSION, a name and a version; raw.
    case version([UInt8])
    /// The answer to a kitty graphics command with an id: `OK`, or an error's name and text.
    case kittyGraphics(image: Int, message: [UInt8])
    /// XTSMGRAPHICS: item 1 registers, 2 geometry; status 0 is success.
    case sixelGraphics(item: Int, status: Int, values: [Int])
    case cellPixels(PixelSize)
    case textAreaPixels(PixelSize)
    case textAreaCells(CellSize)
    /// DECRQM: setting 0 unknown, 1 set, 2 reset, 3 and 4 for ever so.
    case mode(Int, setting: Int)
    case background(RGBColour)
    case keyboardFlags(Int)
    /// DSR 5: the terminal has worked through all that came before the question.
    case ready
    case cursorPosition(CellPosition)
    /// Mode 2048: the window has a new size.
    case resized(CellSize, PixelSize)
    /// iTerm2's ReportCellSize: points, and pixels a point.
    case iTerm2CellPixels(PixelSize)
}
