internal import ArgumentParser
internal import FoundationEssentials
internal import Localization
internal import Screens
internal import Settings

/// The command or option that was probably meant by a first word that is none.
///
/// `nasa-view serach mars` would ask NASA for two photos. No id is known that has small letters
/// only, and `nasa-view view serach` asks for one nevertheless.
enum CommandSuggestion {
    static func check(
        _ arguments: [String], against commands: [String], _ words: ArgumentStrings
    ) throws {
        guard let word = arguments.first, word.allSatisfy({ ("a"..."z").contains($0) }),
            !commands.contains(word), !FileManager.default.fileExists(atPath: word)
        else { return }
        if options.contains(word) {
            throw ValidationError(words.meant(word, "--\(word)"))
        }
        if let command = NearestName.of(word, among: commands) {
            throw ValidationError(words.meant(word, command))
        }
    }

    /// Options that people try as commands.
    private static let options = ["demo", "print", "version"]
}
