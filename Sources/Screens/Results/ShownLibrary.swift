/// Which library the lists are of.
package enum ShownLibrary: Hashable, Sendable {
    /// NASA's; `offersDemo` if the built-in collection can be opened when NASA's cannot be reached.
    case nasa(offersDemo: Bool)
    /// The built-in collection.
    case demo
}
