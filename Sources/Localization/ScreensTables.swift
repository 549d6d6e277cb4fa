internal import Imaging
package import PhotoCatalog
package import TerminalProtocols

/// The sentences of lists and grids.
package struct LibraryStrings: Sendable {
    package let start, popular, demo: SafeText
    /// The title of a list of a service's photos.
    package let service: @Sendable (Service) -> String
    /// The name of a day on Mars, counted from the landing; the name of all days up to a day.
    let sol, upToDay: @Sendable (String) -> String
    /// The title of a list of named photos.
    package let named: SafeText
    package let favourites: SafeText
    /// The title of the results of a search; the argument is the user's words.
    package let search: @Sendable (String) -> SafeText
    package let album, seen: @Sendable (String) -> SafeText

    package let everything: String
    /// The type of a video or a sound recording, in one word; empty for a photo.
    package let media: @Sendable (MediaType) -> SafeText
    /// The word for a media type; the argument is the API's word.
    let mediaName: @Sendable (String) -> String
    let sinceYear, untilYear: @Sendable (Int) -> String
    /// The number of the current photo and the number of all photos.
    package let position: @Sendable (_ number: String, _ count: String) -> SafeText

    package let loading, loadingMore, limited: SafeText
    /// The sentence about unread results of a search by day; the argument is their number.
    let unread: @Sendable (String) -> SafeText
    /// The reasons why a list is from this computer: the library cannot be reached, or the server
    /// has not replied yet.
    package let offline, saved: SafeText
    /// The sentence that the server is busy; the argument is the number of seconds until the next
    /// request.
    package let busy: @Sendable (Int) -> SafeText
    /// The text in place of a missing picture of the day.
    package let noPictureOfTheDay: SafeText
    package let noFavourites: SafeText
    package let favouritesHint: @Sendable (Strings) -> SafeText
    package let places, noPlaces: SafeText
    package let placesHint: @Sendable (Strings) -> SafeText
    /// The sentence that a search has no results; `media` is `nil` for a search of several types.
    package let nothingFound: @Sendable (_ media: MediaType?, _ words: String) -> SafeText
    package let nothing: SafeText
    /// The sentence that a folder has no pictures; the argument is the folder's name, or `nil`
    /// unless a single folder was named.
    package let noPictures: @Sendable (String?) -> SafeText
    package let recursiveHint: SafeText
    /// The sentences that the list contains only this number of photos, and that the folder with
    /// this name cannot be read.
    package let onlyFirst, unreadable: @Sendable (String) -> SafeText
    package let unshown: Unshown
    /// The text of an empty list after the user has closed the failure.
    package let nothingLoaded: SafeText
    package let alertTitles: AlertTitles

    /// The titles of an alert, by its reason.
    package struct AlertTitles: Sendable {
        package let unreachable, serverBusy, serverFailed, other: SafeText
    }

    /// The texts in place of a picture that cannot be shown.
    package struct Unshown: Sendable {
        package let noPicture, unsupported, damaged, failed: SafeText
    }

    /// Returns the words of a query, without its filters; `everything` for a query without words.
    package func words(of query: Query) -> String {
        query.text.flatMap { $0 == Query.everything.text ? nil : $0 } ?? everything
    }

    /// Returns the names of the media types in a query, such as `videos + audio`; `nil` for photos
    /// only.
    package func media(of query: Query) -> String? {
        guard query.mediaTypes != Query.photos else { return nil }
        let types = query.mediaTypes.isEmpty ? MediaType.names : query.mediaTypes
        return types.map(mediaName).joined(separator: " + ")
    }

    /// Returns a query as text: the words, then the filters.
    package func text(of query: Query) -> String {
        var parts: [String] = []
        if query == .everything {
            parts.append(everything)
        } else if let text = query.text {
            parts.append(text)
        }
        parts += [
            query.source == .nasa ? nil : service(query.source), media(of: query), day(of: query),
            years(of: query), query.center, query.photographer, query.location,
        ].compactMap(\.self)
        parts += query.keywords.map { "#\($0)" }
        return parts.joined(separator: ", ")
    }

    /// Returns the text for the last day of a query; `nil` if the query has no such day.
    package func day(of query: Query) -> String? { query.upTo.map { upToDay(name(of: $0)) } }

    /// Returns the text for a day, such as `2026-10-02` or `sol 1520`.
    package func name(of day: ServiceDay) -> String {
        switch day {
        case .date(let date): date.description
        case .sol(let number): sol(String(number))
        }
    }

    /// Returns the text for the years of a query; `nil` if the query is not restricted to years.
    package func years(of query: Query) -> String? {
        switch (query.firstYear, query.lastYear) {
        case (nil, nil): nil
        case (let first?, nil): sinceYear(first)
        case (nil, let last?): untilYear(last)
        case (let first?, let last?): first == last ? "\(first)" : "\(first)–\(last)"
        }
    }
}

