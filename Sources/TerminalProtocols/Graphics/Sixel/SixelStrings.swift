package import Imaging

/// Cuts a sixel string into several that are pictures of their own, none longer than a limit.
///
/// Each begins at the left edge of a row of cells, defines all registers again, and draws whole bands:
/// together they draw what the one string would have.
package struct SixelStrings {
    /// One of the strings, and how many rows of cells below the picture's first it is drawn.
    package struct Part: Hashable, Sendable {
        package let row: Int
        package let bytes: [UInt8]

        init(row: Int, bytes: [UInt8]) {
            self.row = row
            self.bytes = bytes
        }
    }

    private let limitBytes: Int
    private let rows: CellAxis

    package init(limitBytes: Int, rows: CellAxis) {
        self.limitBytes = limitBytes
        self.rows = rows
    }

    /// The strings to send instead of one; that one itself if it is short enough, or no sixel string.
    package func parts(of string: [UInt8]) -> [Part] {
        guard string.count > limitBytes, let text = SixelText(string) else {
            return [Part(row: 0, bytes: string)]
        }
        var parts: [Part] = []
        var first = 0
        while first < text.bands.count {
            let end = end(from: first, in: text)
            parts.append(part(first..<end, of: text))
            first = end
        }
        return parts
    }

    /// The band behind the last that goes into a string: if possible one that begins with a row of cells.
    private func end(from first: Int, in text: SixelText) -> Int {
        var room =
            limitBytes - text.palette.count - Self.introducerBytes - (first - start(of: first))
        var end = first
        while end < text.bands.count, end == first || text.bands[end].count < room {
            room -= text.bands[end].count + 1
            end += 1
        }
        let aligned = start(of: end)
        return end == text.bands.count || aligned <= first ? end : aligned
    }

    /// A string that begins within a row of cells leaves the pixels above its bands as they are.
    private func part(_ bands: Range<Int>, of text: SixelText) -> Part {
        let top = start(of: bands.lowerBound)
        let skipped = bands.lowerBound - top
        let bottom = min(text.size.height, bands.upperBound * FrameStrip.bandHeight)
        var output: [UInt8] = []
        output.reserveCapacity(limitBytes)
        SixelHeader.introduce(
            PixelSize(width: text.size.width, height: bottom - top * FrameStrip.bandHeight),
            into: &output)
        output += text.palette
        for band in 0..<skipped + bands.count {
            if band > 0 { output.append(Ascii.graphicsNewLine) }
            if band >= skipped { output += text.bands[bands.lowerBound + band - skipped] }
        }
        output += [Ascii.escape, Ascii.backslash]
        return Part(row: rows.cells(within: top * FrameStrip.bandHeight), bytes: output)
    }

    /// The last band, up to this one, that begins with a row of cells; the first does.
    private func start(of band: Int) -> Int {
        (0...band).last { band in
            let pixels = band * FrameStrip.bandHeight
            return rows.pixels(of: rows.cells(within: pixels)) == pixels
        } ?? 0
    }

    // `ESC P 7;1;q"1;1;` and two numbers of five digits, and ST.
    private static let introducerBytes = 32
}

/// The parts of a string that `SixelEncoder` has written.
private struct SixelText {
    let size: PixelSize
    /// The definitions of all registers.
    let palette: ArraySlice<UInt8>
    let bands: [ArraySlice<UInt8>]

    init?(_ string: [UInt8]) {
        guard string.starts(with: [Ascii.escape, UInt8(ascii: "P")]),
            string.suffix(2) == [Ascii.escape, Ascii.backslash],
            let quote = string.firstIndex(of: UInt8(ascii: "\"")),
            let start = string.firstIndex(of: Ascii.colourIntroducer), quote < start
        else { return nil }
        let numbers = string[(quote + 1)..<start].split(separator: UInt8(ascii: ";"))
            .compactMap { Int(String(decoding: $0, as: UTF8.self)) }
        guard numbers.count == 4 else { return nil }
        size = PixelSize(width: numbers[2], height: numbers[3])
        let body = Self.endOfPalette(from: start, in: string)
        palette = string[start..<body]
        bands = string[body..<string.count - 2].split(
            separator: Ascii.graphicsNewLine, omittingEmptySubsequences: false)
    }

    /// A register that is chosen for drawing has no colour behind its number.
    private static func endOfPalette(from start: Int, in string: [UInt8]) -> Int {
        var place = start
        while place < string.count, string[place] == Ascii.colourIntroducer {
            var next = place + 1
            while next < string.count, (0x30...0x39).contains(string[next]) { next += 1 }
            guard next < string.count, string[next] == UInt8(ascii: ";") else { return place }
            while next < string.count, (0x30...0x3B).contains(string[next]) { next += 1 }
            place = next
        }
        return place
    }
}
