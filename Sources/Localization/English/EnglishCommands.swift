internal import Imaging
internal import PhotoCatalog
internal import Settings
internal import TerminalProtocols

extension ArgumentStrings {
    static let english = ArgumentStrings(
        noTerminal:
            "No terminal to draw on. Use --print for a picture or --plain for text.",
        noThreads:
            "Can't start a thread. Close some programs, or raise the limits (see ulimit -a).",
        fewDescriptors: {
            "Can't open enough files (\($0) are needed). Raise the limit (see ulimit -n)."
        },
        littleMemory: {
            "Not enough address space (\($0) MB are needed). Raise the limit (see ulimit -v)."
        },
        crashed: { log in
            "The program has crashed. "
                + (log.map { "Its last steps are in \($0)." }
                    ?? "Set NASA_VIEW_LOG=FILE to record what it does.")
        },
        nothingToPrint:
            "Nothing to print. Name a photo (NASA ID, file or URL), or use --demo.",
        noDemo: "Demo collection not found. Set NASA_VIEW_DEMO to its folder.",
        year: "A year must have four digits.",
        limit: "--limit must be a number from 1 to 10000.",
        mediaTypes:
            "--media-type must be image, video or audio, or several separated by commas.",
        api:
            "--api and NASA_VIEW_API must be an https:// address, or http:// on this machine.",
        memory: "--memory must be at least 16M.",
        cellSize: { "The cell size must look like 10x20, up to \($0)x\($0) pixels." },
        unknownValue: { "\($0) is set to an invalid value." },
        seeHelp: "See nasa-view --help.",
        meant: { "Unknown command \"\($0)\". Did you mean \($1)?" },
        outputFailed: { "Can't write to standard output: \($0)." })
}

extension CacheStrings {
    static let english = CacheStrings(
        off: "The cache is off.",
        contents: { "\($0) entries, \($1) of \($2)" },
        cleared: { "Cleared \($0) entries (\($1))." },
        trouble: { trouble in
            switch trouble {
            case .diskFull: "The disk is full. New photos are not cached."
            case .notWritable: "Can't write to the cache folder. Nothing is cached."
            case .notOurs: "The cache folder belongs to another user. Nothing is cached."
            case .unusable(let reason): "Can't use the cache (\(reason)). Nothing is cached."
            }
        },
        archiveFailure: { failure in
            switch failure {
            case .noPlace: "No home folder found. Favourites and history are not saved."
            case .newerVersion:
                "Favourites and history were saved by a newer nasa-view. Update this one to use them."
            case .unusable(let reason): "Can't use favourites and history (\(reason))."
            }
        },
        archiveNotice: { notice in
            switch notice {
            case .wasReset(let path):
                "Favourites and history were damaged and have been reset. Old file: \(path)"
            }
        },
        offline: { "Can't reach the server. Showing what was saved \($0)." },
        daysAgo: { $0 == 1 ? "1 day ago" : "\(LocalStrings.english.number($0)) days ago" },
        hoursAgo: { $0 == 1 ? "1 hour ago" : "\($0) hours ago" },
        minutesAgo: { $0 == 1 ? "1 minute ago" : "\($0) minutes ago" },
        momentAgo: "a moment ago")
}

extension CommandStrings {
    static let english = CommandStrings(
        moreFailures: { "\($0) more failed." },
        facts: Facts(
            id: "id",
            title: "title",
            credit: "credit",
            date: "date",
            center: "centre",
            location: "location",
            keywords: "keywords",
            albums: "albums",
            page: "page"),
        received: { "\($0) of \($1)" },
        pixels: { "\($0) by \($1) pixels" },
        more: { "Showing \($0) of \($1) photos. Use --search and its filters to narrow the list." },
        noFavourite: { "\($0) is not a favourite." },
        noSuchSize: { name, size, sizes in
            let list = sizes.isEmpty ? "none" : sizes.joined(separator: ", ")
            return "\(name) has no size \"\(size)\". Available sizes: \(list)."
        },
        noFolder: { "No folder named \($0)." },
        notWritable: { "Can't write to \($0). Check its permissions." },
        diskFull:
            "The disk is full. Free some space and try again: the download will resume.",
        busy: { "\($0) is in use by another program." },
        unusable: { "Can't save \($0) (\($1))." })
}

