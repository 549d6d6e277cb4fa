internal import Imaging
internal import PhotoPipeline
internal import TerminalProtocols

/// All the bytes of one frame: the picture, the status line below it, and the fence.
///
/// The picture is drawn over the old one, never cleared first: clearing showed an empty screen in 14
/// to 20 of 20 redraws in four terminals (facts/terminals.md §4.7). Only a screen that held
/// something else is cleared, in the same write.
enum FrameBytes {
    static func compose(
        _ frame: EncodedFrame, status: SafeText, profile: TerminalProfile, clearing: Bool,
        fenced: Bool
    ) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(frame.bytes.count + 1024)
        if profile.hasSynchronizedUpdates { ControlSequence.beginUpdate.append(to: &output) }
        if clearing { output += ControlSequence.bytes(.plain, .resetMargins, .clearScreen) }
        if let origin = frame.request.area.origin {
            ControlSequence.moveCursor(origin).append(to: &output)
        }
        output += frame.bytes
        output += self.status(status, profile: profile)
        if profile.hasSynchronizedUpdates { ControlSequence.endUpdate.append(to: &output) }
        if fenced { output += CapabilityQuery.fence }
        return output
    }

    /// The status line: the last line of the screen, all of it.
    static func status(_ text: SafeText, profile: TerminalProfile) -> [UInt8] {
        let cells = profile.window.cells
        var output = ControlSequence.bytes(
            .moveCursor(CellPosition(row: cells.rows - 1, column: 0)), .plain, .reverse)
        text.padded(to: cells.columns).append(to: &output)
        // mlterm is said to show the cursor again after a sixel.
        output += ControlSequence.bytes(.plain, .hideCursor)
        return output
    }
}