/// The sentences of a photo's page.
package struct DetailStrings: Sendable {
    let photographer, secondaryCreator, center, location: String
    /// The heading of the description for users who cannot see the photo.
    let alternative: String
    let licence, source: String
    let id: String
    /// The heading of the numbered links in the text.
    package let links: SafeText
    package let albums, keywords, loading, noFacts, noCaptions: SafeText
    package let sizes: SafeText
    let size: @Sendable (AssetSize) -> SafeText
    /// The label in the table of sizes for the size that the page shows.
    package let shownHere: SafeText
    package let camera: Camera
    let file: File

    /// The labels of a file's properties.
    package struct File: Sendable {
        let name, dimensions, byteCount, format, bits, profile, orientation, mirrored: SafeText
        let position, modified: SafeText
    }

    /// The labels of camera data.
    package struct Camera: Sendable {
        package let title: SafeText
        let lens, filmFocalLength, taken, compensation, flash, fired, software: SafeText
    }
}

/// The words of key hints, such as `retry` in `r: retry`; the key map provides the keys.
package struct HintStrings: Sendable {
    package let retry, search, editSearch, removeFilter, remove, otherFilters, done: SafeText
    /// The hint for opening the built-in collection when NASA's library cannot be reached.
    package let openDemo: SafeText
    package let view, details, grid, list, size, keys, dismiss, otherDay: SafeText
    /// The hints on a photo's page.
    package let fullScreen, nextPrevious, links, data, captions, save: SafeText
    /// The hints during text input.
    package let cancel, filters, history, nextField, complete, show, keep: SafeText
    package let zoom, fit, favourite, otherPhotos, back, quit: SafeText
    /// The hints in a comparison: for the other photo, and for both photos side by side.
    package let otherPhoto, sideBySide: SafeText
    package let measure, close, scroll, allKeys: SafeText
}

/// The sentences of the search form.
package struct SearchStrings: Sendable {
    package let name: @Sendable (SearchField) -> SafeText
    /// The example of a file's name.
    package let nameExample: SafeText
    /// The sentence with the number of photos found.
    package let found: @Sendable (_ number: String, _ category: PluralCategory) -> SafeText
    /// A filter and its value, as shown in the header of the list.
    package let filter: @Sendable (_ field: SearchField, _ value: String) -> String
    /// An example of the text of a search field.
    package let example: @Sendable (SearchField) -> SafeText
}

/// The viewer's sentences about the view of the photo.
package struct ViewerStrings: Sendable {
    /// The advice on how to get better pictures.
    package let advice: @Sendable (PictureAdvice) -> SafeText
    /// The label of a comparison in which only the visible photo moves.
    package let aligning: SafeText
    /// The prompt for the name of a view.
    package let nameOfPlace: SafeText
    /// The text for the number of bits per sample in the file.
    package let bits: @Sendable (Int) -> SafeText
}

/// The sentences of the status line, the loading page and the debug overlay.
package struct StatusStrings: Sendable {
    package let tooSmall: SafeText
    let standardInput: SafeText
    let earth: SafeText
    let mars: SafeText
    let moon: SafeText

    /// The remark that the original is being fetched; the argument is the amount received so far.
    package let sharpening: @Sendable (String) -> String
    /// The remark that the original's format is not supported, with the name of the version shown
    /// instead.
    package let originalPassedOver: @Sendable (_ format: String, _ shown: String) -> String
    /// The remark that the original is missing; the argument is the name of the version shown
    /// instead.
    package let originalMissing: @Sendable (String) -> String
    package let kept, damaged: String
    /// The number of the current frame or page, and the number of all frames or pages.
    package let frame, page: @Sendable (_ number: String, _ count: String) -> String
    package let still: @Sendable (_ number: Int, _ count: Int) -> String
    /// The remark that a photo is a still of a video, with the key that copies the video's address.
    package let stillOfVideo: @Sendable (Strings) -> String
    /// The remark that a large photo is being read; the argument is the finished percentage.
    package let reading: @Sendable (Int) -> String
    /// The remark that a large photo is being read, with the finished percentage and the disk space
    /// in use.
    package let spilling: @Sendable (_ percent: Int, _ size: String) -> String
    package let sharpeningFailed: @Sendable (Strings) -> String

    let opening, lookingUp, decoding: String
    /// The text with the number of seconds until the next attempt.
    package let waiting: @Sendable (Int) -> String
    /// The text for a photo that is being fetched; the argument is the amount received so far.
    let loading: @Sendable (String) -> String
    let fetching: @Sendable (_ percent: Int, _ total: String) -> String
    let fetchingSoFar: @Sendable (String) -> String

    let notSandboxed, moving, atRest: String
    let bytes, peakMemory: @Sendable (Int) -> String
    /// The number of decoded tiles, the percentage of tiles found in the cache, and the megabytes
    /// in memory and on disk.
    let tiles:
        @Sendable (_ made: Int, _ percentReused: Int, _ megabytes: Int, _ megabytesOnDisk: Int) ->
            String
}

