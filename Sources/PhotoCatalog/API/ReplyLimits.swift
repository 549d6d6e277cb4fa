internal import Bounds

/// The limits of numbers in replies, addresses and stored photos.
package enum ReplyLimits {
    /// The number of photos in a list; the largest library has 150 million files.
    package enum ResultCount: NumberLimit { package static let range = 0...1_000_000_000_000 }

    /// A page number, or the position of a result in a list; no list is read up to the limit.
    package enum PageNumber: NumberLimit { package static let range = 0...1_000_000_000 }

    /// The number of photos on a page; NASA returns at most 100.
    package enum PageSize: NumberLimit { package static let range = 1...1000 }

    /// A year, which has four digits.
    package enum Year: NumberLimit { package static let range = 0...9999 }

    /// A day on Mars, counted from the landing; the limit of 280 years exceeds the life of any
    /// rover.
    package enum Sol: NumberLimit { package static let range = 0...99_999 }

    /// The side of a photo, in pixels; libpng allows a million for a PNG, and a JPEG has at most
    /// 65,535.
    package enum Side: NumberLimit { package static let range = 1...1_000_000 }

    /// The size of a file in bytes; a petabyte is larger than any disk.
    package enum ByteCount: NumberLimit { package static let range = 0...1_000_000_000_000_000 }

    /// A number that a service assigns to a photo; Flickr's numbers have eleven digits.
    package enum PhotoNumber: NumberLimit { package static let range = 0...1_000_000_000_000_000 }

    /// The number of a licence or of a failure; services use few such numbers.
    package enum Code: NumberLimit { package static let range = 0...99_999 }
}

extension KeyedDecodingContainer {
    /// Returns the integer under `key`, which may be written as text.
    ///
    /// The result is `nil` if the integer is missing or outside the range of `Limit`.
    func number<Limit: NumberLimit>(
        at key: Key, _ limit: Limit.Type = Limit.self
    ) -> Bounded<Limit>? {
        lenient(Bounded<Limit>.self, at: key)
            ?? lenient(String.self, at: key).flatMap { Bounded($0) }
    }

    /// Returns the total under `key`, which may be written as text; `nil` if the total is missing
    /// or negative.
    ///
    /// A total above the limit is replaced by the limit.
    func total<Limit: NumberLimit>(at key: Key) -> Bounded<Limit>? {
        guard let digits = text(at: key), !digits.hasPrefix("-") else { return nil }
        return Limit.range.clamped(in: digits).map { Bounded(clamping: $0) }
    }
}
