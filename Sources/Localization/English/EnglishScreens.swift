internal import Imaging
internal import PhotoCatalog
internal import TerminalProtocols

extension HintStrings {
    static let english = HintStrings(
        retry: "retry", search: "search", editSearch: "edit the search",
        removeFilter: "remove filter", remove: "remove", otherFilters: "other filters",
        done: "done", openDemo: "open nasa-view --demo, which works offline", view: "view",
        details: "details", grid: "grid", list: "list", size: "size", keys: "keys",
        dismiss: "dismiss", otherDay: "other day", fullScreen: "full screen",
        nextPrevious: "next/prev", links: "links", data: "data", captions: "captions", save: "save",
        cancel: "cancel", filters: "filters", history: "history", nextField: "next field",
        complete: "complete", show: "show", keep: "keep", zoom: "zoom", fit: "fit",
        favourite: "favourite", otherPhotos: "other photos", back: "back", quit: "quit",
        otherPhoto: "the other", sideBySide: "side by side", measure: "measure", close: "close",
        scroll: "scroll", allKeys: "all keys")
}

extension LibraryStrings {
    static let english = LibraryStrings(
        start: "NASA: latest photos",
        popular: "NASA: popular photos",
        demo: "Demo: built-in photos",
        service: { service in
            switch service {
            case .nasa: "NASA"
            case .apod: "Astronomy Picture of the Day"
            case .mars2020: "Mars: raw images from Perseverance"
            case .msl: "Mars: raw images from Curiosity"
            case .epic: "Earth: images from EPIC"
            case .commons: "Wikimedia Commons"
            case .picsum: "Lorem Picsum"
            case .flickr: "Flickr"
            }
        },
        sol: { "sol \($0)" },
        upToDay: { "up to \($0)" },
        named: "Your photos",
        favourites: "Favourites",
        search: { "Search: \($0)" },
        album: { "Album: \($0)" },
        seen: { "Seen before: \($0)" },
        everything: "all photos",
        media: { type in
            switch type {
            case .video: "Video"
            case .audio: "Audio"
            case .image, .other, .unstated: ""
            }
        },
        mediaName: { ["image": "photos", "video": "videos", "audio": "audio"][$0] ?? $0 },
        sinceYear: { "from \($0)" },
        untilYear: { "until \($0)" },
        position: { "\($0) of \($1)" },
        loading: "Loading …",
        loadingMore: "Loading more …",
        limited: "NASA lists only the first 10,000 results: narrow the search",
        unread: { "\($0) results were not read: newer photos may be missing" },
        offline: "offline",
        saved: "saved list",
        busy: { "busy, \($0) s" },
        noPictureOfTheDay: "No picture of the day",
        noFavourites: "No favourites yet.",
        favouritesHint: { "Press \($0[.photo(.favourite)]) on a photo to add it." },
        places: "Kept views",
        noPlaces: "No kept views yet.",
        placesHint: { "Press \($0[.photo(.keepPlace)]) in a photo to keep the view." },
        nothingFound: { media, words in
            switch media {
            case .image: "No photos match \"\(words)\"."
            case .video: "No videos match \"\(words)\"."
            case .audio: "No audio matches \"\(words)\"."
            default: "Nothing matches \"\(words)\"."
            }
        },
        nothing: "No photos here.",
        noPictures: { $0.map { "No pictures in \($0)." } ?? "No pictures found." },
        recursiveHint: "--recursive also searches its subfolders.",
        onlyFirst: { "Only the first \($0) are listed" },
        unreadable: { "Can't read \($0)" },
        unshown: Unshown(
            noPicture: "not a picture", unsupported: "format not supported",
            damaged: "damaged", failed: "can't be shown"),
        nothingLoaded: "Nothing loaded.",
        alertTitles: .init(
            unreachable: "Can't reach NASA", serverBusy: "The server is busy",
            serverFailed: "The server reported an error", other: "Something went wrong"))
}

extension DetailStrings {
    static let english = DetailStrings(
        photographer: "Photographer",
        secondaryCreator: "Also by",
        center: "Centre",
        location: "Location",
        alternative: "Alt text",
        licence: "Licence",
        source: "Source",
        id: "ID",
        links: "Links",
        albums: "Albums",
        keywords: "Keywords",
        loading: "Loading …",
        noFacts: "The file has no metadata.",
        noCaptions: "The video has no captions.",
        sizes: "Sizes",
        size: { size in
            switch size {
            case .thumb: "thumbnail"
            case .small: "small"
            case .medium: "medium"
            case .large: "large"
            case .original: "original"
            }
        },
        shownHere: "shown",
        camera: Camera(
            title: "Camera", lens: "Lens", filmFocalLength: "35 mm equiv.", taken: "Taken",
            compensation: "Exposure", flash: "Flash", fired: "fired", software: "Processed in"),
        file: File(
            name: "File", dimensions: "Dimensions", byteCount: "File size", format: "Format",
            bits: "Bits", profile: "Profile", orientation: "Orientation", mirrored: "mirrored",
            position: "Position", modified: "Modified"))
}

