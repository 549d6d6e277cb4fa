/// The points of a histogram in as many groups as there are registers: first cut apart where they
/// spread most, then refined by k-means.
///
/// A point is a place in OKLab; its fourth number is how often it occurs.
struct ColourClusters {
    /// The points, in an order of its own.
    private(set) var points: [SIMD4<Float>] = []
    private(set) var centres: [SIMD4<Float>] = []
    /// The centre of each point.
    private(set) var cluster: [Int] = []

    init(_ points: [SIMD4<Float>], count: Int) {
        for (index, group) in Self.cut(points, count: count).enumerated() {
            centres.append(group.mean)
            self.points += group.members
            cluster += repeatElement(index, count: group.members.count)
        }
    }

    /// One step of k-means: every point to its nearest centre, every centre to the middle of its points.
    mutating func refine() {
        let near = NearCentres(centres: centres, points: points, cluster: cluster)
        for (index, point) in points.enumerated() {
            cluster[index] = near.nearest(to: point, from: cluster[index])
        }
        recentre()
    }

    static func squaredDistance(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> Float {
        let difference = a - b
        let squares = difference * difference
        return squares.x + squares.y + squares.z
    }

    private mutating func recentre() {
        var sums = [SIMD4<Float>](repeating: .zero, count: centres.count)
        for (index, point) in points.enumerated() {
            let weighted = point * point.w
            sums[cluster[index]] += SIMD4(weighted.x, weighted.y, weighted.z, point.w)
        }
        for (centre, sum) in sums.enumerated() where sum.w > 0 { centres[centre] = sum / sum.w }
    }

    /// Cuts the group that spreads most, again and again; at the mean of its widest axis.
    private static func cut(_ points: [SIMD4<Float>], count: Int) -> [ColourGroup] {
        var groups = [ColourGroup(points)]
        var totals = [groups[0].total]
        while groups.count < count {
            guard let widest = totals.indices.max(by: { totals[$0] < totals[$1] }),
                totals[widest] > 0
            else { break }
            let (lower, upper) = groups[widest].halves()
            // All on one side: they differ by less than a Float can tell.
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
}
