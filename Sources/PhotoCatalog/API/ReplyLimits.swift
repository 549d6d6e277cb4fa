internal import Bounds

/// The limits of the numbers in replies, addresses and stored photos, each with its reason.
package enum ReplyLimits {
    /// The number of photos in a list; the largest library has 150 million files.
    package enum ResultCount: NumberLimit { package static let range = 0...1_000_000_000_000 }

    /// The number of a page, or the position of a result in a list; no list is followed that far.
    package enum PageNumber: NumberLimit { package static let range = 0...1_000_000_000 }

    /// The number of photos on a page; NASA returns at most 100.
    package enum PageSize: NumberLimit { package static let range = 1...1000 }

    /// A year, which has four digits.
    package enum Year: NumberLimit { package static let range = 0...9999 }

    /// A day of Mars since the landing; the limit is 280 years, longer than any rover lasts.
    package enum Sol: NumberLimit { package static let range = 0...99_999 }

    /// The side of a photo in pixels: at most a million for a PNG, by libpng, and 65,535 for a
    /// JPEG.
    package enum Side: NumberLimit { package static let range = 1...1_000_000 }

    /// The number of bytes of a file; a petabyte is more than any disk holds.
    package enum ByteCount: NumberLimit { package static let range = 0...1_000_000_000_000_000 }

    /// A service's own number for a photo; those of Flickr have eleven digits.
    package enum SampleValue: NumberLimit { package static let range = 0...1_000_000_000_000_000 }

    /// The number of a licence, or of a failure; services have few of each.
    package enum Code: NumberLimit { package static let range = 0...99_999 }
}

extension KeyedDecodingContainer {
    /// Returns the integer under `key`, which may be written as text; `nil` if it exceeds its
    /// limit.
    func number<Limit: NumberLimit>(
        at key: Key, _ limit: Limit.Type = Limit.self
    ) -> Bounded<Limit>? {
        lenient(Bounded<Limit>.self, at: key)
            ?? lenient(String.self, at: key).flatMap { Bounded($0) }
    }

    /// Returns the total under `key`, which may be written as text; a larger total is replaced by
    /// the limit.
    func total<Limit: NumberLimit>(at key: Key) -> Bounded<Limit>? {
        guard let digits = text(at: key), !digits.hasPrefix("-") else { return nil }
        return Limit.range.clamped(in: digits).map { Bounded(clamping: $0) }
    }
}