extension ConfigurationStrings {
    static let english = ConfigurationStrings(
        fault: { kind in
            switch kind {
            case .noName: "expected a name here"
            case .noEquals: "expected = here"
            case .noValue: "expected a quoted text, a number or a list here"
            case .openText: "missing closing quote"
            case .openList: "missing ] or comma in this list"
            case .openTable: "missing ]"
            case .unknownEscape: "unknown escape sequence; write \\\\ for a backslash"
            case .leftover: "unexpected text after the value"
            case .unsupported: "unsupported syntax"
            case .twice(let name): "\(name) is already set above; this line is ignored"
            case .tooLong: "the file is too long"
            case .unreadable: "can't read the file; check its permissions"
            case .unknownSetting(let name, let meant):
                "unknown setting \"\(name)\"; \(meantOrAll(meant))"
            case .wrongValue(let name, let value, .words(let words)):
                "unknown \(name) \"\(value)\"; use \(list(words))"
            case .wrongValue(let name, let value, .range(let range)):
                "\(name) must be \(range.lowerBound)–\(range.upperBound) (got \(value))"
            case .wrongValue(let name, let value, .examples(let examples)):
                "invalid \(name) \"\(value)\"; use a value such as \(list(examples))"
            case .unknownAction(let name, let meant):
                "unknown action \"\(name)\"; \(meantOrAll(meant))"
            case .unknownKey(let name): "unknown key \"\(name)\"; press ? in nasa-view to see them"
            case .keptKey(let name): "the key \(name) can't be reassigned"
            }
        },
        noFile: { "\($0) (does not exist)" },
        noHome: "No home folder found, so there is no configuration file.",
        byDefault: "default",
        file: { "file, line \($0)" },
        environment: { "environment, \($0)" },
        flag: { "option, --\($0)" },
        automatic: "automatic")

    private static func meantOrAll(_ meant: String?) -> String {
        meant.map { "did you mean \"\($0)\"?" } ?? "run nasa-view config to list them"
    }

    private static func list(_ words: [String]) -> String {
        LocalStrings.english.alternatives(words)
    }
}

extension ManualStrings {
    static let english = ManualStrings(
        headings: Headings(
            section: "User Commands",
            name: "NAME",
            synopsis: "SYNOPSIS",
            description: "DESCRIPTION",
            options: "OPTIONS",
            commands: "COMMANDS",
            keys: "KEYS",
            environment: "ENVIRONMENT",
            files: "FILES",
            exitStatus: "EXIT STATUS"),
        keys: Keys(
            viewer: "In the viewer",
            library: "In lists and grids",
            detail: "On a photo's page"),
        variables: Variables(
            like: { "Same as \($0), which overrides it." },
            start: "Initial search.",
            demo: "Folder of the built-in collection.",
            log: "File to log to: every frame, from the key to its bytes.",
            noColour: "If not empty, text has no colours; pictures keep theirs.",
            language: "Language, unless it is set otherwise.",
            terminal: "Used to identify the terminal."),
        files: Files(
            settings: { "Settings. Default folder: \($0)." },
            cache: { "Cached replies and pictures. Default folder: \($0)." },
            archive: { "Favourites, searches and photos you have seen. Default folder: \($0)." }),
        statuses: [
            "Success.",
            "Something failed; standard error says what.",
            "Invalid command line, or no terminal to draw on.",
            "No such photo (commands for scripts).",
            "No network (commands for scripts).",
        ])
}

extension FailureStrings {
    static let english = FailureStrings(
        this: "This",
        damage: { "\($0) is damaged and only partly shown." },
        file: text, decoding: text, catalog: text, fetching: text)

    @Sendable private static func text(_ failure: FileFailure, _ name: String) -> String {
        switch failure {
        case .notFound: "No file named \(name)."
        case .isDirectory: "\(name) is a folder. Name the photos in it, such as \(name)/*.jpg."
        case .notRegular: "\(name) is not a regular file. To read from a pipe, use -."
        case .notPermitted: "Can't read \(name): permission denied."
        case .empty: "\(name) is an empty file."
        case .unreadable(let reason): "Can't read \(name): \(reason)."
        case .keyboard: "Can't read \(name): it is the keyboard; pipe a picture into it."
        case .overLimit(let bytes): "Can't read \(name): it is larger than \(bytes >> 20) MB."
        }
    }

    @Sendable private static func text(_ failure: DecodingFailure, _ name: String) -> String {
        switch failure {
        case .unsupported(let kind): "Can't show \(name): \(text(kind))."
        case .damaged(let reason): "Can't show \(name): it is damaged (\(reason))."
        case .tooLarge(let size):
            "Can't show \(name): it is too large (\(size.width)x\(size.height) pixels)."
        case .outOfMemory: "Can't show \(name): not enough memory."
        case .noRoom(let byteCount):
            """
            This size needs \(LocalStrings.english.size(byteCount)) of free space in the cache folder. Zoom \
            out to see \(name).
            """
        case .decoderCrashed:
            "Can't show \(name): the decoder crashed. Other photos are not affected."
        case .decoderStalled: "Can't show \(name): the decoder stopped responding."
        case .noDecoder:
            "Can't show \(name): the system has no memory or open files left. Close some programs."
        }
    }

