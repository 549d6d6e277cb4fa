package import PhotoPipeline

/// All that a screen may ask of the world.
package enum Effect: Hashable, Sendable {
    /// Open a photo so that it has at least so many pixels across; nil for the best version.
    case open(PhotoReference, covering: Int?)
    /// Open it anew, whatever is known of it.
    case reopen(PhotoReference, covering: Int?)
    /// Nobody looks at it any more: stop fetching it.
    case abandon(PhotoReference)
    /// Draw everything again.
    case redraw
    /// Show or hide what the last picture cost.
    case toggleOverlay
    case suspend
    case quit
    /// Quit as Ctrl-C does, so that a script around it sees it.
    case interrupt
}
