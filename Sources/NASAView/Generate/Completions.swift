/// The completions of a command line's words in a shell, made from the program's own description.
///
/// The argument parser's completions offer neither files nor the viewer's options, because they
/// expect the name of the default subcommand.
struct Completions {
    /// The kind of completions for a word; `nil` for a word without completions.
    typealias Value = ArgumentDescription.CompletionKind?

    /// The viewer, whose name need not be typed, and then the other commands.
    let commands: [Command]

    struct Command {
        /// The name; empty for the viewer.
        let name: String
        let meaning: String
        let options: [ArgumentDescription]
        let operand: Value

        fileprivate init(_ command: CommandDescription, name: String) {
            let shown = (command.arguments ?? []).filter(\.shouldDisplay)
            self.name = name
            meaning = command.abstract ?? ""
            options = shown.filter { $0.kind != .positional }
            operand = shown.first { $0.kind == .positional }?.completion
        }
    }

    init(of program: CommandDescription) {
        let viewer = program.usual.map { Command($0, name: "") }
        let others = (program.subcommands ?? []).filter {
            $0.commandName != program.defaultSubcommand && $0.commandName != "help"
        }
        commands = [viewer].compactMap(\.self) + others.map { Command($0, name: $0.commandName) }
    }

    /// All commands except the viewer.
    var named: [Command] { commands.filter { !$0.name.isEmpty } }

    /// A shell command that prints the IDs of the favourites, one per line; needs no network.
    static let ids = "nasa-view favourites 2>/dev/null | cut -f 1"
}

/// The completion script for bash 3.2, the version of macOS, and later.
struct BashCompletions {
    let completions: Completions

    var script: String {
        """
        # Completions of nasa-view for bash.
        __nasa_view_offer() { # LINES
            local line
            while IFS= read -r line; do
                if [[ -n $line && $line == "$word"* ]]; then COMPREPLY+=("$line"); fi
            done <<< "$1"
        }

        # If nothing is offered readline offers files, unless that is turned off.
        __nasa_view_no_files() { compopt +o default 2> /dev/null; }

        __nasa_view_files_and() { # LINES
            __nasa_view_offer "$1"
            if [[ ${#COMPREPLY[@]} -gt 0 ]]; then __nasa_view_offer "$(compgen -f -- "$word")"; fi
        }

        __nasa_view() {
            local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
            local command= names=
            COMPREPLY=()
            # bash breaks --name=value into three words.
            if [[ $word == = ]]; then word=; fi
            if [[ $before == = && $COMP_CWORD -gt 2 ]]; then before=${COMP_WORDS[COMP_CWORD - 2]}; fi
            if [[ $COMP_CWORD -gt 1 ]]; then
                case ${COMP_WORDS[1]} in
                \(names.joined(separator: "|"))) command=${COMP_WORDS[1]} ;;
                esac
            else
                names="\(names.joined(separator: "\n"))"
            fi
            compopt -o filenames 2> /dev/null
            case "$command $before" in
        \(completions.commands.flatMap(values).joined(separator: "\n"))
            esac
            case "$command $word" in
        \(completions.commands.map(options).joined(separator: "\n"))
            esac
            case "$command" in
        \(completions.commands.map(operand).joined(separator: "\n"))
            esac
        }

        complete -o default -F __nasa_view nasa-view

        """
    }

    private var names: [String] { completions.named.map(\.name) }

    /// Returns the cases of the script for the values of options.
    private func values(_ command: Completions.Command) -> [String] {
        command.options.filter { $0.kind != .flag }.map { option in
            let words = option.spellings.map { "\"\(command.name) \($0)\"" }
            return "    \(words.joined(separator: "|"))) \(action(option.completion)); return ;;"
        }
    }

    private func options(_ command: Completions.Command) -> String {
        let names = command.options.flatMap(\.spellings)
        return "    \"\(command.name) -\"*) \(action(.list(values: names))); return ;;"
    }

    private func operand(_ command: Completions.Command) -> String {
        "    \"\(command.name)\") \(action(command.operand)) ;;"
    }

    private func action(_ value: Completions.Value) -> String {
        switch value {
        case nil: "__nasa_view_no_files"
        case .list(let words):
            "__nasa_view_no_files; __nasa_view_offer \"\(words.joined(separator: "\n"))\""
        case .directory: "compopt -o dirnames +o default 2> /dev/null"
        case .shellCommand(let command): "__nasa_view_no_files; __nasa_view_offer \"$(\(command))\""
        case .file: "__nasa_view_files_and \"$names\"$'\\n'\"$(\(Completions.ids))\""
        }
    }
}

