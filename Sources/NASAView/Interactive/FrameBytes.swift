internal import Imaging
internal import PhotoPipeline
internal import TerminalProtocols

/// All the bytes of one frame: the picture, the status line below it, and the fence.
enum FrameBytes {
    /// The picture itself, where it belongs; blocks are text to any multiplexer, and know their place.
    static func picture(_ frame: EncodedFrame, on profile: TerminalProfile) -> [UInt8] {
        guard let origin = frame.request.area.origin, frame.mosaic == nil else {
            return frame.bytes
        }
        return place(frame.bytes, at: origin, on: profile)
    }

    /// A picture's string at a cell of ours; several strings where one would be too long.
    static func place(
        _ picture: [UInt8], at origin: CellPosition, on profile: TerminalProfile
    ) -> [UInt8] {
        profile.parts(of: picture).reduce(into: []) { output, part in
            let cell = CellPosition(row: origin.row + part.row, column: origin.column)
            output += profile.passed(
                ControlSequence.bytes(.moveCursor(profile.outside(cell))) + part.bytes)
        }
    }

    /// Asks the terminal that draws the pictures; through tmux it is never asked.
    static func fence(_ profile: TerminalProfile) -> [UInt8] {
        guard let passage = profile.passage else { return CapabilityQuery.fence }
        return passage.answersReachUs ? passage.passthrough.wrap(CapabilityQuery.fence) : []
    }

    static func compose(
        _ picture: [UInt8], status: SafeText, profile: TerminalProfile,
        clearing: ScreenClearing, fenced: Bool
    ) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(picture.count + 1024)
        if profile.hasSynchronizedUpdates { ControlSequence.beginUpdate.append(to: &output) }
        output += clearing.bytes(on: profile)
        output += picture
        output += self.status(status, profile: profile)
        // mlterm is said to show the cursor again after a sixel.
        ControlSequence.hideCursor.append(to: &output)
        if profile.hasSynchronizedUpdates { ControlSequence.endUpdate.append(to: &output) }
        if fenced { output += fence(profile) }
        return output
    }

    /// A page of text, or what changes on it.
    static func page(_ bytes: [UInt8], profile: TerminalProfile, fenced: Bool) -> [UInt8] {
        var output: [UInt8] = []
        if profile.hasSynchronizedUpdates { ControlSequence.beginUpdate.append(to: &output) }
        output += bytes
        if profile.hasSynchronizedUpdates { ControlSequence.endUpdate.append(to: &output) }
        return fenced ? output + fence(profile) : output
    }

    /// The status line: the last line of the screen, all of it.
    static func status(_ text: SafeText, profile: TerminalProfile) -> [UInt8] {
        let cells = profile.window.cells
        var output = ControlSequence.bytes(
            .moveCursor(CellPosition(row: cells.rows - 1, column: 0)), .plain, .reverse)
        text.padded(to: cells.columns).append(to: &output)
        ControlSequence.plain.append(to: &output)
        return output
    }

    /// A placement of a picture that the terminal keeps, and what changes in the status line.
    ///
    /// Under 100 bytes while panning: no synchronized update around two such small changes.
    static func compose(
        placing pictures: [UInt8], status: SafeText, over old: SafeText, profile: TerminalProfile
    ) -> [UInt8] {
        let columns = profile.window.cells.columns
        var output = pictures
        if let change = status.padded(to: columns).change(from: old.padded(to: columns)) {
            let place = CellPosition(row: profile.window.cells.rows - 1, column: change.column)
            output += ControlSequence.bytes(.moveCursor(place), .reverse)
            change.text.append(to: &output)
            ControlSequence.plain.append(to: &output)
        }
        return pictures.isEmpty ? output : output + fence(profile)
    }
}
