internal import FlyingSocks
package import Foundation

/// Faults to inject.
package struct ServedFaults: Sendable {
    package let delayMilliseconds: Int
    package let fail: Ratio
    package let cut: Ratio

    package static let none = ServedFaults(delayMilliseconds: 0, fail: .none, cut: .none)

    package init(delayMilliseconds: Int, fail: Ratio, cut: Ratio) {
        self.delayMilliseconds = delayMilliseconds
        self.fail = fail
        self.cut = cut
    }
}

/// `1/5` is the first of every five.
package struct Ratio: Sendable {
    private let count: Int
    private let every: Int

    package static let none = Ratio(count: 0, every: 1)

    private init(count: Int, every: Int) {
        self.count = count
        self.every = every
    }

    package init?(argument: String) {
        let numbers = argument.split(separator: "/").compactMap { Int($0) }
        guard numbers.count == 2, numbers[1] > 0, (0...numbers[1]).contains(numbers[0]) else {
            return nil
        }
        self.init(count: numbers[0], every: numbers[1])
    }

    package func contains(_ index: Int) -> Bool { index % every < count }
}

/// Some bytes, followed by a broken connection.
package struct BrokenBytes: AsyncBufferedSequence {
    package typealias Element = UInt8

    package struct Broken: Error {}

    private let bytes: Data

    package init(_ bytes: Data) { self.bytes = bytes }

    package func makeAsyncIterator() -> Iterator { Iterator(rest: bytes) }

    package struct Iterator: AsyncBufferedIteratorProtocol {
        var rest: Data

        package mutating func next() async throws -> UInt8? {
            guard let byte = rest.popFirst() else { throw Broken() }
            return byte
        }

        package mutating func nextBuffer(suggested count: Int) async throws -> Data? {
            guard !rest.isEmpty else { throw Broken() }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }
    }
}
