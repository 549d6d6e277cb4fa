internal import Imaging
internal import PhotoCatalog
internal import Settings
internal import TerminalProtocols

extension ProgramStrings {
    static let english = ProgramStrings(
        noTerminal:
            "No terminal to draw on. Use --print for a picture or --plain for text.",
        noThreads:
            "Can't start a thread. Close some programs, or raise the limits (see ulimit -a).",
        noProc:
            "Can't read /proc. Mount it, or run nasa-view where /proc is visible.",
        fewDescriptors: {
            "Can't open enough files (\($0) are needed). Raise the limit (see ulimit -n)."
        },
        littleMemory: {
            "Not enough address space (\($0) MB are needed). Raise the limit (see ulimit -v)."
        },
        crashed: { log in
            "The program has crashed. "
                + (log.map { "Its last steps are in \($0)." }
                    ?? "Set NASA_VIEW_LOG=FILE to log the next run.")
        },
        outputFailed: { "Can't write to standard output: \($0)." })
}

extension CacheStrings {
    static let english = CacheStrings(
        trouble: { trouble in
            switch trouble {
            case .diskFull: "The disk is full. New photos are not cached."
            case .notWritable: "Can't write to the cache folder. Nothing is cached."
            case .notOurs: "The cache folder belongs to another user. Nothing is cached."
            case .isLink: "The cache folder is a symbolic link. Nothing is cached."
            case .unusable(let reason): "Can't use the cache (\(reason)). Nothing is cached."
            }
        },
        archiveFailure: { failure in
            switch failure {
            case .noHomeFolder: "No home folder found. Favourites and history are not saved."
            case .newerVersion:
                "Favourites and history were saved by a newer version. Update nasa-view to use them."
            case .notOurs(let path):
                "Favourites and history are not saved: \(path) belongs to another user."
            case .isLink(let path):
                "Favourites and history are not saved: \(path) is a link."
            case .damagedAgain:
                "Can't use favourites and history (the new file is damaged too)."
            case .endless:
                "Can't use favourites and history (a query takes too long)."
            case .unusable(let reason): "Can't use favourites and history (\(reason))."
            }
        },
        archiveNotice: { notice in
            switch notice {
            case .wasReset(let path):
                "Favourites and history were damaged and have been reset. Old file: \(path)"
            }
        },
        offline: { "Can't reach the server. Showing a copy saved \($0)." },
        daysAgo: { $0 == 1 ? "1 day ago" : "\(LocalStrings.english.number($0)) days ago" },
        hoursAgo: { $0 == 1 ? "1 hour ago" : "\($0) hours ago" },
        minutesAgo: { $0 == 1 ? "1 minute ago" : "\($0) minutes ago" },
        momentAgo: "a moment ago")
}

extension CommandStrings {
    static let english = CommandStrings(
        moreFailures: { "\($0) more failed." },
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
        outside: { "The area is not within \($0), which has \($1) pixels." },
        tooLargeForFormat: {
            "A JPEG can't be wider or higher than \($0) pixels. Save it as a PNG."
        },
        tooMuchOfTiles: {
            "At most \($0) megapixels of a tiled picture can be saved at once. Zoom in."
        },
        busy: { "\($0) is in use by another program." },
        tooManyOfName: { "Can't save \($0): there are too many files with this name." },
        unusable: { "Can't save \($0) (\($1))." },
        fileExists: { "\($0) already exists. Use --force to replace it." })
}

extension ConfigurationStrings {
    static let english = ConfigurationStrings(
        fault: { kind in
            switch kind {
            case .noName: "expected a name here"
            case .noEquals: "expected = here"
            case .noValue: "expected quoted text, a number or a list here"
            case .openText: "missing closing quote"
            case .openList: "missing ] or comma in this list"
            case .openTable: "missing ]"
            case .unknownEscape: "unknown escape sequence; write \\\\ for a backslash"
            case .leftover: "unexpected text at the end of the line"
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
            case .unknownKey(let name):
                "unknown key \"\(name)\"; press ? in nasa-view to list the keys"
            case .keptKey(let name): "the key \(name) can't be reassigned"
            }
        })

    private static func meantOrAll(_ meant: String?) -> String {
        meant.map { "did you mean \"\($0)\"?" } ?? "run nasa-view config to list them"
    }

    private static func list(_ words: [String]) -> String {
        LocalStrings.english.alternatives(words)
    }
}

extension KindStrings {
    static let english = KindStrings(
        viewer: "In the viewer",
        comparison: "When comparing two photos, in addition to the viewer's keys",
        library: "In lists and grids",
        detail: "On a photo's page")
}
