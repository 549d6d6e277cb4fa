import Testing

@testable import Screens

/// The positions of photos if the first one is larger.
@Suite struct LeadSpanTests {
    private static let spans = [
        FeaturedSpan.one, FeaturedSpan(columns: 1, rows: 2), FeaturedSpan(columns: 2, rows: 1),
        FeaturedSpan(columns: 2, rows: 2), FeaturedSpan(columns: 3, rows: 2),
    ]

    /// The indices of the photos in each row.
    @Test(arguments: [
        (FeaturedSpan.one, 3, ["012", "345", "678"]),
        (FeaturedSpan(columns: 2, rows: 1), 3, ["001", "234", "567"]),
        (FeaturedSpan(columns: 2, rows: 2), 4, ["0012", "0034", "5678"]),
        (FeaturedSpan(columns: 1, rows: 2), 1, ["0", "0", "1", "2"]),
    ])
    func theOthersFlowAroundTheFirst(span: FeaturedSpan, across: Int, rows: [String]) {
        let places = rows.indices.map { row in
            (0..<across).map { "\(span.index(at: row * across + $0, across: across))" }.joined()
        }
        #expect(places == rows)
    }

    @Test(arguments: spans, 1...6)
    func eachPhotoHasAPlaceOfItsOwn(span: FeaturedSpan, across: Int) {
        guard span.columns <= across else { return }
        let places = (0..<40).map { span.cell(of: $0, across: across) }
        #expect(Set(places).count == places.count)
        for (index, place) in places.enumerated() {
            #expect(span.index(at: place, across: across) == index)
        }
    }

    /// Each photo is found once, in the row in which it starts.
    @Test(arguments: spans, 1...6)
    func rowsHaveThePhotosThatBeginInThem(span: FeaturedSpan, across: Int) {
        guard span.columns <= across else { return }
        for count in 0...20 {
            let rows = span.rowCount(of: count, across: across)
            let found = (0..<rows).flatMap {
                Array(span.items(inRows: $0..<$0 + 1, of: count, across: across))
            }
            #expect(found == Array(0..<count))
            #expect(span.items(inRows: 0..<rows, of: count, across: across) == 0..<count)
        }
    }

    @Test(arguments: [
        // requested row, previous row, the resulting first row
        (0, 0, 0), (1, 0, 2), (1, 2, 0), (2, 0, 2), (3, 2, 3), (-1, 0, 0),
    ])
    func aPageNeverBeginsWithinTheFirst(wished: Int, before: Int, row: Int) {
        #expect(FeaturedSpan(columns: 1, rows: 2).firstRow(near: wished, from: before) == row)
    }

    @Test(arguments: [
        // a list or a grid, columns, rows, the span
        (true, 1, 2, "1x1"), (true, 1, 3, "1x2"), (true, 1, 8, "1x2"), (false, 2, 4, "1x1"),
        (false, 3, 2, "2x1"), (false, 3, 5, "2x1"), (false, 4, 2, "2x1"), (false, 4, 3, "2x2"),
        (false, 8, 6, "2x2"),
    ])
    func itLeavesRoomToTheOthers(isList: Bool, across: Int, rows: Int, size: String) {
        let span = FeaturedSpan(isList: isList, across: across, rows: rows)
        #expect("\(span.columns)x\(span.rows)" == size)
    }
}
