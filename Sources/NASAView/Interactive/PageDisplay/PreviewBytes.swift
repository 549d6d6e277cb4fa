internal import Imaging
internal import PhotoPipeline
internal import TerminalProtocols

/// The bytes that put a small picture at its place.
enum PreviewBytes {
    /// Blocks are text to a multiplexer: a page that passes pictures on has none.
    static func bytes(
        of preview: EncodedPreview, at origin: CellPosition, on profile: TerminalProfile
    ) -> [UInt8] {
        switch preview.body {
        case .string(let bytes): return FrameBytes.place(bytes, at: origin, on: profile)
        case .rows(let rows):
            return rows.enumerated().reduce(into: []) { output, row in
                let start = CellPosition(row: origin.row + row.offset, column: origin.column)
                output += ControlSequence.bytes(.moveCursor(start)) + row.element
                ControlSequence.plain.append(to: &output)
            }
        case .file: return []
        }
    }

    /// Where a picture of the terminal's store belongs.
    static func pin(
        of preview: EncodedPreview, at origin: CellPosition, cell: CellMetrics
    ) -> KittyPin<PreviewRequest>? {
        guard case .file(_, let area) = preview.body else { return nil }
        let corner = cell.corner(area.origin, from: origin)
        return KittyPin(
            preview.request, cell: corner.cell, shift: corner.shift, size: area.size)
    }

    static func file(of preview: EncodedPreview?) -> [UInt8]? {
        guard case .file(let bytes, _) = preview?.body else { return nil }
        return bytes
    }
}
