internal import Imaging

/// Decodes a PNG once, row after row, into levels of all sizes.
struct PNGSpilling {
    /// What is decoded in one go: 32 rows of 12,000 pixels, one of a million.
    private static let bandBytes = 3 << 19

    let decoder: PNGDecoder
    let levels: [Reduction: SpilledMipLevel]
    let progress: RowProgress

    func run() {
        decoder.bytes.withUnsafeBytes { source in
            do throws(DecodingFailure) {
                try spill(try decoder.rows(of: source))
                progress.end()
            } catch {
                progress.end(failure: error)
            }
        }
    }

    private func spill(_ reader: borrowing PNGReader) throws(DecodingFailure) {
        let size = decoder.header.size
        let rowBytes = size.width * Raster.bytesPerPixel
        let bandRows = max(1, Self.bandBytes / rowBytes)
        let band = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bandRows * rowBytes)
        defer { band.deallocate() }
        var eighth = reducer(.eighth)
        var sixteenth = reducer(.sixteenth)
        var thirtySecond = reducer(.thirtySecond)
        var passed = PageReclaimer(of: decoder.bytes)
        var row = 0
        while row < size.height, !progress.isAbandoned {
            passed.pass(reader.offset)
            let wanted = min(bandRows, size.height - row)
            let got = reader.readRows(wanted, into: band)
            keep(band, rows: got, from: row)
            try eighth?.take(band, count: got)
            try sixteenth?.take(band, count: got)
            try thirtySecond?.take(band, count: got)
            row += got
            if got < wanted {
                guard row > 0 else { throw reader.failure }
                progress.note(PNGDecoder.damage(reader.failure))
                break
            }
            progress.announce(rows: row)
        }
        try eighth?.finish()
        try sixteenth?.finish()
        try thirtySecond?.finish()
    }

    /// On a full disk the reductions go on alone.
    private func keep(_ band: UnsafeMutableBufferPointer<UInt8>, rows: Int, from row: Int) {
        guard let level = levels[.none], rows > 0, progress.failure == nil else { return }
        let byteCount = rows * level.size.width * Raster.bytesPerPixel
        let bytes = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(band)[..<byteCount])
        do throws(DecodingFailure) {
            try level.write(bytes, fromRow: row)
        } catch {
            progress.fail(error)
        }
    }

    private func reducer(_ reduction: Reduction) -> RowReducer? {
        guard let level = levels[reduction] else { return nil }
        return RowReducer(decoder.boxes(reduction), into: level)
    }
}
