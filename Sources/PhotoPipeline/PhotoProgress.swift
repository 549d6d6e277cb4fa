/// How far a photo is on its way.
package enum PhotoProgress: Hashable, Sendable {
    case lookingUp
    /// `total` is what the server announced, if it did; the rate is known after a second.
    case fetching(bytes: Int, total: Int?, bytesPerSecond: Int? = nil)
    case decoding
}
