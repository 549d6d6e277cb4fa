/// A promise of the program that some bytes have broken.
package struct BrokenPromise: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

/// Throws unless a promise is kept; the words are evaluated only then.
package func expect(
    _ isKept: Bool, _ words: @autoclosure () -> String
) throws(BrokenPromise) {
    guard isKept else { throw BrokenPromise(words()) }
}
