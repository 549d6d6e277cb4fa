package import Imaging

/// A small picture in a terminal's language.
package struct EncodedPreview: Sendable {
    package enum Body: Sendable {
        /// To be written where the cursor is at the room's top left cell.
        case string([UInt8])
        /// One row of cells each, to be written at its start; attributes are plain after each.
        case rows([[UInt8]])
        /// A PNG for the terminal's store, and the part of the room that it fills.
        case file([UInt8], area: PixelRect)
    }

    package let request: PreviewRequest
    package let body: Body

    package var byteCount: Int {
        switch body {
        case .string(let bytes), .file(let bytes, _): bytes.count
        case .rows(let rows): rows.reduce(0) { $0 + $1.count }
        }
    }
}
