/// A block of 8 x 8 coefficients as 2 x 2 means: libjpeg's transform of two pixels a side.
///
/// A mean over half a cosine is nothing for the even frequencies; the odd ones count by these numbers,
/// fixed point with 13 bits, libjpeg's roundings included, so that pixels are the same.
struct InverseDCT2x2 {
    private static let first: Int32 = 29692  // 3.624509785
    private static let third: Int32 = -10426  // -1.272758580
    private static let fifth: Int32 = 6967  // 0.850430095
    private static let seventh: Int32 = -5906  // -0.720959822

    /// Four levels, row by row, of 64 coefficients by place, multiplied, the first of which is not read.
    ///
    /// That one can be added to a level: libjpeg's rounding of the sum is the sum's own.
    @inline(__always)
    static func levels(_ block: UnsafePointer<Int32>) -> SIMD4<Int16> {
        let (top0, bottom0) = column(block, 0)
        let (top1, bottom1) = column(block, 1)
        let (top3, bottom3) = column(block, 3)
        let (top5, bottom5) = column(block, 5)
        let (top7, bottom7) = column(block, 7)
        let top = row(top1, top3, top5, top7)
        let bottom = row(bottom1, bottom3, bottom5, bottom7)
        let even = SIMD4(top0, top0, bottom0, bottom0) &<< 15
        let odd = SIMD4(top, 0 &- top, bottom, 0 &- bottom)
        return SIMD4<Int16>(truncatingIfNeeded: (even &+ odd) &>> 17)
    }

    @inline(__always)
    private static func column(
        _ block: UnsafePointer<Int32>, _ column: Int
    ) -> (top: Int32, bottom: Int32) {
        let odd =
            block[column &+ 8] &* first &+ block[column &+ 24] &* third
            &+ block[column &+ 40] &* fifth &+ block[column &+ 56] &* seventh
        let even = column == 0 ? 0 : block[column] &<< 15
        let half: Int32 = 1 << 12
        return ((even &+ odd &+ half) &>> 13, (even &- odd &+ half) &>> 13)
    }

    @inline(__always)
    private static func row(_ one: Int32, _ three: Int32, _ five: Int32, _ seven: Int32) -> Int32 {
        one &* first &+ three &* third &+ five &* fifth &+ seven &* seventh
    }
}
