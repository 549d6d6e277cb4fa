/// How a photo lies in the room it has on a page.
package enum PreviewFitting: Hashable, Sendable {
    /// All of the room is filled; what sticks out of it is cut off, evenly on both sides.
    case cover
    /// All of the photo is seen, in the middle of the room; a small one is not enlarged.
    case whole
}
