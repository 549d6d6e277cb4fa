/// The points of a histogram in as many groups as there are registers: first cut apart where they
/// spread most, then refined by k-means.
struct ColourClusters {
    private let points: [SIMD4<Float>]
    private(set) var centres: [SIMD4<Float>] = []
    private var cluster: [Int32]

    init(_ points: [SIMD4<Float>], count: Int) {
        self.points = points
        cluster = [Int32](repeating: 0, count: points.count)
        centres = Self.cut(points, count: count).map(\.mean)
    }

    /// One step of k-means, among the centres nearest to each point's last one.
    mutating func refine() {
        assign()
        recentre()
    }

    // MARK: cutting

    private struct Group {
        var members: [SIMD4<Float>]
        let mean: SIMD4<Float>
        /// The squared distances from the mean, by axis, each point by its weight.
        let spread: SIMD4<Float>

        init(_ members: [SIMD4<Float>]) {
            self.members = members
            var sum = SIMD4<Float>()
            var squares = SIMD4<Float>()
            for point in members {
                let weighted = point * point.w
                sum += SIMD4(weighted.x, weighted.y, weighted.z, point.w)
                squares += weighted * point
            }
            let weight = max(sum.w, 1e-9)
            mean = sum / weight
            spread = squares - sum * mean
        }

        var total: Float { members.count > 1 ? spread.x + spread.y + spread.z : 0 }

        func halves() -> (Group, Group) {
            let axis = widestAxis
            let limit = mean[axis]
            var members = members
            let middle = members.partition { $0[axis] > limit }
            return (Group(Array(members[..<middle])), Group(Array(members[middle...])))
        }

        private var widestAxis: Int {
            if spread.x >= spread.y && spread.x >= spread.z { return 0 }
            return spread.y >= spread.z ? 1 : 2
        }
    }

    private static func cut(_ points: [SIMD4<Float>], count: Int) -> [Group] {
        var groups = [Group(points)]
        var totals = [groups[0].total]
        while groups.count < count {
            guard let widest = totals.indices.max(by: { totals[$0] < totals[$1] }),
                totals[widest] > 0
            else { break }
            let (lower, upper) = groups[widest].halves()
            guard !lower.members.isEmpty && !upper.members.isEmpty else {
                totals[widest] = 0
                continue
            }
            groups[widest] = lower
            totals[widest] = lower.total
            groups.append(upper)
            totals.append(upper.total)
        }
        return groups
    }

    private mutating func assign() {
        for index in points.indices {
            var best = Float.infinity
            var nearest = 0
            for (centre, place) in centres.enumerated() {
                let difference = points[index] - place
                let squares = difference * difference
                let distance = squares.x + squares.y + squares.z
                if distance < best {
                    best = distance
                    nearest = centre
                }
            }
            cluster[index] = Int32(nearest)
        }
    }

    private mutating func recentre() {
        var sums = [SIMD4<Float>](repeating: .zero, count: centres.count)
        for (index, point) in points.enumerated() {
            let weighted = point * point.w
            sums[Int(cluster[index])] += SIMD4(weighted.x, weighted.y, weighted.z, point.w)
        }
        for (centre, sum) in sums.enumerated() where sum.w > 0 { centres[centre] = sum / sum.w }
    }
}
