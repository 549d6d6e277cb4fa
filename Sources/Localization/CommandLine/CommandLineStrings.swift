package import TerminalProtocols

/// The usage errors of the command line, in English like its help.
package struct ArgumentStrings: Sendable {
    package let nothingToPrint =
        "Nothing to print. Name a photo (NASA ID, file or URL), or use --demo."
    /// The error for the size of a printed picture that was probably meant in pixels.
    package let sizeIsInCells: SafeText =
        "--size is in cells; for pixels, add px: 800x600px."
    package let nothingToCompare = "--compare needs two photos."
    package let noDemo = "Demo collection not found. Set NASA_VIEW_DEMO to its folder."
    package let noList =
        "--stdin-list reads file names from standard input, for example from find."
    package let popularAlone =
        "--popular cannot be combined with search words, filters or --offline."
    package let mediaTypes =
        "--media must be image, video or audio, or several separated by commas."
    package let api =
        "--api and NASA_VIEW_API must be an https:// address, or http:// on this machine."
    package let memory = "--memory must be at least 16M."
    package let area = "--area must be X,Y,WIDTH,HEIGHT in pixels of the photo."
    /// The valid values of `--to` of `crop`.
    package let target = "--to must be a file that ends in .png, .jpg or .jpeg."

    package init() {}

    /// `side` is the largest side of a cell.
    package func cellSize(_ side: Int) -> String {
        "The cell size must look like 10x20, up to \(side)x\(side) pixels."
    }

    /// Returns the error for a text that is not a day of a service; `isSol` is true if the service
    /// counts days as sols of Mars.
    package func day(_ text: String, _ isSol: Bool) -> String {
        isSol
            ? "\"\(text)\" is not a sol. Enter the number of a day on Mars, such as 1520."
            : "\"\(text)\" is not a date. Use the form 2026-10-02."
    }

    /// Returns the error for a `#…` that is not a region or position.
    package func place(_ text: String) -> String {
        "\"#\(text)\" is not a valid position. Use #xywh=X,Y,WIDTH,HEIGHT or #X,Y,ZOOM."
    }

    /// Returns the error for an unknown command, with the one that was probably meant.
    package func meant(_ word: String, _ meant: String) -> String {
        "Unknown command \"\(word)\". Did you mean \(meant)?"
    }

    /// Returns an error as a sentence, with a pointer to the correct form in the help of `command`,
    /// or of the program.
    package func complaint(_ message: String, command: String? = nil) -> SafeText {
        let isSentence = [".", "?", "!"].contains { message.hasSuffix($0) }
        let help = command.map { "nasa-view \($0) --help" } ?? "nasa-view --help"
        return SafeText("\(message)\(isSentence ? "" : ".") See \(help).")
    }
}

/// The words in the results of commands, in English: scripts read them in any locale.
package struct ResultStrings: Sendable {
    let facts = Facts()
    /// The value of a setting that is determined automatically.
    package let automatic = "automatic"
    package let noSettingsFile: SafeText =
        "No home folder found, so there is no configuration file."
    let cacheIsOff: SafeText = "The cache is off."

    /// The labels of `info`.
    struct Facts: Sendable {
        let id = "id"
        let title = "title"
        let credit = "credit"
        let date = "date"
        let center = "centre"
        let location = "location"
        let keywords = "keywords"
        let albums = "albums"
        let page = "page"
        let licence = "licence"
        let video = "video"
    }

    package func missing(_ path: String) -> SafeText { SafeText("\(path) (does not exist)") }

    func cached(_ entries: String, _ size: String, _ limit: String) -> SafeText {
        SafeText("\(entries) entries, \(size) of \(limit)")
    }

    func cleared(_ entries: String, _ size: String) -> SafeText {
        SafeText("Cleared \(entries) entries (\(size)).")
    }
}
