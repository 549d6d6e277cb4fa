internal import Imaging

/// Turns a JPEG in several scans into one in a single scan, row by row, in bounded memory.
///
/// Its coefficients stay the same, so its pixels do. Before that, the first scan alone gives a coarse
/// picture: a twentieth of the file. Beside it an eighth is made, of some of the scans: following them
/// twice costs a fifth of the time, and the eighth is there three times as early.
struct BaselineTranscoder: Sendable {
    let source: PhotoBytes
    let script: ScanList
    let frame: JPEGFrame
    let file: BaselineFile

    /// How far the overview goes: the rows of units of a sketch, all at once, then those of the eighth.
    var overviewProgress: RowProgress { RowProgress(rows: sketchRows + frame.unitsDown) }

    /// The rows of units that a sketch has; none without one.
    var sketchRows: Int { script.sketch == nil ? 0 : frame.unitsDown }

    /// Does all of it, or stops when nobody wants it any more.
    func run(_ photo: IndexedPhoto) {
        if !script.isComplete { photo.progress.note(Self.cutOff) }
        sketch(photo)
        WorkThread.start { makeEighth(photo) }
        source.withUnsafeBytes { bytes in
            guard let base = bytes.assumingMemoryBound(to: UInt8.self).baseAddress else { return }
            var followers = script.scans.map {
                ProgressiveScanDecoder($0, base: base, end: bytes.count)
            }
            transcode(&followers, photo)
        }
        photo.progress.end()
    }

    private static let cutOff = Damage(reason: "Premature end of JPEG file")

    private static let rowsPerForgetting = 64

    private func damage(_ followers: [ProgressiveScanDecoder]) -> Damage? {
        if followers.contains(where: \.isCut) {
            return Self.cutOff
        }
        let hasWrongCodes = followers.contains { $0.wrongCodes > 0 }
        return hasWrongCodes ? Damage(reason: "Corrupt JPEG data: bad Huffman code") : nil
    }

    private func eighth(of photo: IndexedPhoto) -> ProgressiveReduction {
        ProgressiveReduction(script, frame: frame, scan: photo.scan, to: photo.planes)
    }

    private func sketch(_ photo: IndexedPhoto) {
        source.withUnsafeBytes { bytes in
            eighth(of: photo).sketch(bytes) { !photo.progress.isAbandoned }
        }
        photo.overviewProgress.announce(rows: sketchRows)
    }

    /// What is damaged is told by whoever follows all scans.
    private func makeEighth(_ photo: IndexedPhoto) {
        source.withUnsafeBytes { bytes in
            _ = eighth(of: photo).make(bytes) { rows in
                photo.overviewProgress.announce(rows: sketchRows + rows)
                return !photo.progress.isAbandoned
            }
        }
        photo.overviewProgress.end()
    }

    /// Where the file has no room for more there is the overview only.
    private func transcode(_ followers: inout [ProgressiveScanDecoder], _ photo: IndexedPhoto) {
        let coefficients = CoefficientRow(of: frame)
        var writer = BaselineWriter(photo, frame: frame)
        for row in 0..<frame.unitsDown {
            guard !photo.progress.isAbandoned, photo.progress.failure == nil else { return }
            // The scans are read at a dozen places: in the end all pages would be resident.
            if row.isMultiple(of: Self.rowsPerForgetting) {
                source.forgetPages(0..<source.count)
            }
            coefficients.clear()
            for number in followers.indices {
                followers[number].follow(row: row, of: frame, into: coefficients)
            }
            writer.write(coefficients, number: row, to: file)
            if let damage = damage(followers) { photo.progress.note(damage) }
            // The last row is read once the file has its end.
            if row + 1 < frame.unitsDown { photo.progress.announce(rows: row + 1) }
        }
        writer.finish(to: file)
    }
}