/// The completion script for zsh, which `compinit` finds or `source` reads.
struct ZshCompletions {
    let completions: Completions

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
            option.spellings.map { Self.quoted(specification(of: option, named: $0)) }
        }
        // If an operand had no completions, zsh would not complete the options either.
        let operand = command.operand.map { ["*:argument:" + action($0)] } ?? []
        return (options + operand.map(Self.quoted)).joined(separator: " \\\n            ")
    }

    /// Returns `--name=[meaning]:value:action` or, for a flag, `--name[meaning]`, preceded by a
    /// star if the option may be repeated.
    private func specification(of option: ArgumentDescription, named name: String) -> String {
        let start = (option.isRepeating ? "*" : "") + name
        let meaning = "[\(Self.escaped(option.abstract ?? ""))]"
        guard option.kind != .flag else { return start + meaning }
        return start + (name.hasPrefix("--") ? "=" : "") + meaning + ":value:"
            + action(option.completion)
    }

    /// Returns the action that completes a value; if a space precedes the action, zsh calls the
    /// function with only the words given here.
    private func action(_ value: Completions.Value) -> String {
        switch value {
        case nil: " "
        case .list(let words): "(\(words.joined(separator: " ")))"
        case .directory: "_directories"
        case .shellCommand(let command): " __nasa_view_lines \(Self.doubleQuoted(command))"
        case .file: " __nasa_view_photos \(Self.doubleQuoted(Completions.ids))"
        }
    }

    /// Returns a text with escaped backslashes, brackets and colons; brackets and colons separate
    /// the fields of a specification.
    private static func escaped(_ text: String) -> String {
        text.map { "\\[]:".contains($0) ? "\\\($0)" : String($0) }.joined()
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.replacing("'", with: "'\\''") + "'"
    }

    private static func doubleQuoted(_ text: String) -> String { "\"\(text)\"" }
}

/// The completion script for fish.
struct FishCompletions {
    let completions: Completions

    var script: String {
        """
        # Completions of nasa-view for fish.
        function __nasa_view_is # COMMAND
            set -l words (commandline -opc)
            set -l command ''
            if contains -- "$words[2]" \(completions.named.map(\.name).joined(separator: " "))
                set command $words[2]
            end
            test "$command" = "$argv[1]"
        end

        function __nasa_view_is_first
            test (count (commandline -opc)) -eq 1
        end

        \(lines.joined(separator: "\n"))

        """
    }

    private var lines: [String] {
        completions.named.map(name(of:)) + completions.commands.flatMap(options(of:))
            + completions.commands.map(operand(of:))
    }

    private func name(of command: Completions.Command) -> String {
        "complete -c nasa-view -n __nasa_view_is_first -a \(command.name)"
            + " -d \(Self.quoted(command.meaning))"
    }

    private func options(of command: Completions.Command) -> [String] {
        command.options.map { option in
            let names = option.spellings.map { name in
                name.hasPrefix("--") ? "-l \(name.dropFirst(2))" : "-s \(name.dropFirst())"
            }
            return [start(command), names.joined(separator: " ")].joined(separator: " ")
                + (option.kind == .flag ? "" : value(option.completion))
                + " -d \(Self.quoted(option.abstract ?? ""))"
        }
    }

    private func operand(of command: Completions.Command) -> String {
        // By default, fish offers files.
        start(command) + (command.operand?.isFile == true ? "" : " -f") + words(command.operand)
    }

    private func start(_ command: Completions.Command) -> String {
        "complete -c nasa-view -n \"__nasa_view_is '\(command.name)'\""
    }

    private func value(_ value: Completions.Value) -> String {
        (value?.isFile == true ? " -r -F" : " -x") + words(value)
    }

    private func words(_ value: Completions.Value) -> String {
        switch value {
        case nil: ""
        case .list(let words): " -a \(Self.quoted(words.joined(separator: " ")))"
        case .directory: " -a '(__fish_complete_directories)'"
        case .shellCommand(let command): " -a \(Self.quoted("(\(command))"))"
        case .file: " -a \(Self.quoted("(\(Completions.ids))"))"
        }
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }
}
