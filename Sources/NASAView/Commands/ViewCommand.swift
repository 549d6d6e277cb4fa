internal import ArgumentParser
internal import Imaging
internal import Localization
internal import PhotoCodec
internal import Presentation
internal import Sandbox
internal import Screens
internal import TerminalDevice
internal import TerminalProtocols

/// The default command, which shows or prints photos.
struct ViewCommand: ProgramCommand, CustomReflectable {
    private static let abstract = "View NASA's photos in the terminal."
    private static let usage = """
        nasa-view [<options>] [<photo> ...]
        nasa-view <command> [<options>]
        """

    /// The help that `-h` prints, which is shorter than a screen.
    static let shortHelp = """
        \(abstract)

        \(usage)

          nasa-view                              the latest photos; / to search
          nasa-view --search "apollo 11"         search results
          nasa-view PIA00342                     a photo from the library
          nasa-view *.jpg ~/Pictures             files and folders
          nasa-view --print a.jpg                print a picture and exit
          nasa-view --demo                       the built-in collection; no network

        Commands: search, info, download, crop, convert, preview, favourites, cache, config,
        doctor, generate.

        nasa-view --help lists all options; nasa-view <command> --help those of a command.
        In the viewer, ? shows all keys.
        """

    // The super-command spares the argument parser an attempt to read a request for completion
    // scripts, a sixth of the parser's work; `NASAViewCommand` reads such requests.
    static let configuration = CommandConfiguration(
        commandName: "view",
        _superCommandName: "nasa-view",
        abstract: abstract,
        usage: usage,
        discussion: """
            A photo is an ID of NASA's Image and Video Library, a file, a folder, a URL, or - for \
            standard input.

              nasa-view                              the latest photos; / to search
              nasa-view --search "apollo 11"         search results
              nasa-view PIA00342                     a photo from the library
              nasa-view --apod                       today's astronomy picture
              nasa-view mars2020 1520                raw pictures of a day on Mars (or msl)
              nasa-view --epic                       the rotating Earth
              nasa-view --source commons --search nebula
              nasa-view *.jpg                        files; n and p to change
              nasa-view --compare a.jpg b.jpg        two photos at the same position
              nasa-view ~/Pictures                   the pictures in a folder
              find . -size +1M | nasa-view --stdin-list
              nasa-view --select ~/Pictures          prints the files that you mark with M
              nasa-view --demo                       the built-in collection; no network
              nasa-view --demo --search moon         everything works with it
              nasa-view --print --size 80x40 a.jpg   print a picture and exit

            Other commands, each with --help: search, info, download and favourites (for scripts), \
            crop and convert (pictures as files), preview (for file managers), cache, config \
            (settings), doctor (terminal diagnostics), generate (manual page, shell completions, \
            lines for file managers). To open a file named like a command, write ./doctor.

            In the viewer, z switches between fit width and original size, the arrow keys pan, and \
            ? shows all keys. Display options can also be set by NASA_VIEW_… variables and in the \
            configuration file; nasa-view config lists them.
            """,
        version: Version.text)

    @OptionGroup var viewing: ViewingOptions

    @OptionGroup(title: "Display options") var display: DisplayOptions

    @OptionGroup(title: listTitle) var list: ListOptions

    @OptionGroup(title: listTitle) var filters: FilterOptions

    @OptionGroup(title: listTitle) var arrangement: GridOption

    @OptionGroup var library: LibraryOptions

    @OptionGroup var languageOption: LanguageOption

    @Argument(
        help: ArgumentHelp(
            "NASA ID, file, folder, URL, or - for standard input.", valueName: "photo"),
        completion: .file())
    var photos: [String] = []

    private static let listTitle = "Photos to list"

    init() {}

    /// Reads the arguments without the argument parser, which takes a third of the start-up time.
    ///
    /// - Returns: `nil` if only the argument parser can read an argument, or explain why it is
    ///   invalid.
    init?(reading arguments: [String]) {
        var (viewing, display, list) = (ViewingOptions(), DisplayOptions(), ListOptions())
        var (filters, arrangement) = (FilterOptions(), GridOption())
        var (library, language) = (LibraryOptions(), LanguageOption())
        var (words, photos) = (arguments[...], [String]())
        while let word = words.first {
            guard word != "-", word.hasPrefix("-") else {
                photos.append(word)
                words.removeFirst()
                continue
            }
            guard
                viewing.read(&words) || display.read(&words) || list.read(&words)
                    || filters.read(&words) || arrangement.read(&words) || library.read(&words)
                    || language.read(&words)
            else { return nil }
        }
        (self.viewing, self.display, self.list) = (viewing, display, list)
        (self.filters, self.arrangement) = (filters, arrangement)
        (self.library, languageOption, self.photos) = (library, language, photos)
    }

    static let tables: [any OptionTable.Type] = [
        ViewingOptions.self, DisplayOptions.self, ListOptions.self, FilterOptions.self,
        GridOption.self, LibraryOptions.self, LanguageOption.self,
    ]

