internal import Imaging

/// Rows that somebody needs of what is being read.
struct RowRequirement {
    let progress: RowProgress
    let rows: Int

    /// Whether they are there, or never will be.
    var isMet: Bool { progress.isOver || progress.rows >= rows }

    /// Blocks until it is met.
    ///
    /// - Throws: what ended the reading.
    func wait() throws(DecodingFailure) { try progress.wait(forRows: rows) }

    /// Returns when it is met or noticeably more is there than now, or when the task is cancelled.
    func arrival() async { await progress.arrival(ofRows: rows, orShare: 4) }
}