/// The sentences of notices.
package struct NoticeStrings: Sendable {
    package let saving: SafeText
    /// The reasons why a key has no effect: there is no album, photo, search, page or name, or
    /// there are no details.
    package let noAlbum, noPhoto, noSearch, noPage, noName, noDetails: SafeText
    package let onlyOfTheLibrary, alreadyAFile, noRecording: SafeText
    package let onlySound: @Sendable (Strings) -> SafeText
    package let quitKey: @Sendable (Strings) -> SafeText
    package let copied: @Sendable (String) -> SafeText
    package let viewIsKept, viewIsNotKept: SafeText
    /// The notice that a photo is marked as the first of two to compare.
    package let marked: @Sendable (Strings) -> SafeText
    /// The notice that the mark for a comparison is removed.
    package let notMarked: SafeText
    /// The notice that only the visible photo of a comparison moves.
    package let aligning: @Sendable (Strings) -> SafeText
    /// The notice that both photos of a comparison move together again.
    package let aligned: SafeText
    /// The notice that the photos of a comparison alternate by themselves.
    package let blinking: @Sendable (_ flipsPerSecond: Int, _ strings: Strings) -> SafeText
    package let blinkingStopped: SafeText
    /// The notice that the window is too narrow for two photos side by side.
    package let tooNarrow: SafeText
    /// The notice that the pictures of a day are being fetched; the argument is the day.
    package let openingDay: @Sendable (String) -> SafeText
    package let noLaterDay, noEarlierDay: SafeText
    package let slideshow: @Sendable (_ secondsPerPhoto: Int, _ strings: Strings) -> SafeText
    package let slideshowStopped: SafeText
    package let favouriteNow: @Sendable (Strings) -> SafeText
    package let favouriteNoLonger: SafeText
    /// The progress of an export; the argument is the finished percentage.
    package let exporting: @Sendable (Int) -> SafeText
    /// The notice that a file was exported.
    ///
    /// The arguments are the file's path, the size, and true if levels or a rotation were applied.
    package let exported: @Sendable (_ file: String, _ size: String, _ isAdjusted: Bool) -> SafeText
    package let placeKept: @Sendable (Strings) -> SafeText
    package let placeForgotten: SafeText
    package let onlyInTheViewer: @Sendable (Strings) -> SafeText
    package let saved: @Sendable (_ file: String, _ size: String) -> SafeText
    package let browsing: SafeText
    /// The notice that photos are no longer decoded in sandboxed processes.
    package let notSandboxed: SafeText
    package let noBrowser: @Sendable (String) -> SafeText
}

/// The sentences of the help, which describe the effect of each key on each kind of screen.
///
/// Keys with the same effect are on one line. In a window of 80 columns, a text of 20 columns fits
/// beside the keys.
package struct HelpStrings: Sendable {
    package let title: SafeText
    /// The prompt of the search for a key, and the sentence about counts.
    package let find, count: SafeText
    /// The sentence that no key matches the typed text.
    package let nothingFound: SafeText
    package let viewer: Viewer
    package let comparison: Comparison
    package let library: Library
    package let detail: Detail
    package let photo: Photo
    package let other: Other

    package struct Viewer: Sendable {
        /// The effect of a key that moves the view; the argument is a percentage of the screen.
        package let step: @Sendable (Int) -> SafeText
        package let page, sideEdges, topEdges: SafeText
        package let toggleZoom, peek, zoomStep, fit, original, centre, keepView: SafeText
        package let slideshow: @Sendable (Strings) -> SafeText
        package let compare, animation, part, overlay, list, info: SafeText
        package let export, keepPlace, copyLink, inspect, setPoint: SafeText
    }

    package struct Comparison: Sendable {
        package let flip, blink, sideBySide, align, next, previous: SafeText
    }

    package struct Library: Sendable {
        package let step, page, edges, open, layout, zoomStep, info, removeFilter: SafeText
        package let day, pictureOfTheDay, popular: SafeText
    }

    package struct Detail: Sendable {
        package let step, page, edges, open, layout, info: SafeText
    }

    package struct Photo: Sendable {
        package let next, previous, search, album, favourites, places, favourite: SafeText
        package let save, copyID, copyAddress, browse: SafeText
    }

    package struct Other: Sendable {
        package let retry, redraw, help, back, quit, interrupt, suspend: SafeText
    }
}
