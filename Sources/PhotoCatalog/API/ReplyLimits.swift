internal import Bounds

/// The limits of the numbers in replies, addresses and kept photos, each with its reason.
package enum ReplyLimits {
    /// The number of photos in a list: the largest library has 150 million files.
    package enum ResultCount: NumberLimit { package static let range = 0...1_000_000_000_000 }

    /// The page of a list, or the place of a result in it: no list is followed so far.
    package enum PageNumber: NumberLimit { package static let range = 0...1_000_000_000 }

    /// The photos of a page; NASA gives at most 100.
    package enum PageSize: NumberLimit { package static let range = 1...1000 }

    /// Four digits.
    package enum Year: NumberLimit { package static let range = 0...9999 }

    /// A day of Mars since the landing: 270 years, and no rover lives so long.
    package enum Sol: NumberLimit { package static let range = 0...99_999 }

    /// The side of a photo: a PNG's is at most a million, by libpng; a JPEG's 65,535.
    package enum Side: NumberLimit { package static let range = 1...1_000_000 }

    /// The bytes of a file: a petabyte is more than any disk holds.
    package enum ByteCount: NumberLimit { package static let range = 0...1_000_000_000_000_000 }

    /// A service's own number for a photo: Flickr's have eleven digits.
    package enum SampleValue: NumberLimit { package static let range = 0...1_000_000_000_000_000 }

    /// The number of a licence, or of a failure: tables have a few.
    package enum Code: NumberLimit { package static let range = 0...99_999 }
}

extension KeyedDecodingContainer {
    /// The whole number under `key`, also written as text; `nil` if it is beyond its limit.
    func number<Limit: NumberLimit>(
        at key: Key, _ limit: Limit.Type = Limit.self
    ) -> Bounded<Limit>? {
        lenient(Bounded<Limit>.self, at: key)
            ?? lenient(String.self, at: key).flatMap { Bounded($0) }
    }

    /// The total under `key`, also written as text; the limit stands for one beyond it.
    func total<Limit: NumberLimit>(at key: Key) -> Bounded<Limit>? {
        guard let digits = text(at: key), !digits.hasPrefix("-") else { return nil }
        return Limit.range.clamped(in: digits).map { Bounded(clamping: $0) }
    }
}
