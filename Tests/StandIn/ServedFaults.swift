internal import FlyingSocks
internal import Foundation

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

/// The first half of the bytes, then the connection breaks.
struct TruncatedBody: AsyncBufferedSequence {
    typealias Element = UInt8

    struct Broken: Error {}

    let bytes: Data

    func makeAsyncIterator() -> Iterator { Iterator(rest: bytes.prefix(bytes.count / 2)) }

    struct Iterator: AsyncBufferedIteratorProtocol {
        var rest: Data

        mutating func next() async throws -> UInt8? {
            guard let byte = rest.popFirst() else { throw Broken() }
            return byte
        }

        mutating func nextBuffer(suggested count: Int) async throws -> Data? {
            guard !rest.isEmpty else { throw Broken() }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }
    }
}
