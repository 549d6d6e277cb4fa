package import PhotoCatalog
package import PhotoPipeline

/// All that a screen may ask of the world.
package enum Effect: Hashable, Sendable {
    /// Open a photo so that it has at least so many pixels across; nil for the best version.
    case open(PhotoReference, covering: Int?)
    /// Open it anew, whatever is known of it.
    case reopen(PhotoReference, covering: Int?)
    /// Nobody looks at it any more: stop fetching it.
    case abandon(PhotoReference)
    /// Have these ready, in this order, when nothing else is to do.
    case prepare([PhotoReference], covering: Int)
    /// Ask again for the small pictures of the page that were given up.
    case retryPreviews

    /// Fetch a page of a list.
    case load(PageRequest, for: ResultsID)
    /// Fetch it from the server, though a copy may be at hand.
    case reload(PageRequest, for: ResultsID)
    /// Gather a list of what this machine keeps.
    case collect(ResultsSource, for: ResultsID)
    /// Nobody looks at the list any more.
    case abandonResults(ResultsID)
    /// Tell what there is to know of a photo: its words and sizes.
    case describe(PhotoID)
    /// Tell what its file says of how it was taken.
    case readMetadata(PhotoReference)
    /// Tell what was searched for before.
    case recall
    case remember(Query)

    /// Keep the original as a file.
    case save(PhotoID)
    case toggleFavourite(PhotoID)
    /// Put text where the person can paste it from.
    case copy(String)
    /// Show a page in the person's browser.
    case browse(String)

    /// From now on the built-in collection is the library.
    case openDemo

    /// Come back in so many milliseconds.
    case wake(Alarm, after: Int)
    /// Draw everything again.
    case redraw
    /// Show or hide what the last picture cost.
    case toggleOverlay
    case suspend
    case quit
    /// Quit as Ctrl-C does, so that a script around it sees it.
    case interrupt
}