    private static func text(_ kind: FileKind) -> String {
        switch kind {
        case .jpeg: "this type of JPEG is not supported"
        case .png: "this type of PNG is not supported"
        case .tiff: unsupported("TIFF")
        case .gif: unsupported("GIF")
        case .webp: unsupported("WebP")
        case .heif: unsupported("HEIF or AVIF")
        case .jpegXL: unsupported("JPEG XL")
        case .jpeg2000: unsupported("JPEG 2000")
        case .fits: unsupported("FITS")
        case .bmp: unsupported("BMP")
        case .svg: unsupported("SVG")
        case .pdf: unsupported("PDF")
        case .video: "it is a video, not a photo"
        case .gzip: "it is a compressed file, not a photo"
        case .webPage: "it is a web page, not a photo"
        case .json: "it is JSON text, not a photo"
        case .text: "it is a text file, not a photo"
        case .empty: "it is empty"
        case .unknown: "its format is unknown (only JPEG and PNG are supported)"
        }
    }

    private static func unsupported(_ format: String) -> String {
        "\(format) is not supported (only JPEG and PNG)"
    }

    @Sendable private static func text(_ failure: CatalogFailure, _ name: String) -> String {
        switch failure {
        case .fetching(let failure): text(failure)
        case .noSuchPhoto: "NASA has no photo with the ID \(name). IDs are case-sensitive."
        case .noSuchAlbum(let album): "NASA has no album named \(album)."
        case .notAPhoto(_, .video): "\(name) is a video. Only photos can be shown."
        case .notAPhoto: "\(name) is not a photo."
        case .unreadableReply: "NASA sent a reply that nasa-view can't read. Try again later."
        case .webPageInstead: webPage
        case .tooManyResults: "NASA lists only the first 10,000 results. Narrow the search."
        case .nothingViewable(_, let formats) where formats.isEmpty:
            "\(name) has no JPEG or PNG to show."
        case .nothingViewable(_, let formats):
            """
            \(name) is only available as \(formats.joined(separator: ", ")). Only JPEG and PNG can \
            be shown.
            """
        case .addressNotAllowed(let refusal): text(refusal)
        }
    }

    private static let webPage =
        "The network sent a web page instead of a picture. Do you need to sign in to it?"

    private static func text(_ refusal: URLPolicyViolation) -> String {
        switch refusal {
        case .scheme: "Only https:// addresses can be opened."
        case .host: "NASA's photos are only fetched from NASA's own servers."
        case .port: "Can't open this address: its port is not allowed."
        case .userInfo: "Can't open this address: it contains a user name or password."
        case .controlCharacter: "Can't open this address: it contains control characters."
        case .tooLong: "Can't open this address: it is too long."
        case .malformed: "Can't open this address: it is not valid."
        case .notLocal: "Only this machine can be opened without https."
        }
    }

    @Sendable private static func text(_ failure: FetchFailure) -> String {
        switch failure {
        case .notFound: "The server has no such file (404)."
        case .refused(let status, _):
            "The server refused the request (\(status)). Try again in a minute."
        case .serverFailed(let status):
            "The server reported an error (\(status)). Try again later."
        case .rateLimited: "Too many requests. Try again in a minute."
        case .noConnection(let reason):
            "Can't connect to the server (\(reason)). Check the network and try again."
        case .nameNotFound(let host):
            "No internet connection (\(host) not found). Check the network and try again."
        case .timedOut(let seconds):
            "The server did not answer within \(seconds) seconds. Try again."
        case .stalled(let bytes):
            "The download stopped after \(LocalStrings.english.size(bytes)). Try again."
        case .tlsFailed(let reason):
            "The secure connection failed (\(reason)). Is the computer's clock right?"
        case .tooManyRedirects(let limit): "The server redirected more than \(limit) times."
        case .addressNotAllowed(let refusal): text(refusal)
        case .tooLarge(let limit):
            "The file is larger than the download limit of \(LocalStrings.english.size(limit))."
        case .webPageInstead: webPage
        case .interrupted(let reason): "The download was interrupted (\(reason)). Try again."
        case .cancelled: "The download was cancelled."
        }
    }
}
