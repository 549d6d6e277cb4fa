/// The script for zsh, to be found by `compinit` or read by `source`.
struct ZshCompletions {
    private let completions: Completions

    init(_ completions: Completions) { self.completions = completions }

    var script: String {
        """
        #compdef nasa-view
        # Completions of nasa-view for zsh.
        __nasa_view_lines() { # COMMAND
            local -a lines
            lines=("${(@f)$(eval "$1")}")
            lines=(${lines:#})
            compadd -a lines
        }

        __nasa_view_photos() { # COMMAND
            local -a commands
            commands=(
        \(completions.named.map(line).joined(separator: "\n"))
            )
            if (( CURRENT == 2 )); then _describe -t commands command commands; fi
            __nasa_view_lines "$1"
            _files
        }

        _nasa-view() {
            local command=
            if (( CURRENT > 2 )); then command=$words[2]; fi
            case $command in
        \(completions.named.map(branch).joined(separator: "\n"))
            *) _arguments -S \(completions.commands.first.map(specifications(of:)) ?? "") ;;
            esac
        }

        if [[ ${funcstack[1]} == _nasa-view ]]; then
            _nasa-view "$@"
        else
            compdef _nasa-view nasa-view
        fi

        """
    }

    private func line(_ command: Completions.Command) -> String {
        "        \(Self.quoted(Self.escaped(command.name) + ":" + Self.escaped(command.meaning)))"
    }

    private func branch(_ command: Completions.Command) -> String {
        """
            \(command.name))
                shift words
                (( CURRENT -= 1 ))
                _arguments -S \(specifications(of: command))
                ;;
        """
    }

    private func specifications(of command: Completions.Command) -> String {
        let options = command.options.flatMap { option in
            option.names.map { Self.quoted(specification(of: option, named: $0)) }
        }
        // Said of an operand that cannot be completed, zsh would no longer complete its options either.
        let operand = command.operand == .free ? [] : ["*:argument:" + action(command.operand)]
        return (options + operand.map(Self.quoted)).joined(separator: " \\\n            ")
    }

    /// `--name=[meaning]:value:action`; one that may be said again begins with a star.
    private func specification(of option: Completions.Option, named name: String) -> String {
        let start = (option.isRepeating ? "*" : "") + name
        let meaning = "[\(Self.escaped(option.meaning))]"
        guard let value = option.value else { return start + meaning }
        return start + (name.hasPrefix("--") ? "=" : "") + meaning + ":value:" + action(value)
    }

    /// Behind a space a function is called with these words and no others.
    private func action(_ value: Completions.Value) -> String {
        switch value {
        case .free: " "
        case .oneOf(let words): "(\(words.joined(separator: " ")))"
        case .folder: "_directories"
        case .lines(let command): " __nasa_view_lines \(Self.doubleQuoted(command))"
        case .fileOrLines(let command): " __nasa_view_photos \(Self.doubleQuoted(command))"
        }
    }

    /// Brackets and colons end the parts of a specification.
    private static func escaped(_ text: String) -> String {
        text.map { "\\[]:".contains($0) ? "\\\($0)" : String($0) }.joined()
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.replacing("'", with: "'\\''") + "'"
    }

    private static func doubleQuoted(_ text: String) -> String { "\"\(text)\"" }
}
