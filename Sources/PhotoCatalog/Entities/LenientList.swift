/// A JSON list read element by element: what cannot be read is counted and left out.
struct LenientList<Element: Decodable & Sendable>: Decodable, Sendable {
    private(set) var elements: [Element] = []
    private(set) var skipped = 0

    init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        while !list.isAtEnd {
            take(try list.decode(Attempt.self).element)
        }
    }

    private mutating func take(_ element: Element?) {
        if let element {
            elements.append(element)
        } else {
            skipped += 1
        }
    }

    /// Decodes from anything, so that the list moves on past an element that failed.
    private struct Attempt: Decodable {
        let element: Element?

        init(from decoder: any Decoder) {
            do {
                element = try Element(from: decoder)
            } catch {
                element = nil
            }
        }
    }
}
