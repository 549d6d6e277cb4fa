internal import Imaging
package import PhotoCatalog
package import Settings
package import TerminalProtocols

/// The sentences about the command line.
package struct ArgumentStrings: Sendable {
    package let noTerminal: SafeText
    /// The system gives the program no second thread.
    package let noThreads: SafeText
    /// The system hides /proc.
    package let noProc: SafeText
    /// The limit of open files that is needed.
    package let fewDescriptors: @Sendable (Int) -> SafeText
    /// The limit of address space that is needed, in megabytes.
    package let littleMemory: @Sendable (Int) -> SafeText
    /// The program has crashed; the path of its log, if it has one.
    package let crashed: @Sendable (String?) -> SafeText
    package let nothingToPrint: String
    /// The size of a printed picture that was probably meant in pixels.
    package let sizeIsInCells: SafeText
    package let nothingToCompare, noDemo, noList: String
    /// The valid values of an option.
    package let popularAlone, mediaTypes, api, memory: String
    /// The largest side of a cell.
    package let cellSize: @Sendable (Int) -> String
    /// A text that is not a day of a service; `isSol` if it counts its days as sols of Mars.
    package let day: @Sendable (_ text: String, _ isSol: Bool) -> String
    /// A text after a `#` that is not a region or position.
    package let place: @Sendable (String) -> String
    /// The valid values of `--area` and `--to` of `crop`.
    package let area, target: String
    /// The file of `--to` exists.
    package let fileExists: @Sendable (String) -> SafeText
    let seeHelp: String
    /// An unknown command, and the one that was probably meant.
    package let meant: @Sendable (_ word: String, _ meant: String) -> String
    /// The system's reason.
    package let outputFailed: @Sendable (String) -> SafeText

    /// An error as a sentence, and where to read the right form: in the help of `command`, or of
    /// the program.
    package func complaint(_ message: String, command: String? = nil) -> SafeText {
        let isSentence = [".", "?", "!", "。"].contains { message.hasSuffix($0) }
        let help = command.map {
            seeHelp.replacing("nasa-view --help", with: "nasa-view \($0) --help")
        }
        return SafeText(message + (isSentence ? "" : ".") + " " + (help ?? seeHelp))
    }
}

/// The sentences about the cache on the disk.
package struct CacheStrings: Sendable {
    let off: SafeText
    let contents: @Sendable (_ entries: String, _ size: String, _ limit: String) -> SafeText
    let cleared: @Sendable (_ entries: String, _ size: String) -> SafeText
    package let trouble: @Sendable (CacheError) -> SafeText
    package let archiveFailure: @Sendable (ArchiveFailure) -> SafeText
    package let archiveNotice: @Sendable (ArchiveNotice) -> SafeText

    /// When it was stored: `3 hours ago`.
    let offline: @Sendable (String) -> SafeText
    let daysAgo, hoursAgo, minutesAgo: @Sendable (Int) -> String
    let momentAgo: String
}

/// The sentences of the commands for scripts.
package struct CommandStrings: Sendable {
    /// How many failures are not listed.
    let moreFailures: @Sendable (String) -> SafeText
    let facts: Facts
    let received: @Sendable (_ bytes: String, _ total: String) -> String
    let pixels: @Sendable (_ width: String, _ height: String) -> String
    let more: @Sendable (_ shown: String, _ total: String) -> SafeText

    let noFavourite: @Sendable (String) -> SafeText
    /// A photo, the size asked for, and the sizes there are.
    let noSuchSize: @Sendable (_ photo: String, _ size: String, _ sizes: [String]) -> SafeText
    let noFolder, notWritable: @Sendable (String) -> SafeText
    let diskFull: SafeText
    /// The photo, and its width and height.
    let outside: @Sendable (_ photo: String, _ pixels: String) -> SafeText
    /// The longest side.
    let tooLargeForFormat: @Sendable (String) -> SafeText
    /// Megapixels.
    let tooMuchOfTiles: @Sendable (String) -> SafeText
    let busy: @Sendable (String) -> SafeText
    let tooManyOfName: @Sendable (String) -> SafeText
    let unusable: @Sendable (_ photo: String, _ reason: String) -> SafeText

    struct Facts: Sendable {
        let id, title, credit, date, center, location, keywords, albums, page: String
        let licence, video: String
    }
}

