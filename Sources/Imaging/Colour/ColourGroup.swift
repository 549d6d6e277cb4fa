/// Points of a histogram that may share one register.
struct ColourGroup {
    let members: [SIMD4<Float>]
    let mean: SIMD4<Float>
    /// The squared distances from the mean, by axis, each point by how often it occurs.
    private let spread: SIMD4<Float>

    init(_ members: [SIMD4<Float>]) {
        self.members = members
        var sum = SIMD4<Float>()
        var squares = SIMD4<Float>()
        for point in members {
            let weighted = point * point.w
            sum += SIMD4(weighted.x, weighted.y, weighted.z, point.w)
            squares += weighted * point
        }
        mean = sum / max(sum.w, .leastNormalMagnitude)
        spread = squares - sum * mean
    }

    var total: Float { members.count > 1 ? spread.x + spread.y + spread.z : 0 }

    func halves() -> (lower: ColourGroup, upper: ColourGroup) {
        let axis = widestAxis
        let limit = mean[axis]
        var members = members
        let middle = members.partition { $0[axis] > limit }
        return (ColourGroup(Array(members[..<middle])), ColourGroup(Array(members[middle...])))
    }

    private var widestAxis: Int {
        if spread.x >= spread.y && spread.x >= spread.z { return 0 }
        return spread.y >= spread.z ? 1 : 2
    }
}
