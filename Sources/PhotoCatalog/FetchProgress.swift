/// How far a transfer is.
package enum FetchProgress: Hashable, Sendable {
    /// `expected` is nil where the server did not say, or packs the bytes.
    case receiving(bytes: Int, expected: Int?)
    /// The server failed or asked for patience; the next try begins after these seconds, or now.
    case waiting(seconds: Double)

    /// Whole seconds until the next try; nil where none is waited for.
    package var secondsToWait: Int? {
        guard case .waiting(let seconds) = self, seconds > 0 else { return nil }
        return Int(seconds.rounded(.up))
    }

    /// From 0 to 1, or nil where the end is not known.
    package var fraction: Double? {
        guard case .receiving(let bytes, let expected?) = self, expected > 0 else { return nil }
        return min(1, Double(bytes) / Double(expected))
    }
}