extension SearchStrings {
    static let english = SearchStrings(
        name: { field in
            switch field {
            case .text: "Search"
            case .firstYear: "From year"
            case .lastYear: "To year"
            case .center: "Centre"
            case .keywords: "Keywords"
            case .photographer: "Photographer"
            case .location: "Location"
            case .media: "Media"
            case .source: "Source"
            case .day: "Until day"
            }
        },
        nameExample: "part of a name",
        found: { $1 == .one ? "\($0) photo" : "\($0) photos" },
        filter: { field, value in
            switch field {
            case .center: "centre \(value)"
            case .keywords: "#\(value)"
            case .photographer: "by \(value)"
            case .location: "in \(value)"
            case .text, .firstYear, .lastYear, .media, .source, .day: value
            }
        },
        example: { field in
            switch field {
            case .text: "e.g. moon landing"
            case .firstYear: "e.g. 1969"
            case .lastYear: "e.g. 1972"
            case .center: "e.g. JSC, JPL"
            case .keywords: "e.g. Moon, Apollo 11"
            case .photographer: "a name"
            case .location: "e.g. Houston, TX"
            case .media: "e.g. video, audio"
            case .source: "e.g. apod, commons"
            case .day: "2026-10-02, or a sol"
            }
        })
}

extension ViewerStrings {
    static let english = ViewerStrings(
        advice: { advice in
            switch advice {
            case .startXtermAsVT340:
                "Blocks: this xterm draws pictures when started with -ti vt340"
            case .openTmux: "Blocks: for pictures in tmux, try set -g allow-passthrough on"
            case .updateTmux: "Blocks: this tmux loses pictures; 3.8 or newer passes them on"
            case .enableImagesInVSCode:
                "Blocks: VS Code needs the setting terminal.integrated.enableImages"
            case .raiseXtermLimit(let limit):
                """
                Photos are cut off at \(limit.width)x\(limit.height) pixels: raise xterm's maxGraphicSize \
                to 4096x4096
                """
            }
        },
        aligning: "[aligning]",
        nameOfPlace: "Name of this view: ",
        bits: { "(\($0) bits)" })
}

extension StatusStrings {
    static let english = StatusStrings(
        tooSmall: "too small",
        standardInput: "standard input", earth: "Earth", mars: "Mars", moon: "Moon",
        sharpening: { "[original: \($0)]" },
        originalPassedOver: { "[original is \($0), showing: \($1)]" },
        originalMissing: { "[original not found, showing: \($0)]" },
        kept: "[offline]", damaged: "[damaged]",
        frame: { "frame \($0)/\($1)" },
        page: { "picture \($0)/\($1)" },
        still: { "[► video: still \($0) of \($1)]" },
        stillOfVideo: { "[► video: \($0[.photo(.copyAddress)]) copies its address]" },
        reading: { "[reading the photo: \($0)%]" },
        spilling: { "[reading the photo: \($0)%, \($1) on disk]" },
        sharpeningFailed: { "larger version failed, \($0[.screen(.retry)]): retry" },
        opening: "Opening …",
        lookingUp: "Looking up the photo …",
        decoding: "Decoding …",
        waiting: { "Server busy; retrying in \($0) s" },
        loading: { "Loading: \($0)" },
        fetching: { "\($0)% of \($1)" },
        fetchingSoFar: { "\($0) so far" },
        notSandboxed: "not sandboxed",
        moving: "moving",
        atRest: "at rest",
        bytes: { "\($0) bytes" },
        peakMemory: { "peak memory \($0) MB" },
        tiles: { "\($0) tiles, \($1)% reused, \($2) MB in memory, \($3) MB on disk" })
}

extension NoticeStrings {
    static let english = NoticeStrings(
        saving: "Saving the original …",
        noAlbum: "This photo is not in an album.",
        noPhoto: "No photo selected.",
        noSearch: "Can't search files. Start nasa-view without files to search NASA.",
        noPage: "This photo has no web page.",
        noName: "Standard input has no name to copy.",
        noDetails: "No details for this photo.",
        onlyOfTheLibrary: "Only works with photos from NASA's library.",
        alreadyAFile: "This photo is already a file on this computer.",
        noRecording: "NASA lists no file to play.",
        onlySound: { "Audio has no picture. \($0[.photo(.copyAddress)]) copies its address." },
        quitKey: { "Press \($0[.stack(.quit)]) to quit." },
        copied: { "Copied: \($0)" },
        viewIsKept: "Zoom and position stay the same when you change photos.",
        viewIsNotKept: "Zoom resets with each photo.",
        marked: { "Press \($0[.compare(.mark)]) on another photo to compare the two." },
        notMarked: "Comparison cancelled",
        aligning: { "Only this photo moves (\($0[.compare(.align)]): both again)" },
        aligned: "Both photos move together.",
        blinking: { rate, strings in
            let pace = rate == 1 ? "once" : "\(rate) times"
            return "Blinking \(pace) a second (\(strings[.compare(.blink)]): stop)"
        },
        blinkingStopped: "Blinking stopped",
        tooNarrow: "No room for two photos side by side.",
        openingDay: { "Looking for pictures from \($0) …" },
        noLaterDay: "There are no later pictures.",
        noEarlierDay: "There are no earlier pictures.",
        slideshow: { "Slideshow: \($0) s per photo (\($1[.view(.slideshow)]): stop)" },
        slideshowStopped: "Slideshow stopped",
        favouriteNow: { "★ Added to favourites (\($0[.list(.favourites)]): show all)" },
        favouriteNoLonger: "Removed from favourites",
        exporting: { "Saving this region … \($0)%" },
        exported: { "Saved: \($0), \($1)" + ($2 ? " (adjusted as shown)" : "") },
        placeKept: { "★ View kept (\($0[.list(.places)]): show all)" },
        placeForgotten: "View removed",
        onlyInTheViewer: { "Open the photo first (\($0[.screen(.open)]))." },
        saved: { "Saved: \($0), \($1)" },
        browsing: "Opening the page in the browser …",
        notSandboxed: "Sandbox unavailable: photos are decoded without it.",
        noBrowser: { "Can't start a browser. The page is \($0)" })
}

