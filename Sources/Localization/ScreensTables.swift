internal import Imaging
package import PhotoCatalog
package import TerminalProtocols

/// The sentences of lists and grids.
package struct LibraryStrings: Sendable {
    package let start, popular, demo: SafeText
    /// The title of a list of a service's photos.
    package let service: @Sendable (Service) -> String
    /// The Martian day of a number, counted from the landing; all days up to the day of a number.
    let sol, upToDay: @Sendable (String) -> String
    /// The title of a list of photos that were named on the command line.
    package let named: SafeText
    package let favourites: SafeText
    /// The title of a search, with the user's words.
    package let search: @Sendable (String) -> SafeText
    package let album, seen: @Sendable (String) -> SafeText

    package let everything: String
    /// The type of a video or sound, in one word; empty for a photo.
    package let media: @Sendable (MediaType) -> SafeText
    /// The user's word for a media type of the API.
    let mediaName: @Sendable (String) -> String
    let sinceYear, untilYear: @Sendable (Int) -> String
    /// The number of a photo, and the number of all photos.
    package let position: @Sendable (_ number: String, _ count: String) -> SafeText

    package let loading, loadingMore, limited: SafeText
    /// The number of results of a search by day that were not read.
    let unread: @Sendable (String) -> SafeText
    /// The reasons why a list comes from this computer: the library cannot be reached, or the
    /// server has not replied yet.
    package let offline, saved: SafeText
    /// The reason that the server is busy; the argument is the seconds until the next request.
    package let busy: @Sendable (Int) -> SafeText
    /// The text that replaces the picture of the day.
    package let noPictureOfTheDay: SafeText
    package let noFavourites: SafeText
    package let favouritesHint: @Sendable (Strings) -> SafeText
    package let places, noPlaces: SafeText
    package let placesHint: @Sendable (Strings) -> SafeText
    /// The sentence that a search has no results; the media type is `nil` for a search of any type.
    package let nothingFound: @Sendable (_ media: MediaType?, _ words: String) -> SafeText
    package let nothing: SafeText
    /// The sentence that a folder, whose name may be given, has no pictures.
    package let noPictures: @Sendable (String?) -> SafeText
    package let recursiveHint: SafeText
    /// The sentences that the list is limited to this number of photos, and that the folder with
    /// this name cannot be read.
    package let onlyFirst, unreadable: @Sendable (String) -> SafeText
    package let unshown: Unshown
    /// The text of a list after its failure was dismissed.
    package let nothingLoaded: SafeText
    /// The title of an alert; the argument is true if NASA cannot be reached.
    package let alertTitle: @Sendable (Bool) -> SafeText

    /// The texts that replace a picture that cannot be shown.
    package struct Unshown: Sendable {
        package let noPicture, unsupported, damaged, failed: SafeText
    }

    /// Returns the words of a search, without its filters.
    package func words(of query: Query) -> String {
        query.text.flatMap { $0 == Query.everything.text ? nil : $0 } ?? everything
    }

    /// Returns the media types that a query finds, in words: `Video + Audio`; `nil` for photos
    /// only.
    package func media(of query: Query) -> String? {
        guard query.mediaTypes != Query.photos else { return nil }
        let types = query.mediaTypes.isEmpty ? MediaType.names : query.mediaTypes
        return types.map(mediaName).joined(separator: " + ")
    }

    /// Returns a query in words: the search, then its filters.
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

    /// Returns the last day to which a query is restricted.
    package func day(of query: Query) -> String? { query.upTo.map { upToDay(name(of: $0)) } }

    /// Returns a day in the notation of lists of days: `2026-10-02`, `sol 1520`.
    package func name(of day: ServiceDay) -> String {
        switch day {
        case .date(let date): date.description
        case .sol(let number): sol(String(number))
        }
    }

    /// Returns the years to which a query is restricted.
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
    /// The heading of the description for people who cannot see the photo.
    let alternative: String
    let licence, source: String
    let id: String
    /// The heading of the links in the text, which are numbered.
    package let links: SafeText
    package let albums, keywords, loading, noFacts, noCaptions: SafeText
    package let sizes: SafeText
    let size: @Sendable (AssetSize) -> SafeText
    /// The label of the size that the page shows.
    package let shownHere: SafeText
    package let camera: Camera
    let file: File

    /// The labels of a file's data.
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

/// The words of key hints, such as `retry` in `r: retry`; the key map contains the keys.
package struct HintStrings: Sendable {
    package let retry, search, editSearch, removeFilter, remove, otherFilters, done: SafeText
    /// The hint to open the built-in collection if NASA's library cannot be reached.
    package let openDemo: SafeText
    package let view, details, grid, list, size, keys, dismiss, otherDay: SafeText
    /// The hints on a photo's page: the photo, its neighbours, and the section that the details key
    /// shows.
    package let fullScreen, nextPrevious, links, data, captions, save: SafeText
    /// The hints during text input.
    package let cancel, filters, history, nextField, complete, show, keep: SafeText
    package let zoom, fit, favourite, otherPhotos, back, quit: SafeText
    /// The hints in a comparison: the other photo, and both photos side by side.
    package let otherPhoto, sideBySide: SafeText
    package let measure, close, scroll, allKeys: SafeText
}

/// The sentences of the search form.
package struct SearchStrings: Sendable {
    package let name: @Sendable (SearchField) -> SafeText
    /// The example of a file's name.
    package let nameExample: SafeText
    /// The number of photos found.
    package let found: @Sendable (_ number: String, _ category: PluralCategory) -> SafeText
    /// A filter with its value, as it is shown in the list's header.
    package let filter: @Sendable (_ field: SearchField, _ value: String) -> String
    /// An example of a field's text.
    package let example: @Sendable (SearchField) -> SafeText
}

/// The viewer's sentences about the view.
package struct ViewerStrings: Sendable {
    /// Advice for a better picture quality.
    package let advice: @Sendable (PictureAdvice) -> SafeText
    /// The label of a comparison in which only the visible photo moves.
    package let aligning: SafeText
    /// The prompt for a view's name.
    package let nameOfPlace: SafeText
    /// The number of bits of a sample in the file.
    package let bits: @Sendable (Int) -> SafeText
}

/// The sentences of the status line, the loading page and the debug overlay.
package struct StatusStrings: Sendable {
    package let tooSmall: SafeText
    let standardInput: SafeText
    let earth: SafeText
    let mars: SafeText
    let moon: SafeText

    /// The remark that the original is being fetched; the argument is the amount that has arrived.
    package let sharpening: @Sendable (String) -> String
    /// The remark with the original's format, and the version that is shown instead.
    package let originalPassedOver: @Sendable (_ format: String, _ shown: String) -> String
    /// The remark that the original is missing; the argument is the version that is shown.
    package let originalMissing: @Sendable (String) -> String
    package let kept, damaged: String
    /// The number of a frame of an animation, or of a page, and the number of all.
    package let frame, page: @Sendable (_ number: String, _ count: String) -> String
    package let still: @Sendable (_ number: Int, _ count: Int) -> String
    /// The remark on the only available still of a video, which other programs play.
    package let stillOfVideo: @Sendable (Strings) -> String
    /// The percentage of a large photo that has been read.
    package let reading: @Sendable (Int) -> String
    /// The percentage of a large photo that has been read, and the disk space that it uses.
    package let spilling: @Sendable (_ percent: Int, _ size: String) -> String
    package let sharpeningFailed: @Sendable (Strings) -> String

    let opening, lookingUp, decoding: String
    /// The seconds until the next try.
    package let waiting: @Sendable (Int) -> String
    /// The text for a photo that is being fetched; the argument is the amount that has arrived.
    let loading: @Sendable (String) -> String
    let fetching: @Sendable (_ percent: Int, _ total: String) -> String
    let fetchingSoFar: @Sendable (String) -> String

    let notSandboxed, moving, atRest: String
    let bytes, peakMemory: @Sendable (Int) -> String
    /// The number of tiles made, the percentage of tiles found in the cache, and the megabytes in
    /// memory and on disk.
    let tiles:
        @Sendable (_ made: Int, _ percentReused: Int, _ megabytes: Int, _ megabytesOnDisk: Int) ->
            String
}

/// The sentences of notices.
package struct NoticeStrings: Sendable {
    package let saving: SafeText
    /// The reasons why a key has no effect.
    package let noAlbum, noPhoto, noSearch, noPage, noName, noDetails: SafeText
    package let onlyOfTheLibrary, alreadyAFile, noRecording: SafeText
    package let onlySound: @Sendable (Strings) -> SafeText
    package let quitKey: @Sendable (Strings) -> SafeText
    package let copied: @Sendable (String) -> SafeText
    package let viewIsKept, viewIsNotKept: SafeText
    /// The notices that a photo is the first of two to compare, or no longer is.
    package let marked: @Sendable (Strings) -> SafeText
    package let notMarked: SafeText
    /// The notices that the photos of a comparison move separately or together, and alternate or
    /// not.
    package let aligning: @Sendable (Strings) -> SafeText
    package let aligned: SafeText
    package let blinking: @Sendable (_ flipsPerSecond: Int, _ strings: Strings) -> SafeText
    package let blinkingStopped: SafeText
    /// The notice that there is not enough space for two photos side by side.
    package let tooNarrow: SafeText
    /// The notices that the pictures of a day are being fetched, and that no later or no earlier
    /// day has pictures.
    package let openingDay: @Sendable (String) -> SafeText
    package let noLaterDay, noEarlierDay: SafeText
    package let slideshow: @Sendable (_ secondsPerPhoto: Int, _ strings: Strings) -> SafeText
    package let slideshowStopped: SafeText
    package let favouriteNow: @Sendable (Strings) -> SafeText
    package let favouriteNoLonger: SafeText
    /// The progress of an export; the argument is the percentage that is finished.
    package let exporting: @Sendable (Int) -> SafeText
    /// The notice of an exported file: its path, its size, and true if levels or a rotation were
    /// applied.
    package let exported: @Sendable (_ file: String, _ size: String, _ isAdjusted: Bool) -> SafeText
    package let placeKept: @Sendable (Strings) -> SafeText
    package let placeForgotten: SafeText
    package let onlyInTheViewer: @Sendable (Strings) -> SafeText
    package let saved: @Sendable (_ file: String, _ size: String) -> SafeText
    package let browsing: SafeText
    /// The notice that photos can no longer be decoded in sandboxed processes.
    package let notSandboxed: SafeText
    package let noBrowser: @Sendable (String) -> SafeText
}

/// The sentences of the help: the effect of each key, on each kind of screen.
///
/// Keys with the same effect share a line. A text of 20 columns fits beside its keys in a window of
/// 80 columns.
package struct HelpStrings: Sendable {
    package let title: SafeText
    /// The prompt for finding a key, and the sentence about counts.
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
        /// The meaning of a key that moves by a percentage of the screen.
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
