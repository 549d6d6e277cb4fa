internal import ArgumentParser
internal import Dispatch
internal import Sandbox

/// Where the program begins: with one thread, so that a zygote can be forked; see nasa-view's own.
@main
enum Program {
    /// A command that has photos decoded in processes of their own.
    protocol Fenced: ParsableCommand {
        /// How they are to do it; nil where this command decodes by itself after all.
        var craft: WorkerConfiguration? { get }

        mutating func run(by zygote: Zygote?) async throws
    }

    static func main() {
        do {
            // Handed over to the one task there is, and not looked at again.
            nonisolated(unsafe) let command = try Workbench.parseAsRoot()
            let zygote = (command as? any Fenced)?.craft.flatMap { Zygote.start($0) }
            Task { @MainActor in
                await run(command, by: zygote)
                zygote?.leave()
                Workbench.exit()
            }
        } catch {
            Workbench.exit(withError: error)
        }
        dispatchMain()
    }

    private static func run(_ command: any ParsableCommand, by zygote: Zygote?) async {
        do {
            var command = command
            if var fenced = command as? any Fenced {
                try await fenced.run(by: zygote)
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
