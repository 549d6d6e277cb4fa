import ArgumentParser

@main
struct Workbench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "workbench", abstract: "Tools for those who work on nasa-view.",
        subcommands: [Paint.self])
}
