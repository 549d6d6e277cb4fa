extension KnownTerminal {
    package static func recognise(
        _ capabilities: TerminalCapabilities, _ environment: TerminalEnvironment
    ) -> KnownTerminal? { recognised(capabilities, environment)?.value }

    /// Recognises a terminal by its replies first, and by the environment last, because TERM is
    /// often wrong.
    package static func recognised(
        _ capabilities: TerminalCapabilities, _ environment: TerminalEnvironment
    ) -> Decision<KnownTerminal>? {
        guard let found = name(capabilities, environment) else { return nil }
        let version = found.value.version(in: capabilities, environment)
        return Decision(found.value.row(of: version), found.reason)
    }

    /// Returns the first row of the terminal.
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

    /// Returns the version in its XTVERSION reply, or else in its DA2 reply, or else in the
    /// environment.
    private func version(
        in capabilities: TerminalCapabilities, _ environment: TerminalEnvironment
    ) -> TerminalVersion? {
        if let text = capabilities.version?.string, let mark = mark(of: text.lowercased()) {
            return version(TerminalVersion(in: text.dropFirst(mark.count)))
        }
        if let numbers = capabilities.secondaryAttributes, isMarked(by: numbers) {
            return versionInSecondaryAttributes(numbers)
        }
        // VS Code's own version is not that of its terminal.
        guard environment.program == program, mark(of: environment.program.lowercased()) != nil
        else { return nil }
        return TerminalVersion(in: environment.programVersion)
    }

    private func version(_ found: TerminalVersion?) -> TerminalVersion? {
        guard versionFormat == .packed, let number = found?.numbers.first else { return found }
        return TerminalVersion(packed: number)
    }

    /// Returns the version in the second number, for terminals known to have it there: tmux has 0,
    /// mlterm 279.
    private func versionInSecondaryAttributes(_ numbers: [Int]) -> TerminalVersion? {
        guard versionFormat == .packed, numbers.count > 1 else { return nil }
        return TerminalVersion(packed: numbers[1])
    }

    /// Returns the newest row for a version; the first if it is unknown.
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
    /// True if it gets iTerm2's pictures, for which there is no query.
    ///
    /// False if only the environment names it: another terminal would show them as text.
    func hasITerm2Pictures(_ capabilities: TerminalCapabilities) -> Bool {
        guard case .answer = reason, value.protocols.contains(.iTerm2) else { return false }
        return !value.mayLackPictures || capabilities.hasSixel || capabilities.hasKittyGraphics
    }
}
