internal import FlyingSocks
internal import FoundationEssentials

/// The first half of some bytes, and then the connection breaks.
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
