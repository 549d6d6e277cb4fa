/// What a frame is for: one of many while the photo moves, or the one that stays.
package enum Fineness: Hashable, Sendable {
    /// Quick, small, and the same pixel always in the same colour.
    case moving
    /// As good as the terminal can show.
    case atRest
}
