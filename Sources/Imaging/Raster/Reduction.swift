/// By how much a photo is made smaller while it is decoded.
///
/// Up to an eighth these are the steps JPEG offers for little cost; the others are for photos of which
/// even an eighth is many times as large as a screen.
package enum Reduction: Int, CaseIterable, Hashable, Sendable {
    case none = 1
    case half = 2
    case quarter = 4
    case eighth = 8
    case sixteenth = 16
    case thirtySecond = 32
}
