internal import Bounds
internal import Imaging

/// A division of a sixel string into several pictures, none longer than a limit unless it has only
/// one band.
///
/// Each picture begins at the left edge of a row of cells, defines all registers, and draws whole
/// bands. Together, they draw the whole picture.
package struct SixelStrings {
    /// A string, and the cell at which it is drawn, relative to the first cell of the whole
    /// picture.
    package struct Part: Hashable, Sendable {
        package let row: Int
        package let column: Int
        package let bytes: [UInt8]

        package init(row: Int, column: Int = 0, bytes: [UInt8]) {
            self.row = row
            self.column = column
            self.bytes = bytes
        }
    }

    /// A row of cells whose top edge is also the top edge of a band.
    private struct Start {
        let row: Int
        let band: Int
    }

    /// The maximum size of a string of more than one band, in bytes.
    let limitBytes: Int
    /// The height of rows of cells, in pixels.
    let rows: CellAxis

    /// Returns the strings to send, or `string` itself if it is short enough or not sixel.
    package func parts(of string: [UInt8]) -> [Part] {
        guard string.count > limitBytes, let text = SixelText(string) else {
            return [Part(row: 0, bytes: string)]
        }
        let starts = starts(in: text)
        var parts: [Part] = []
        var first = 0
        while first < text.bands.count {
            let start = starts.last { $0.band <= first } ?? Start(row: 0, band: 0)
            let end = end(from: first, behind: start, in: text)
            // If possible, the next string begins with a row of cells.
            let aligned = starts.last { $0.band > first && $0.band <= end }?.band
            let bands = first..<(end < text.bands.count ? aligned ?? end : end)
            parts.append(part(bands, behind: start, of: text))
            first = bands.upperBound
        }
        return parts
    }

    private func starts(in text: SixelText) -> [Start] {
        (0...rows.cells(covering: text.size.height)).compactMap { row in
            let (band, rest) = rows.pixels(of: row)
                .quotientAndRemainder(dividingBy: FrameStrip.bandHeight)
            return rest == 0 ? Start(row: row, band: band) : nil
        }
    }

    /// Returns the index after the last band that fits into a string, or after the first band if no
    /// band fits.
    private func end(from first: Int, behind start: Start, in text: SixelText) -> Int {
        var room = limitBytes - text.palette.count - Self.introducerBytes - (first - start.band)
        var end = first
        while end < text.bands.count, end == first || text.bands[end].count < room {
            room -= text.bands[end].count + 1
            end += 1
        }
        return end
    }

    /// Returns a string of some bands.
    ///
    /// If the first band begins within a row of cells, the string leaves the pixels above the band
    /// unchanged.
    private func part(_ bands: Range<Int>, behind start: Start, of text: SixelText) -> Part {
        let bottom = min(text.size.height, bands.upperBound * FrameStrip.bandHeight)
        var output: [UInt8] = []
        output.reserveCapacity(limitBytes)
        SixelHeader.introduce(
            PixelSize(width: text.size.width, height: bottom - start.band * FrameStrip.bandHeight),
            into: &output)
        output += text.palette
        for band in start.band..<bands.upperBound {
            if band > start.band { output.append(Ascii.graphicsNewLine) }
            if bands.contains(band) { output += text.bands[band] }
        }
        output += [Ascii.escape, Ascii.backslash]
        return Part(row: start.row, bytes: output)
    }

    // The room for `ESC P 7;1;q"1;1;`, two numbers of five digits, and ST.
    private static let introducerBytes = 32
}

/// A string of `SixelEncoder`, divided into its bands.
private struct SixelText {
    let size: PixelSize
    let palette: ArraySlice<UInt8>
    let bands: [ArraySlice<UInt8>]

    init?(_ string: [UInt8]) {
        guard string.starts(with: [Ascii.escape, UInt8(ascii: "P")]),
            string.suffix(2) == [Ascii.escape, Ascii.backslash],
            let quote = string.firstIndex(of: UInt8(ascii: "\"")),
            let start = string.firstIndex(of: Ascii.colourIntroducer), quote < start
        else { return nil }
        let numbers = string[(quote + 1)..<start].split(separator: UInt8(ascii: ";"))
            .compactMap {
                (0...ScreenLimits.pixels).number(in: String(decoding: $0, as: UTF8.self))
            }
        guard numbers.count == 4 else { return nil }
        size = PixelSize(width: numbers[2], height: numbers[3])
        let body = Self.endOfPalette(from: start, in: string)
        palette = string[start..<body]
        bands = string[body..<string.count - 2].split(
            separator: Ascii.graphicsNewLine, omittingEmptySubsequences: false)
    }

    /// Returns the end of the palette, which is the first register selection without a colour.
    private static func endOfPalette(from start: Int, in string: [UInt8]) -> Int {
        var offset = start
        while offset < string.count, string[offset] == Ascii.colourIntroducer {
            var next = offset + 1
            while next < string.count, (0x30...0x39).contains(string[next]) { next += 1 }
            guard next < string.count, string[next] == UInt8(ascii: ";") else { return offset }
            while next < string.count, (0x30...0x3B).contains(string[next]) { next += 1 }
            offset = next
        }
        return offset
    }
}
