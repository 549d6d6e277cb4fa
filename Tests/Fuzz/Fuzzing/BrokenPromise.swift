/// A promise of the program's that some bytes have broken.
package struct BrokenPromise: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

/// Throws unless a promise is kept; the words are made only then.
package func expect(
    _ isKept: Bool, _ words: @autoclosure () -> String
) throws(BrokenPromise) {
    guard isKept else { throw BrokenPromise(words()) }
}
