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
            browser: "In lists and grids",
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
