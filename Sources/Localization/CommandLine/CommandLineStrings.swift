package import Imaging
package import TerminalProtocols

/// The usage errors of the command line, which are in English, like the help.
package struct ArgumentStrings: Sendable {
    package let nothingToPrint =
        "Nothing to print. Name a photo (NASA ID, file or URL), or use --demo."
    /// The error for a printed picture's size in cells that was probably meant in pixels.
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
    /// The error for an invalid value of `--to`, an option of `crop`.
    package let target = "--to must be a file that ends in .png, .jpg or .jpeg."

    package init() {}

    /// Returns the error for an invalid cell size; `side` is the maximum side of a cell.
    package func cellSize(_ side: Int) -> String {
        "The cell size must look like 10x20, up to \(side)x\(side) pixels."
    }

    /// Returns the error for a text that is not a day of a service; `isSol` is true if the service
    /// counts days on Mars.
    package func day(_ text: String, _ isSol: Bool) -> String {
        isSol
            ? "\"\(text)\" is not a sol. Enter the number of a day on Mars, such as 1520."
            : "\"\(text)\" is not a date. Use the form 2026-10-02."
    }

    /// Returns the error for a text that is not a valid position.
    package func position(_ text: String, _ fault: PositionTextFault) -> String {
        let reason =
            switch fault {
            case .words(let topic): words(topic)
            case .rightAscension:
                "has an invalid right ascension. Use 0 to 24 hours, or 0 to 360 degrees."
            case .declination: "has an invalid declination. Use -90 to 90 degrees."
            case .latitude: "has an invalid latitude. Use -90 to 90 degrees."
            case .longitude: "has an invalid longitude. Use -360 to 360 degrees."
            }
        return "\"\(text)\" \(reason)"
    }

    private func words(_ topic: PositionTextFault.Topic) -> String {
        switch topic {
        case .region: "is not a valid position. Use #xywh=X,Y,WIDTH,HEIGHT or #X,Y,ZOOM."
        case .page: "does not start with the number of a page. Use #page=2."
        case .bands: "does not name three bands. Use #bands=4,3,2."
        case .sky: "is not a position in the sky. Use radec=13:29:52,+47:11:43."
        case .ground: "is not a position on the ground. Use latlon=47.19,8.54."
        case .skyOrGround:
            "is not a position in the sky or on the ground. Use 13:29:52,+47:11:43 or latlon=47.19,8.54."
        }
    }

    /// Returns the error for an unknown command, with the most similar command.
    package func meant(_ word: String, _ meant: String) -> String {
        "Unknown command \"\(word)\". Did you mean \(meant)?"
    }

    /// Returns an error as a sentence, followed by a reference to the help of `command` or, without
    /// `command`, of the program.
    package func complaint(_ message: String, command: String? = nil) -> SafeText {
        let isSentence = [".", "?", "!"].contains { message.hasSuffix($0) }
        let help = command.map { "nasa-view \($0) --help" } ?? "nasa-view --help"
        return SafeText("\(message)\(isSentence ? "" : ".") See \(help).")
    }
}

/// The words in the results of commands, which are in English, so that scripts can read the results
/// in any locale.
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
