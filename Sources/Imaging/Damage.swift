/// A fault in a file that is shown all the same, as far as it goes.
package struct Damage: Hashable, Sendable {
    /// The library's own text; sanitize before it is shown.
    package let reason: String

    package init(reason: String) { self.reason = reason }
}
