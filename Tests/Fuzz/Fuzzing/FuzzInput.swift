/// Takes numbers off the front of fuzzed bytes; the rest is the content.
package struct FuzzInput {
    package private(set) var rest: ArraySlice<UInt8>

    package init(_ bytes: [UInt8]) { rest = bytes[...] }

    /// The next byte; 0 after the end.
    package mutating func byte() -> Int { Int(rest.popFirst() ?? 0) }

    /// The next byte as a number in a range that is not empty.
    package mutating func number(in range: ClosedRange<Int>) -> Int {
        range.lowerBound + byte() % range.count
    }

    package mutating func flag() -> Bool { byte() & 1 == 1 }
}
