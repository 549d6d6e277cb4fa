internal import Imaging

/// Turns a JPEG in several scans into one in a single scan, row by row, in bounded memory.
///
/// Its coefficients stay the same, so its pixels do. Before that, the first scan alone gives a coarse
/// picture: a twentieth of the file.
struct Transcoding: Sendable {
    let source: PhotoBytes
    let script: ScanScript
    let frame: JPEGFrame
    let file: BaselineFile

    /// Does all of it, or stops when nobody wants it any more.
    func run(_ photo: IndexedPhoto) {
        source.withUnsafeBytes { bytes in
            guard let base = bytes.assumingMemoryBound(to: UInt8.self).baseAddress else { return }
            if !script.isComplete { photo.progress.note(Self.cutOff) }
            sketch(photo, base: base, end: bytes.count)
            var followers = script.scans.map {
                ScanFollower($0, base: base, end: bytes.count)
            }
            transcode(&followers, photo)
            photo.progress.end()
        }
    }

    private static let cutOff = Damage(reason: "Premature end of JPEG file")

    private func damage(_ followers: [ScanFollower]) -> Damage? {
        if followers.contains(where: \.isCut) {
            return Self.cutOff
        }
        let hasWrongCodes = followers.contains { $0.wrongCodes > 0 }
        return hasWrongCodes ? Damage(reason: "Corrupt JPEG data: bad Huffman code") : nil
    }

    /// The overview that the means of the first scan give, a little too dark or too bright.
    private func sketch(_ photo: IndexedPhoto, base: UnsafePointer<UInt8>, end: Int) {
        guard let first = script.scans.first, first.components.count == frame.components.count,
            first.last == 0
        else { return }
        var follower = ScanFollower(first, base: base, end: end)
        let coefficients = CoefficientRow(of: frame)
        let levels = RowLevels(photo.scan, photo.planes)
        for row in 0..<frame.unitsDown where !photo.progress.isAbandoned {
            follower.follow(row: row, of: frame, into: coefficients)
            levels.write(coefficients, row: row)
        }
        photo.progress.sketched()
    }

    /// Where the file has no room for more, all is followed to the end nevertheless: for the overview.
    private func transcode(_ followers: inout [ScanFollower], _ photo: IndexedPhoto) {
        let coefficients = CoefficientRow(of: frame)
        var writer = BaselineWriter(photo, frame: frame)
        let levels = RowLevels(photo.scan, photo.planes)
        for row in 0..<frame.unitsDown {
            guard !photo.progress.isAbandoned else { return }
            coefficients.clear()
            for number in followers.indices {
                followers[number].follow(row: row, of: frame, into: coefficients)
            }
            levels.write(coefficients, row: row)
            writer.write(coefficients, number: row, to: file)
            if let damage = damage(followers) { photo.progress.note(damage) }
            // The last row is read once the file has its end.
            if row + 1 < frame.unitsDown { photo.progress.announce(rows: row + 1) }
        }
        writer.finish(to: file)
    }
}
