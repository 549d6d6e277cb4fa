internal import ArgumentParser

/// The tools of those who work on the program: each is a subcommand with a folder of its own.
struct Workbench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "workbench",
        abstract: "Tools for working on nasa-view.",
        subcommands: [
            Bench.self,
            Compare.self,
            Decode.self,
            SandboxCheck.self,
            Paint.self,
            Serve.self,
        ])
}
