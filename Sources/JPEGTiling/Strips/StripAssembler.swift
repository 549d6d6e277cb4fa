internal import Imaging

/// Makes small JPEGs of whole rows of MCUs of a large one: their bits, copied.
package struct StripAssembler {
    private let strips: ScanStrips
    private let scan: JPEGScan
    private let source: UnsafeRawBufferPointer

    package init(_ strips: ScanStrips, in source: UnsafeRawBufferPointer) {
        self.strips = strips
        scan = strips.scan
        self.source = source
    }

    /// Assembles the JPEG of a strip or of a cut's surroundings and lends it, with where in the file its
    /// bits lie; `nil` if that is impossible.
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

    /// Decoders complain of a code that no table has; to one with more codes it may be a coefficient.
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

    /// `nil` if the scan has no restarts.
    private func restarts(before row: Int) -> Int? {
        guard scan.restartInterval > 0 else { return nil }
        return row * strips.frame.mcusAcross / scan.restartInterval
    }

    /// The position behind the last bit of rows; a restart's marker is not theirs.
    private func end(of rows: Range<Int>) -> Int? {
        guard rows.upperBound < strips.frame.mcusDown else {
            return endOfScan(from: Int(strips.index[rows.lowerBound, 0].position))
        }
        let end = Int(strips.index[rows.upperBound, 0].position)
        return scan.restartInterval > 0 ? end - 16 : end
    }

    /// The position behind the last MCU; `nil` if what follows is not the end of the picture.
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

    /// A decoder that begins anywhere is soon in step with the codes, and so comes to their end.
    ///
    /// Otherwise the bits that fill up the last byte would be copied too, and might become a byte.
    private func lastEnd(before marker: Int, from start: Int) -> Int {
        var position = (marker - Self.bytesToSynchronise) * 8
        if position <= start {
            position = start
        } else if source[position >> 3] == 0, source[position >> 3 - 1] == 0xFF {
            // Not the zero that is stuffed behind a byte of ones.
            position += 8
        }
        guard let fixup = strips.fixups.first else { return position }
        var copier = copier(at: MCUIndex.Entry(position: UInt64(position)), by: fixup)
        return copier.passToEnd()
    }

    /// Photos took 1 to 9 MCUs, of up to 400 bytes each.
    private static let bytesToSynchronise = 1 << 13
}
