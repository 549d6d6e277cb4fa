package import TerminalProtocols

/// The words about what was typed behind the program's name.
package enum ArgumentWording {
    private static var phrases: ArgumentPhrases { Phrases.current.arguments }

    package static var noTerminal: SafeText { phrases.noTerminal }
    package static var noThreads: SafeText { phrases.noThreads }

    package static func fewDescriptors(_ count: Int) -> SafeText {
        SafeText(phrases.fewDescriptors(count))
    }

    package static func littleMemory(megabytes: Int) -> SafeText {
        SafeText(phrases.littleMemory(megabytes))
    }

    package static var nothingToPrint: String { phrases.nothingToPrint }
    package static var noDemo: String { phrases.noDemo }
    package static var year: String { phrases.year }
    package static var limit: String { phrases.limit }
    package static var mediaTypes: String { phrases.mediaTypes }
    package static var api: String { phrases.api }
    package static var memory: String { phrases.memory }
    package static var keyboardIsInput: String { phrases.keyboardIsInput }
    package static var standardInput: String { Phrases.current.status.standardInput.string }

    /// The largest side in pixels.
    package static func cellSize(upTo side: Int) -> String { phrases.cellSize(side) }

    package static func unknownValue(of variable: String) -> String {
        phrases.unknownValue(variable)
    }

    /// What standard output does not take, by the system's reason.
    package static func outputFailed(_ reason: String) -> SafeText {
        SafeText(phrases.outputFailed(reason))
    }

    /// What is said when the program has crashed; `log` is the file of its log, if it has one.
    package static func crashed(log: String?) -> SafeText {
        SafeText(phrases.crashed(log.flatMap { $0.isEmpty ? nil : $0 }))
    }

    package static func tooMuchInput(megabytes: Int) -> String { phrases.tooMuchInput(megabytes) }

    /// A first word that is no command, and what was probably meant.
    package static func meant(_ word: String, _ meant: String) -> String {
        phrases.meant(word, meant)
    }

    /// What was wrong, as a sentence, and where to read what is right.
    package static func complaint(_ message: String) -> SafeText {
        let isSentence = [".", "?", "!"].contains { message.hasSuffix($0) }
        return SafeText(message + (isSentence ? "" : ".") + " " + phrases.seeHelp)
    }
}