extension HelpStrings {
    static let english = HelpStrings(
        title: "Keys",
        find: "type to find one",
        count: "a number before a key repeats it",
        nothingFound: "No key does that here.",
        viewer: Viewer(
            step: { "move by \($0)%" },
            page: "move by a screenful",
            sideEdges: "left, right edge",
            topEdges: "top, bottom edge",
            toggleZoom: "zoom to 100% or back",
            peek: "whole photo, briefly",
            zoomStep: "zoom in, out",
            fit: "fit width",
            original: "original size (100%)",
            centre: "go to the centre",
            keepView: "keep zoom, position",
            slideshow: { "slideshow (9\($0[.view(.slideshow)]): 9 s)" },
            compare: "choose, then compare",
            animation: "pause an animation",
            part: "frame, page or day",
            overlay: "rendering statistics",
            list: "list of photos",
            info: "photo details",
            export: "save what you see",
            keepPlace: "bookmark this view",
            copyLink: "copy a link to it",
            inspect: "inspect pixels",
            setPoint: "measure from here"),
        comparison: Comparison(
            flip: "the other photo",
            blink: "blink every second",
            sideBySide: "side by side",
            align: "move only this one",
            next: "compare the next one",
            previous: "compare the previous"),
        library: Library(
            step: "move",
            page: "page down, up",
            edges: "first, last photo",
            open: "view the photo",
            layout: "list or grid",
            zoomStep: "size of thumbnails",
            info: "photo details",
            removeFilter: "remove a filter",
            day: "previous/next day",
            pictureOfTheDay: "picture of the day",
            popular: "popular photos"),
        detail: Detail(
            step: "scroll",
            page: "page down, up",
            edges: "beginning, end",
            open: "full screen, or link",
            layout: "next link",
            info: "all metadata (EXIF)"),
        photo: Photo(
            next: "next photo",
            previous: "previous photo",
            search: "search",
            album: "the photo's album",
            favourites: "favourites",
            places: "kept views",
            favourite: "favourite on/off",
            save: "save the original",
            copyID: "copy the ID",
            copyAddress: "copy the web address",
            browse: "open the web page"),
        other: Other(
            retry: "retry, or refresh",
            redraw: "redraw the screen",
            help: "this help",
            back: "back",
            quit: "back, then quit",
            interrupt: "quit immediately",
            suspend: "suspend (fg: resume)"))
}

extension KeyStrings {
    static let english = KeyStrings(
        control: "Ctrl-",
        alt: "Alt-",
        shift: "Shift-",
        name: englishName,
        section: { section in
            switch section {
            case .essentials: "Essentials"
            case .comparing: "Comparing"
            case .photos: "Photos"
            case .zooming: "Zoom"
            case .picture: "Picture"
            case .moving: "Moving"
            case .thisPhoto: "This photo"
            case .library: "Library"
            case .program: "Program"
            }
        })

    /// Returns the name of a key on English keyboards; `nil` for a character except the space.
    ///
    /// Some other languages use the same names.
    @Sendable static func englishName(of key: KeyPress.Key) -> String? {
        switch key {
        case .character(" "): "Space"
        case .character: nil
        case .function(let number): "F\(number)"
        case .up: "↑"
        case .down: "↓"
        case .left: "←"
        case .right: "→"
        case .pageUp: "PgUp"
        case .pageDown: "PgDn"
        case .home: "Home"
        case .end: "End"
        case .insert: "Insert"
        case .delete: "Delete"
        case .enter: "Enter"
        case .tab: "Tab"
        case .backspace: "Backspace"
        case .escape: "Esc"
        }
    }
}

extension LocalStrings {
    static let english = LocalStrings(
        groupSeparator: ",", decimalSeparator: ".", percentSpace: "",
        months: [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ],
        or: "or",
        monthYear: { month, year in "\(month) \(year)" },
        dayMonthYear: { day, month, year in "\(day) \(month) \(year)" })
}
