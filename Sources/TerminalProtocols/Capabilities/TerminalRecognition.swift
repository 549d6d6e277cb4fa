extension KnownTerminal {
    package static func recognise(
        _ capabilities: TerminalCapabilities, _ environment: TerminalEnvironment
    ) -> KnownTerminal? { recognised(capabilities, environment)?.value }

    /// Recognises a terminal by its replies, and otherwise by the environment; TERM is often wrong.
    package static func recognised(
        _ capabilities: TerminalCapabilities, _ environment: TerminalEnvironment
    ) -> Decision<KnownTerminal>? {
        guard let found = name(capabilities, environment) else { return nil }
        let version = found.value.version(in: capabilities, environment)
        return Decision(found.value.row(of: version), found.reason)
    }

    /// Returns the first of the terminal's rows in the table.
    private static func name(
        _ capabilities: TerminalCapabilities, _ environment: TerminalEnvironment
    ) -> Decision<KnownTerminal>? {
        let version = capabilities.version?.string.lowercased()
        if let version, let found = all.first(where: { $0.mark(of: version) != nil }) {
            return Decision(found, .answer(.version))
        }
        if let numbers = capabilities.secondaryAttributes,
            let found = all.first(where: { $0.isMarked(by: numbers) })
        {
            return Decision(found, .answer(.secondaryAttributes))
        }
        let term = environment.term.lowercased()
        if let found = all.first(where: { $0.mark(of: term) != nil }) {
            return Decision(found, .environment("TERM"))
        }
        if let found = all.first(where: { $0.program != nil && $0.program == environment.program })
        {
            return Decision(found, .environment("TERM_PROGRAM"))
        }
        return named(by: environment.variables)
    }

    private static func named(by variables: Set<String>) -> Decision<KnownTerminal>? {
        guard !variables.isEmpty else { return nil }
        for row in all {
            guard let variable = row.variables.first(where: variables.contains) else { continue }
            return Decision(row, .environment(variable))
        }
        return nil
    }

    private func mark(of text: String) -> String? { marks.first { text.hasPrefix($0) } }

    private func isMarked(by numbers: [Int]) -> Bool {
        !secondaryAttributes.isEmpty && numbers.starts(with: secondaryAttributes)
    }

    /// Returns the version from the XTVERSION reply, the DA2 reply or the environment, in this
    /// order.
    private func version(
        in capabilities: TerminalCapabilities, _ environment: TerminalEnvironment
    ) -> TerminalVersion? {
        if let text = capabilities.version?.string, let mark = mark(of: text.lowercased()) {
            return version(TerminalVersion(in: text.dropFirst(mark.count)))
        }
        if let numbers = capabilities.secondaryAttributes, isMarked(by: numbers) {
            return versionInSecondaryAttributes(numbers)
        }
        // VS Code's TERM_PROGRAM_VERSION is not the version of its terminal.
        guard environment.program == program, mark(of: environment.program.lowercased()) != nil
        else { return nil }
        return TerminalVersion(in: environment.programVersion)
    }

    private func version(_ found: TerminalVersion?) -> TerminalVersion? {
        guard versionFormat == .packed, let number = found?.numbers.first else { return found }
        return TerminalVersion(packed: number)
    }

    /// Returns the version in the second number of a DA2 reply; `nil` unless this terminal is known
    /// to send its version in that number.
    private func versionInSecondaryAttributes(_ numbers: [Int]) -> TerminalVersion? {
        guard versionFormat == .packed, numbers.count > 1 else { return nil }
        return TerminalVersion(packed: numbers[1])
    }

    /// Returns the newest row that is valid for a version, or the first row for an unknown version.
    private func row(of version: TerminalVersion?) -> KnownTerminal {
        var row =
            Self.all.last { row in
                guard row.name == name else { return false }
                guard let minimum = row.minimumVersion else { return true }
                return version.map { $0 >= minimum } ?? false
            } ?? self
        row.version = version
        return row
    }
}

extension Decision where Value == KnownTerminal {
    /// Returns true if the terminal draws iTerm2's pictures, for which there is no query.
    ///
    /// The result is false if only the environment names the terminal, because a different terminal
    /// would show the pictures as text.
    func hasITerm2Pictures(_ capabilities: TerminalCapabilities) -> Bool {
        guard case .answer = reason, value.protocols.contains(.iTerm2) else { return false }
        return !value.mayLackPictures || capabilities.hasSixel || capabilities.hasKittyGraphics
    }
}
