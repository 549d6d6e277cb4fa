/// How far a photo is on its way.
package enum PhotoProgress: Hashable, Sendable {
    case lookingUp
    /// `total` is what the server announced, if it did; the rate is known after a second.
    case fetching(bytes: Int, total: Int?, bytesPerSecond: Int? = nil)
    /// The server failed or asked for patience; the next try begins after these seconds.
    case waiting(seconds: Int)
    case decoding
}
