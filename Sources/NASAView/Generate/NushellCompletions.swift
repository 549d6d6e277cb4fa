/// The completion script for Nushell, which `source` reads: an `extern` for the viewer and for each
/// command.
struct NushellCompletions {
    let completions: Completions

    var script: String {
        """
        # Completions of nasa-view for Nushell.
        def "nu-complete nasa-view ids" [] {
            ^nasa-view favourites | lines | each {|line| $line | split row "\\t" | first }
        }

        \(completions.commands.map(block).joined(separator: "\n"))
        """
    }

    /// Returns the completers of a command, and then its `extern`.
    private func block(_ command: Completions.Command) -> String {
        let words = command.name.isEmpty ? "nasa-view" : "nasa-view \(command.name)"
        let operand = Operand(command.operand, of: words)
        let options = command.options.map { Option($0, of: words) }
        let completers = options.compactMap(\.completer) + [operand.completer].compactMap(\.self)
        return """
            \(completers.joined(separator: "\n"))
            export extern "\(words)" [
            \((options.map(\.line) + [operand.line]).joined(separator: "\n"))
            ]

            """
    }

    /// An option, its type, and its meaning as a comment.
    private struct Option {
        let line: String
        let completer: String?

        init(_ option: ArgumentDescription, of command: String) {
            let long = option.spellings.first { $0.hasPrefix("--") }
            let short = option.spellings.first { !$0.hasPrefix("--") }
            let name =
                if let long, let short { "\(long)(\(short))" } else { long ?? short ?? "" }
            let completer = Completer(option.completion, named: "\(command) \(long ?? name)")
            let type = option.kind == .flag ? "" : ": \(completer.type)"
            line = "    \(name)\(type)  # \(NushellCompletions.comment(option.abstract))"
            self.completer = option.kind == .flag ? nil : completer.definition
        }
    }

    /// The words of a command that are not options.
    private struct Operand {
        let line: String
        let completer: String?

        init(_ value: Completions.Value, of command: String) {
            let completer = Completer(value, named: "\(command) operand")
            line = "    ...words: \(completer.type)"
            self.completer = completer.definition
        }
    }

    /// The type of a value, and the definition of the value's completer; `nil` without a completer.
    private struct Completer {
        let type: String
        let definition: String?

        init(_ value: Completions.Value, named name: String) {
            let function = "nu-complete \(name)"
            switch value {
            case nil: (type, definition) = ("string", nil)
            case .directory: (type, definition) = ("directory", nil)
            // Nushell's own completion of files also enters folders.
            case .file: (type, definition) = ("path", nil)
            // The only shell command is the one that prints IDs.
            case .shellCommand: (type, definition) = ("string@\"nu-complete nasa-view ids\"", nil)
            case .list(let words):
                let list = words.map(NushellCompletions.quoted).joined(separator: " ")
                type = "string@\"\(function)\""
                definition = "def \"\(function)\" [] { [\(list)] }"
            }
        }
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    /// Returns a text as a comment on one line.
    private static func comment(_ text: String?) -> String {
        (text ?? "").replacing("\n", with: " ")
    }
}
