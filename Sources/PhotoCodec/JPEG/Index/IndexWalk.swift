internal import Imaging

/// The one walk over a JPEG's bits that makes its index and its overview.
struct IndexWalk {
    private let bytes: PhotoBytes
    private let scan: JPEGScan
    private let lookups: ScanLookups
    private let index: UnitIndex
    private let planes: DCPlanes
    private let progress: ReadingProgress

    init(_ photo: IndexedPhoto) {
        bytes = photo.bytes
        scan = photo.scan
        lookups = photo.lookups
        index = photo.index
        planes = photo.planes
        progress = photo.progress
    }

    /// Walks to the end, or until nobody wants it any more.
    func run() {
        bytes.withUnsafeBytes { source in
            guard let base = source.assumingMemoryBound(to: UInt8.self).baseAddress else { return }
            var course = Course(
                reader: EntropyReader(base, end: source.count, at: scan.dataOffset * 8),
                base: base, end: source.count, restartInterval: scan.restartInterval,
                lookups: lookups)
            for row in 0..<scan.unitsDown where !progress.isAbandoned {
                bytes.arrival?.wait(forBytes: course.bytesPassed + scan.mostRowBytes)
                walk(row, on: &course)
                if course.wrongCodes > 0 { progress.note(Self.wrongCode) }
                // The last row is read once the index has its end.
                if row + 1 < scan.unitsDown { progress.announce(rows: row + 1) }
                forgetPages(before: course.bytesPassed, &course)
            }
            finish(course)
        }
    }

    private func finish(_ course: Course) {
        var end = UnitIndex.Entry()
        end.position = course.isLost ? 0 : UInt64(course.walker.reader.position)
        index[scan.unitsDown, 0] = end
        progress.end()
    }

    /// Pages of a mapped file that are behind are given back, eight megabytes at a time.
    private func forgetPages(before offset: Int, _ course: inout Course) {
        guard offset >= course.forgotten + 8 << 20 else { return }
        bytes.forgetPages(course.forgotten..<offset)
        course.forgotten = offset
    }

    private func walk(_ row: Int, on course: inout Course) {
        var column = 0
        for entry in 0..<index.entriesPerRow {
            index[row, entry] = course.entry
            let next =
                entry + 1 < index.entriesPerRow
                ? index.column(of: entry + 1) : scan.unitsAcross
            walk(column..<next, of: row, on: &course)
            column = next
        }
    }

    private func walk(_ columns: Range<Int>, of row: Int, on course: inout Course) {
        var column = columns.lowerBound
        while column < columns.upperBound {
            let count = min(columns.upperBound - column, course.untilRestart)
            let done = course.isLost ? 0 : follow(column..<(column + count), of: row, on: &course)
            let unit = row * scan.unitsAcross + column
            if done < count {
                course.loseRest()
                let gap = (unit + done)..<(unit + count)
                if !progress.add(gap: gap, because: Self.cutOff) { course.giveUp() }
            }
            column += count
            course.passed(count, isLast: unit + count == scan.unitCount)
        }
    }

    private static let wrongCode = Damage(reason: "Corrupt JPEG data: bad Huffman code")
    private static let cutOff = Damage(reason: "Premature end of JPEG file")

    /// Hot: every unit of the photo passes here once.
    ///
    /// - Returns: how many units were whole.
    private func follow(_ columns: Range<Int>, of row: Int, on course: inout Course) -> Int {
        planes.planes.withUnsafeBufferPointer { planes in
            // A copy on the stack: the compiler keeps its parts in registers.
            var walker = course.walker
            defer { course.walker = walker }
            for column in columns {
                let isWhole = walker.passUnit { block, coefficient in
                    let plane = planes[block.component]
                    plane.write(
                        coefficient, x: column &* plane.across &+ block.x,
                        y: row &* plane.down &+ block.y)
                }
                guard isWhole else { return column - columns.lowerBound }
            }
            return columns.count
        }
    }
}
