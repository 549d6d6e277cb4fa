internal import Localization
internal import PhotoPipeline
internal import Screens
internal import TerminalProtocols

/// What is not the terminal and bears on it: the program, its libraries, the environment, the system.
struct EnvironmentReport {
    let programs: [(String, SafeText)]
    let environment: [(String, SafeText)]

    /// What became of the trial of a process that decodes photos.
    let fence: SandboxStatus

    init(_ variables: [String: String], fence: SandboxStatus, _ words: DoctorStrings) {
        self.fence = fence
        programs =
            [("nasa-view", SafeText(Version.text))]
            + LinkedLibraries.versions(words)
        environment =
            Self.shown.compactMap { name in
                variables[name].map { (name, SafeText($0).truncated(to: 60)) }
            }
            + Self.mentioned.compactMap { name in
                variables[name, default: ""].isEmpty ? nil : (name, words.isSet)
            }
    }

    private static let shown = [
        "TERM", "COLORTERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "LC_ALL", "LC_CTYPE", "LANG",
    ]

    /// Their values name hosts, addresses and people, which do not belong in a bug report.
    private static let mentioned = ["TMUX", "STY", "SSH_CONNECTION", "SSH_TTY", "SSH_CLIENT"]
}
