/// The name that was probably meant by one that does not exist.
package enum NearestName {
    /// The nearest of some names, if it is near enough: two slips at most, one in a short word.
    package static func of(_ word: String, among names: [String]) -> String? {
        let limit = word.count < 5 ? 1 : 2
        let near = names.map { (name: $0, slips: slips(Array(word), Array($0))) }
            .min { $0.slips < $1.slips }
        return near.flatMap { (1...limit).contains($0.slips) ? $0.name : nil }
    }

    /// Letters missing, too many, wrong, or swapped with their neighbour: the optimal string
    /// alignment distance (Boytsov 2011, "Indexing methods for approximate dictionary searching").
    private static func slips(_ word: [Character], _ name: [Character]) -> Int {
        var rows = [Array(0...name.count)]
        for (i, letter) in word.enumerated() {
            var row = [i + 1]
            for (j, other) in name.enumerated() {
                let isSame = letter == other
                var least = min(rows[i][j] + (isSame ? 0 : 1), rows[i][j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, letter == name[j - 1], word[i - 1] == other {
                    least = min(least, rows[i - 1][j - 1] + 1)
                }
                row.append(least)
            }
            rows.append(row)
        }
        return rows[word.count][name.count]
    }
}
