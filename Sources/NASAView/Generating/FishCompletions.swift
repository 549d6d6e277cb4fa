/// The script for fish.
struct FishCompletions {
    private let completions: Completions

    init(_ completions: Completions) { self.completions = completions }

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
            let names = option.names.map { name in
                name.hasPrefix("--") ? "-l \(name.dropFirst(2))" : "-s \(name.dropFirst())"
            }
            return [start(command), names.joined(separator: " ")].joined(separator: " ")
                + (option.value.map(value) ?? "") + " -d \(Self.quoted(option.meaning))"
        }
    }

    private func operand(of command: Completions.Command) -> String {
        switch command.operand {
        // A file is what fish offers where nothing else is said.
        case .fileOrLines(let ids): start(command) + " -a \(Self.quoted("(\(ids))"))"
        default: start(command) + " -f" + words(command.operand)
        }
    }

    private func start(_ command: Completions.Command) -> String {
        "complete -c nasa-view -n \"__nasa_view_is '\(command.name)'\""
    }

    private func value(_ value: Completions.Value) -> String {
        if case .fileOrLines = value { return " -r -F" + words(value) }
        return " -x" + words(value)
    }

    private func words(_ value: Completions.Value) -> String {
        switch value {
        case .free: ""
        case .oneOf(let words): " -a \(Self.quoted(words.joined(separator: " ")))"
        case .folder: " -a '(__fish_complete_directories)'"
        case .lines(let command), .fileOrLines(let command): " -a \(Self.quoted("(\(command))"))"
        }
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }
}