    /// The options and arguments that the argument parser finds by reflection.
    ///
    /// A group in which the user typed no option is omitted, because the parser need not describe
    /// it.
    var customMirror: Mirror {
        var children: [(String, Any)] = []
        func add<Table: OptionTable>(_ name: String, _ group: OptionGroup<Table>) {
            if Table.isDescribed { children.append((name, group)) }
        }
        add("viewing", _viewing)
        add("display", _display)
        add("list", _list)
        add("filters", _filters)
        add("arrangement", _arrangement)
        add("library", _library)
        add("languageOption", _languageOption)
        children.append(("photos", _photos))
        return Mirror(self, children: children)
    }

    /// Returns true if a table contains the option; reflection may find only the typed options.
    static func hasOption(_ name: String) -> Bool { table(of: name) != nil }

    private var options: Options {
        Options(
            viewing: viewing, list: list, filters: filters, library: library,
            typedSettings: display.settings.merging(arrangement.settings) { $1 })
    }

    // Runs on the main thread, because the event loop blocks in `poll`, which must not happen on a
    // thread of Swift's pool.
    @MainActor
    func run(in context: CommandContext) async throws {
        // These checks are not in `validate()`, which runs before unknown options are reported.
        guard !viewing.print || namesSomethingToPrint else {
            throw ValidationError(context.strings.arguments.nothingToPrint)
        }
        guard !viewing.compare || photos.count > 1 else {
            throw ValidationError(context.strings.arguments.nothingToCompare)
        }
        // The zygote must also end here, because an error may end the command before the viewer.
        defer { context.zygote?.leave() }
        let launch = try LaunchContext(options, photos: photos, context)
        for complaint in context.file.complaints(context.strings.configuration) {
            Diagnostics.print(complaint)
        }
        let status =
            if viewing.plain {
                await TextPrinter(launch: launch).run()
            } else if viewing.print {
                await PicturePrinter(launch: launch).run()
            } else {
                Self.viewReadable(launch)
            }
        if status != 0 { throw ExitCode(status) }
    }

    /// Returns the decoding options for the photos of this command.
    func decodingOptions(_ sources: SettingSources) -> DecodingOptions {
        options.decodingOptions(showingPlaces: photos.contains(where: LaunchContext.namesPlace))
            .shaping(sources.pixelShape(typed: display.settings))
    }

    /// The file format that the first photo's name implies, if decoding it needs a separate
    /// library.
    var expectedKind: FileKind? {
        Codec.promised(by: photos.first?.split(separator: "#").first ?? "")?.kindToLoad
    }

    private var namesSomethingToPrint: Bool {
        library.demo || !photos.isEmpty || list.stdinList
            || list.daily != nil || options.pipedContents(photos) != nil
    }

    /// Shows the readable photos, after printing why the others cannot be read.
    ///
    /// - Returns: the exit status of the session, or that of the unreadable photos if the session
    ///   ended normally.
    private static func viewReadable(_ launch: LaunchContext) -> Int32 {
        let unreadable = launch.unreadable
        var ending = ExitStatus()
        for (photo, failure) in unreadable {
            ending.fail(failure, launch.strings.sentence(for: failure, of: photo))
        }
        let shown = launch.without(Set(unreadable.map(\.photo)))
        let isEnough = shown.photos.count > (launch.options.viewing.compare ? 1 : 0)
        if isEnough { ending.succeed() }
        let status = ending.finish(launch.strings)
        guard unreadable.isEmpty || isEnough || shown.named?.areOnStandardInput == true else {
            launch.context.zygote?.leave()
            return status
        }
        if let named = shown.named, FolderListing().isEmpty(named) {
            launch.context.zygote?.leave()
            let found = FolderListing().photos(of: named)
            if let complaint = launch.strings.complaint(about: found, named) {
                Diagnostics.print(complaint)
            }
            return Diagnostics.failed
        }
        let ended = view(shown)
        return ended == 0 ? status : ended
    }

    /// Shows the photos until the user quits, and returns the exit status.
    private static func view(_ launch: LaunchContext) -> Int32 {
        let zygote = launch.context.zygote
        let strings = launch.strings
        // With `--select`, another program may read standard output.
        let viewing = launch.options.viewing
        guard TTY.isOutput || viewing.select, !launch.environment.isDumb,
            let loop = makeLoop(launch)
        else {
            Diagnostics.print(strings.program.noTerminal)
            return Diagnostics.usage
        }
        let ending = loop.run()
        if viewing.stats {
            // The peak memory of the workers is known only after they have ended.
            zygote?.leave()
            Diagnostics.print(strings.stats(loop.photoStatistics, megabytes: PeakMemory.megabytes))
        }
        switch ending {
        case .quit where viewing.select:
            let names = MarkedNames.bytes(
                of: loop.marks.photos, endingWithNUL: viewing.print0)
            return StandardOutput(strings).write(names) ? 0 : Diagnostics.failed
        case .quit: return 0
        case .terminalGone: return Diagnostics.failed
        case .signal(let signal):
            zygote?.leave()
            SignalWatch.end(by: signal)
        }
    }

    private static func makeLoop(_ launch: LaunchContext) -> EventLoop? {
        let crashed = launch.strings.program.crashed(FrameLog.path)
        do {
            let terminal = try TTY(crashMessage: Diagnostics.bytes(of: crashed))
            return try EventLoop(TerminalSession(terminal, launch), launch)
        } catch {
            return nil
        }
    }
}
