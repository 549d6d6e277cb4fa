import FlyingSocks
import Foundation

/// Some bytes, and then the connection breaks.
struct BrokenBytes: AsyncBufferedSequence {
    typealias Element = UInt8

    struct Broken: Error {}

    let rest: Data

    func makeAsyncIterator() -> Iterator { Iterator(rest: rest) }

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
