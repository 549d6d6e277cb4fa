/// The script for bash, from version 3.2 on, which macOS has.
struct BashCompletions {
    private let completions: Completions

    init(_ completions: Completions) { self.completions = completions }

    var script: String {
        """
        # Completions of nasa-view for bash.
        __nasa_view_offer() { # LINES
            local line
            while IFS= read -r line; do
                if [[ -n $line && $line == "$word"* ]]; then COMPREPLY+=("$line"); fi
            done <<< "$1"
        }

        # Where nothing is offered readline offers files, unless it is told not to.
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

    /// What may follow each option that takes a value.
    private func values(_ command: Completions.Command) -> [String] {
        command.options.compactMap { option in
            option.value.map { value in
                let words = option.names.map { "\"\(command.name) \($0)\"" }
                return "    \(words.joined(separator: "|"))) \(action(value)); return ;;"
            }
        }
    }

    private func options(_ command: Completions.Command) -> String {
        let names = command.options.flatMap(\.names)
        return "    \"\(command.name) -\"*) \(action(.oneOf(names))); return ;;"
    }

    private func operand(_ command: Completions.Command) -> String {
        "    \"\(command.name)\") \(action(command.operand)) ;;"
    }

    private func action(_ value: Completions.Value) -> String {
        switch value {
        case .free: "__nasa_view_no_files"
        case .oneOf(let words):
            "__nasa_view_no_files; __nasa_view_offer \"\(words.joined(separator: "\n"))\""
        case .folder: "compopt -o dirnames +o default 2> /dev/null"
        case .lines(let command): "__nasa_view_no_files; __nasa_view_offer \"$(\(command))\""
        case .fileOrLines(let command): "__nasa_view_files_and \"$names\"$'\\n'\"$(\(command))\""
        }
    }
}
