internal import ArgumentParser
internal import Dispatch
internal import Files
internal import Imaging
internal import PhotoCodec
internal import Sandbox

/// The developers' tools, one per subcommand.
struct Workbench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "workbench",
        abstract: "Tools for working on nasa-view.",
        subcommands: [
            Bench.self,
            Compare.self,
            Decode.self,
            SandboxCheck.self,
            Serve.self,
        ])
}

/// The entry point, which starts with one thread, so that a zygote can be forked; see `Program` of
/// nasa-view.
@main
enum Program {
    /// A command that can decode photos in sandboxed workers.
    protocol Sandboxed: ParsableCommand {
        /// Prepares the process; called before anything else, while there is only one thread.
        func prepare() throws

        /// The configuration of the workers; `nil` if the command decodes in this process.
        var workers: WorkerConfiguration? { get }

        mutating func run(by zygote: Zygote?) async throws
    }

    static func main() {
        do {
            // The command is passed to a single task, and not used here again.
            nonisolated(unsafe) let command = try Workbench.parseAsRoot()
            try (command as? any Sandboxed)?.prepare()
            AllocatorTuning.share()
            let zygote = (command as? any Sandboxed)?.workers.flatMap { Zygote.start($0) }
            Task { @MainActor in
                await run(command, by: zygote)
                zygote?.leave()
                ProcessEnd.leave(0)
            }
        } catch {
            Workbench.exit(withError: error)
        }
        dispatchMain()
    }

    private static func run(_ command: any ParsableCommand, by zygote: Zygote?) async {
        do {
            var command = command
            if var sandboxed = command as? any Sandboxed {
                try await sandboxed.run(by: zygote)
            } else if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch {
            Workbench.exit(withError: error)
        }
    }
}

extension Program.Sandboxed {
    func prepare() throws {}
}

/// A size as an argument, such as 1600x1200.
struct RequestedSize: ExpressibleByArgument {
    let size: PixelSize

    init(_ size: PixelSize) { self.size = size }

    init?(argument: String) {
        let parts = argument.split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]) else {
            return nil
        }
        size = PixelSize(width: width, height: height)
    }
}
