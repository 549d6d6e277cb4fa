internal import TerminalProtocols

/// A number typed before a key: how many times, as in vi.
struct KeyCount: Hashable, Sendable {
    /// More steps than this reach the end of any photo.
    private static let limit = 10_000

    private var typed: Int?

    /// Takes the key if it is part of a number.
    mutating func take(_ key: KeyPress) -> Bool {
        guard key.modifiers.isEmpty, case .character(let character) = key.key,
            character.isASCII, let digit = character.wholeNumberValue
        else { return false }
        // A zero alone is a key of its own.
        guard typed != nil || digit > 0 else { return false }
        typed = min(Self.limit, (typed ?? 0) * 10 + digit)
        return true
    }

    /// The number typed, or `nil`; the next key starts afresh.
    mutating func spend() -> Int? {
        defer { typed = nil }
        return typed
    }
}