/// The sentences about the configuration file.
package struct ConfigurationStrings: Sendable {
    /// Without a full stop, as in compiler messages.
    package let fault: @Sendable (SettingsError.Kind) -> String
    /// The file's path.
    package let noFile: @Sendable (String) -> SafeText
    package let noHome: SafeText
    /// Where a value comes from: a line of the file, a variable, an option.
    package let byDefault: String
    package let file: @Sendable (Int) -> String
    package let environment, flag: @Sendable (String) -> String
    package let automatic: String

    /// An error and its position, in the format of compiler messages.
    package func sentence(for fault: SettingsError, in path: String) -> SafeText {
        SafeText("\(path):\(fault.place.line):\(fault.place.column): \(self.fault(fault.kind))")
    }
}

/// The sentences of the manual page that no other table has.
package struct ManualStrings: Sendable {
    package let headings: Headings
    package let keys: Keys
    let variables: Variables
    let files: Files
    /// The meaning of each exit status, from 0.
    let statuses: [String]

    package struct Headings: Sendable {
        /// The section of the manual that the page belongs to.
        package let section: String
        package let name, synopsis, description, options, commands, keys: String
        package let environment, files, exitStatus, examples, seeAlso, bugs: String
    }

    /// The kinds of screen that keys are listed for.
    package struct Keys: Sendable {
        package let viewer, comparison, library, detail: String
    }

    struct Variables: Sendable {
        /// An option that does the same.
        let like: @Sendable (String) -> String
        let start, demo, log, noColour, language, terminal: String
    }

    struct Files: Sendable {
        /// Each with the folder that is used if the variable is not set.
        let settings, cache, archive: @Sendable (String) -> String
    }

    /// Variables and what they are for; those of `settings` do the same as the options given.
    package func variableRows(
        settings: [(variable: String, option: String)]
    ) -> [(String, String)] {
        settings.map { ($0.variable, variables.like($0.option)) } + [
            ("NASA_VIEW_START", variables.start), ("NASA_VIEW_API", variables.like("--api")),
            ("NASA_VIEW_DEMO", variables.demo), ("NASA_VIEW_LOG", variables.log),
            ("NO_COLOR", variables.noColour), ("LC_ALL, LC_MESSAGES, LANG", variables.language),
            ("COLORTERM, TERM, TERM_PROGRAM, TMUX, STY", variables.terminal),
        ]
    }

    package var fileRows: [(String, String)] {
        [
            ("$XDG_CONFIG_HOME/nasa-view/config.toml", files.settings("~/.config")),
            ("$XDG_CACHE_HOME/nasa-view", files.cache("~/.cache")),
            ("$XDG_DATA_HOME/nasa-view", files.archive("~/.local/share")),
        ]
    }

    package var statusRows: [(String, String)] {
        statuses.enumerated().map { (String($0), $1) }
    }
}

/// A sentence for each failure, given the name of what failed.
package struct FailureStrings: Sendable {
    /// The name of a failed photo without a name.
    let this: String
    /// That it is shown only in part, without the reason.
    let damage: @Sendable (String) -> String
    let reason: @Sendable (Damage) -> String
    let file: @Sendable (_ failure: FileFailure, _ name: String) -> String
    let decoding: @Sendable (_ failure: DecodingFailure, _ name: String) -> String
    let catalog: @Sendable (_ failure: CatalogFailure, _ name: String) -> String
    let fetching: @Sendable (FetchFailure) -> String
    /// A file, the number of a page that it lacks, and how many it has.
    let noPage: @Sendable (_ file: String, _ page: Int, _ count: Int) -> String
}
