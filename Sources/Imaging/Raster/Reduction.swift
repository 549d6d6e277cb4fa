/// By how much a photo is made smaller while it is decoded: the steps JPEG offers for little cost.
package enum Reduction: Int, CaseIterable, Hashable, Sendable {
    case none = 1
    case half = 2
    case quarter = 4
    case eighth = 8
}
