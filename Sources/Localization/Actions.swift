package import Imaging

/// The action of a key, nested by the part of the program that handles the action.
///
/// An action without a handler does not compile.
package enum Action: Hashable, Sendable {
    case app(AppAction)
    case stack(StackAction)
    case list(ListAction)
    case photo(PhotoAction)
    case move(Movement, ViewportMove.Direction)
    case screen(ScreenAction)
    case view(ViewAction)
    case levels(LevelsAction)
    case compare(CompareAction)
}

/// Actions of the program, which are available on every screen, in the help and during text input.
package enum AppAction: CaseIterable, Hashable, Sendable {
    /// Shows or hides the rendering statistics.
    case overlay
    /// Draws everything again.
    case redraw
    /// Quits like Ctrl-C, which also interrupts a calling script.
    case interrupt
    case suspend
}

/// Actions that open and close screens.
package enum StackAction: CaseIterable, Hashable, Sendable {
    case help, back, quit
}

/// Actions that open a list or change the displayed list.
package enum ListAction: CaseIterable, Hashable, Sendable {
    case search, album, favourites, places, pictureOfTheDay, popular, removeFilter
    /// Changes the order of the files.
    case order
}

/// Actions on a photo, on any screen that shows or selects a photo.
package enum PhotoAction: CaseIterable, Hashable, Sendable {
    case favourite, save, copyID, copyAddress, browse, export, keepPlace, copyLink
    /// Marks the photo or removes its mark; removes all marks.
    case mark, unmarkAll
    /// Moves the file to the trash; restores the files that were most recently moved to the trash.
    case trash, restore
    /// Rotates the picture in its file in the same way as on the screen.
    case turnFile
}

/// The distance of a movement.
package enum Movement: CaseIterable, Hashable, Sendable {
    case step, page
    /// To the beginning or the end of the list or the page, or to an edge of the photo.
    case edge
}

/// Actions with a different effect on each kind of screen.
package enum ScreenAction: CaseIterable, Hashable, Sendable {
    case zoomIn, zoomOut, nextPhoto, previousPhoto, nextPart, previousPart
    case open, info, layout, retry
}

/// Actions of the viewer.
package enum ViewAction: CaseIterable, Hashable, Sendable {
    case toggleZoom, fit, original, centre, peek
    case keepView, slideshow, pauseAnimation, inspect, setPoint, magnify, bands, minimap, turn,
        mirror
}

/// Actions on the levels of the photo in the viewer.
package enum LevelsAction: CaseIterable, Hashable, Sendable {
    case next, weaker, stronger, blackPoint, whitePoint, reset
}

/// Actions on two photos.
package enum CompareAction: CaseIterable, Hashable, Sendable {
    /// Marks a photo, or compares a photo with the one marked before.
    case mark
    case flip, blink, sideBySide, align
}

/// The groups of keys in the help, in display order.
package enum HelpSection: CaseIterable, Hashable, Sendable {
    /// The first keys to learn: for moving, opening, going back, zooming, searching and quitting.
    case essentials
    case comparing, picture, zooming, moving, library, photos, thisPhoto, program
}

/// The fields of the search form.
package enum SearchField: CaseIterable, Hashable, Sendable {
    case text, firstYear, lastYear, center, keywords, photographer, location, media, source, day
}

/// The sections of a photo's page.
package enum DetailPart: Hashable, Sendable {
    case description
    /// The words spoken in a video.
    case captions
    case metadata
}
