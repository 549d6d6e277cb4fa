internal import ArgumentParser
internal import Sandbox
internal import Screens
internal import TerminalDevice
internal import TerminalProtocols

/// Shows photos, or prints them: what the program does when no other command is named.
struct ViewCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "view",
        abstract: "View NASA's photos in the terminal.",
        usage: """
            nasa-view [<options>] [<photo> ...]
            nasa-view <command> [<options>]
            """,
        discussion: """
            A photo is an ID of NASA's Image and Video Library, a file, a URL, or - for standard \
            input.

              nasa-view                              the latest photos; / to search
              nasa-view --search "apollo 11"         search results
              nasa-view PIA00342                     a photo from the library
              nasa-view *.jpg                        files; n and p to change
              nasa-view --demo                       the built-in collection; no network
              nasa-view --demo --search moon         everything works with it
              nasa-view --print --size 80x40 a.jpg   print a picture and exit

            Other commands, each with --help: search, info, download and favourites (for scripts), \
            cache, config (settings), doctor (terminal diagnostics), generate (manual page and \
            shell completions). To open a file named like a command, write ./doctor.

            In the viewer, z switches between fit width and original size, the arrow keys pan, and \
            ? shows all keys. Display options can also be set by NASA_VIEW_… variables and in the \
            configuration file; nasa-view config lists them.
            """,
        version: Version.text)

    @OptionGroup var options: Options

    @OptionGroup var speech: LanguageOption

    @Argument(
        help: ArgumentHelp(
            "NASA ID, file, URL, or - for standard input.", valueName: "photo"),
        completion: .file())
    var photos: [String] = []

    // On the main thread: the event loop blocks in poll, which no thread of the pool may do.
    @MainActor
    func run(in context: CommandContext) async throws {
        // Not in validate(), which is asked before an unknown option is complained of.
        guard !options.print || options.library.demo || !photos.isEmpty else {
            throw ValidationError(context.strings.arguments.nothingToPrint)
        }
        let session = try LaunchContext(options, photos: photos, context)
        for complaint in context.file.complaints(context.strings.configuration) {
            Diagnostics.print(complaint)
        }
        let status = await status(of: session)
        if status != 0 { throw ExitCode(status) }
    }

    @MainActor
    private func status(of session: LaunchContext) async -> Int32 {
        if options.plain { return await session.tell() }
        return options.print ? await session.print() : session.view()
    }
}

extension LaunchContext {
    /// Shows the photos until the person leaves.
    ///
    /// - Returns: the exit status.
    func view() -> Int32 {
        defer { context.zygote?.leave() }
        guard TTY.isOutput, !environment.isDumb else {
            Diagnostics.print(strings.arguments.noTerminal)
            return Diagnostics.usage
        }
        do {
            let crashed = strings.arguments.crashed(FrameLog.path)
            let terminal = try TTY(lastWords: Diagnostics.bytes(of: crashed))
            return run(try EventLoop(TerminalSession(terminal, session: self), beginning, self))
        } catch {
            Diagnostics.print(strings.arguments.noTerminal)
            return Diagnostics.usage
        }
    }

    private var beginning: LaunchRequest {
        if !photos.isEmpty { return .photos(photos) }
        let usual = library.demo == nil ? LibraryArrangement.list : .demo
        return .library(source, options.list.grid?.arrangement ?? usual)
    }

    private func run(_ loop: EventLoop) -> Int32 {
        let ending = loop.run()
        if options.stats {
            // What its workers had is known when they are gone.
            context.zygote?.leave()
            Diagnostics.print(strings.stats(loop.photoFigures, megabytes: PeakMemory.megabytes))
        }
        return status(of: ending)
    }

    private func status(of ending: EventLoop.Ending) -> Int32 {
        switch ending {
        case .quit: return 0
        case .terminalGone: return 1
        case .signal(let signal):
            context.zygote?.leave()
            SignalWatch.end(by: signal)
        }
    }
}
