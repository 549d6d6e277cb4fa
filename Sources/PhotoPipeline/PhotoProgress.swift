/// How far a photo is on its way.
package enum PhotoProgress: Hashable, Sendable {
    case lookingUp
    /// `total` is what the server announced, if it did.
    case fetching(bytes: Int, total: Int?)
    case decoding
}
