package import PhotoCatalog
package import PhotoPipeline

/// All that a screen may ask of the world: nested by who does it, so that what nobody does does not
/// compile.
package enum Effect: Hashable, Sendable {
    case photo(PhotoEffect)
    case library(LibraryEffect)
    case archive(ArchiveEffect)

    /// Come back after a while.
    case wake(TimerRequest, after: Duration)
    /// Put text where the person can paste it from.
    case copy(String)
    /// Draw everything again.
    case redraw
    /// Show or hide what the last picture cost.
    case toggleOverlay
    /// From now on the built-in collection is the library.
    case openDemo
    case suspend
    case quit
    /// Quit as Ctrl-C does, so that a script around it sees it.
    case interrupt
}

/// What is asked of those who open photos and make pictures of them.
package enum PhotoEffect: Hashable, Sendable {
    /// Open a photo so that it has at least so many pixels across; nil for the best version.
    case open(PhotoReference, covering: Int?)
    /// Open it again, whatever is known of it.
    case reopen(PhotoReference, covering: Int?)
    /// It is no longer looked at: stop fetching it.
    case abandon(PhotoReference)
    /// Have these ready, in this order, when nothing else is to do.
    case prepare([PhotoReference], covering: Int)
    /// Ask again for the small pictures of the page that were given up.
    case retryPreviews
}

/// What is asked of the library.
package enum LibraryEffect: Hashable, Sendable {
    /// Fetch a page of a list.
    case load(PageRequest, for: ResultsID)
    /// Fetch it from the server, though a copy may be at hand.
    case reload(PageRequest, for: ResultsID)
    /// The list is no longer looked at.
    case abandon(ResultsID)
    /// Tell what there is to know of a photo: its words and sizes.
    case describe(PhotoID)
    /// Tell what its file says of how it was taken.
    case readMetadata(PhotoReference)
}

/// What is asked of this machine: what is kept on it, and where else a photo can go.
package enum ArchiveEffect: Hashable, Sendable {
    /// Gather a list of what this machine keeps.
    case collect(ResultsSource, for: ResultsID)
    /// Tell what was searched for before.
    case recall
    case remember(Query)
    case toggleFavourite(PhotoID)
    /// Keep the original as a file.
    case save(PhotoID)
    /// Show a page in the person's browser.
    case browse(String)
}
