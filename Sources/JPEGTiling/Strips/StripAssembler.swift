internal import Imaging

/// An assembler of a small JPEG from complete rows of a large JPEG's MCUs, by copying bits.
package struct StripAssembler {
    private let strips: ScanStrips
    private let scan: JPEGScan
    private let source: UnsafeRawBufferPointer

    package init(_ strips: ScanStrips, in source: UnsafeRawBufferPointer) {
        self.strips = strips
        scan = strips.scan
        self.source = source
    }

    /// Assembles the JPEG of a strip, or of the rows around a cut, and passes it to `body`.
    ///
    /// The second argument of `body` is the range of the rows' bytes in the file. The result is
    /// `nil` if the JPEG cannot be assembled.
    package func assemble<Result>(
        _ rows: Range<Int>, _ body: (UnsafeRawBufferPointer, Range<Int>) -> Result
    ) -> Result? {
        guard let end = end(of: rows) else { return nil }
        let first = Int(strips.index[rows.lowerBound, 0].position >> 3)
        for fixup in strips.fixups {
            var writer = BitWriter(
                startingWith: header(of: rows, by: fixup), capacity: 1 << 12)
            defer { writer.deallocate() }
            var copier = copier(at: strips.index[rows.lowerBound, 0], by: fixup)
            copier.copy(to: end, restartsFrom: restarts(before: rows.lowerBound), into: &writer)
            guard copier.isExact, !fixup.addsCodes || hasOnlyKnownCodes(rows, fixup) else {
                continue
            }
            writer.put(marker: 0xD9)
            return body(
                UnsafeRawBufferPointer(start: writer.bytes, count: writer.count),
                first..<max(first, end >> 3))
        }
        return nil
    }

    /// Returns true if the photo's tables contain all codes of these rows.
    ///
    /// Decoders warn about an unknown code. With the additional codes of a fixup, an unknown code
    /// could become a coefficient without a warning.
    private func hasOnlyKnownCodes(_ rows: Range<Int>, _ fixup: DCPredictorFixup) -> Bool {
        var copier = copier(at: strips.index[rows.lowerBound, 0], by: fixup)
        return copier.hasOnlyKnownCodes(
            mcus: rows.count * strips.frame.mcusAcross, restartInterval: scan.restartInterval)
    }

    private func header(of rows: Range<Int>, by fixup: DCPredictorFixup) -> [UInt8] {
        let size = MCURect(rows: rows, of: strips.frame).pixels(of: strips.frame).size
        return fixup.header.bytes(for: size, restartInterval: scan.restartInterval)
    }

    private func copier(at entry: MCUIndex.Entry, by fixup: DCPredictorFixup) -> BitCopier {
        BitCopier(source, at: entry, by: strips.plan, fixup)
    }

    /// Returns the number of restarts before a row; `nil` if the scan has no restarts.
    private func restarts(before row: Int) -> Int? {
        guard scan.restartInterval > 0 else { return nil }
        return row * strips.frame.mcusAcross / scan.restartInterval
    }

    /// Returns the position after the last bit of a range of rows, before any restart marker; `nil`
    /// if the range contains the last row and the picture does not end there.
    private func end(of rows: Range<Int>) -> Int? {
        guard rows.upperBound < strips.frame.mcusDown else {
            return endOfScan(from: Int(strips.index[rows.lowerBound, 0].position))
        }
        let end = Int(strips.index[rows.upperBound, 0].position)
        return scan.restartInterval > 0 ? end - 16 : end
    }

    /// Returns the position after the last MCU; `nil` if the picture does not end there.
    private func endOfScan(from start: Int) -> Int? {
        let base = JPEGInput(source).base
        var offset = start >> 3
        while let found = JPEGMarkers.next(base, from: offset, end: source.count) {
            offset = found.end
            switch found.marker {
            case 0xD0...0xD7 where scan.restartInterval > 0: continue
            case 0xD9:
                let marker = offset - 2
                return scan.restartInterval > 0 ? marker * 8 : lastEnd(before: marker, from: start)
            default: return nil
            }
        }
        return nil
    }

    /// Returns the end of the last code before a marker.
    ///
    /// A decoder that starts at an arbitrary bit soon synchronises with the codes and thus finds
    /// the end. A copy up to the marker would include padding bits, which might need another byte.
    private func lastEnd(before marker: Int, from start: Int) -> Int {
        var position = (marker - Self.bytesToSynchronise) * 8
        if position <= start {
            position = start
        } else if source[position >> 3] == 0, source[position >> 3 - 1] == 0xFF {
            // Skips a zero that is stuffed after 0xFF.
            position += 8
        }
        guard let fixup = strips.fixups.first else { return position }
        var copier = copier(at: MCUIndex.Entry(position: UInt64(position)), by: fixup)
        return copier.passToEnd()
    }

    /// The distance from a marker at which decoding starts, in bytes.
    ///
    /// Photos needed 1 to 9 MCUs of up to 400 bytes to synchronise.
    private static let bytesToSynchronise = 1 << 13
}
