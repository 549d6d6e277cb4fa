internal import Imaging
internal import Localization
package import TerminalProtocols

/// The lines of the help for all kinds of screens, which manuals also contain.
package enum HelpTable {
    package typealias Row = (keys: SafeText, meaning: SafeText)
    typealias Section = (section: HelpSection, rows: [Row])

    /// Returns the names of all kinds of screens, with the keys of each kind and the meanings.
    package static func all(_ preferences: Preferences) -> [(title: String, rows: [Row])] {
        kinds(preferences).map { ($0.title, $0.sections.flatMap(\.rows)) }
    }

    /// Returns the names and the sections of all kinds of screens except one.
    static func all(
        _ preferences: Preferences, but kind: ScreenKind
    ) -> [(title: String, sections: [Section])] {
        kinds(preferences).filter { $0.kind != kind }.map { ($0.title, $0.sections) }
    }

    private static func kinds(
        _ preferences: Preferences
    ) -> [(kind: ScreenKind, title: String, sections: [Section])] {
        let words = preferences.strings.kinds
        return ScreenKind.allCases.map { kind in
            // The viewer's keys, which work in a comparison, are listed only for the viewer.
            let sections = sections(preferences, on: kind)
            let own = kind == .comparison ? sections.filter { $0.section == .comparing } : sections
            return (kind, title(of: kind, words), own)
        }
    }

    private static func title(of kind: ScreenKind, _ words: KindStrings) -> String {
        switch kind {
        case .viewer: words.viewer
        case .comparison: words.comparison
        case .library: words.library
        case .detail: words.detail
        }
    }

    /// Returns the sections of the help; keys with the same meaning, such as those of four
    /// directions, share a line.
    static func sections(_ preferences: Preferences, on kind: ScreenKind) -> [Section] {
        let (strings, words) = (preferences.strings, HelpWords(preferences))
        var sections: [Section] = HelpSection.allCases.map { ($0, []) }
        var meanings: [SafeText: [[KeyPress]]] = [:]
        for binding in inOrder(preferences.keyMap.bindings) {
            let keys = preferences.keyMap.keys(of: binding, on: kind)
            let action =
                kind == .library ? preferences.enter.action(for: binding.action) : binding.action
            guard !keys.isEmpty, let meaning = words.meaning(of: action, on: kind) else { continue }
            meanings[meaning, default: []].append(keys)
            let section = section(of: binding, on: kind)
            guard let index = sections.firstIndex(where: { $0.section == section }),
                meanings[meaning]?.count == 1
            else { continue }
            sections[index].rows.append(("", meaning))
        }
        return sections.filter { !$0.rows.isEmpty }.map { section, rows in
            (section, rows.map { (strings.names(of: meanings[$0.meaning] ?? []), $0.meaning) })
        }
    }

    /// Returns the section of a binding; in a list, the zoom keys are essential, because they
    /// change the size of the pictures.
    private static func section(of binding: KeyBinding, on kind: ScreenKind) -> HelpSection {
        let isZoom = binding.action == .screen(.zoomIn) || binding.action == .screen(.zoomOut)
        return isZoom && kind == .library ? .essentials : binding.help.section
    }

    private static func inOrder(_ bindings: [KeyBinding]) -> [KeyBinding] {
        let first = essentials.compactMap { action in bindings.first { $0.action == action } }
        return first + bindings.filter { !essentials.contains($0.action) }
    }

    private static let essentials: [Action] = [
        .move(.step, .left), .move(.step, .down), .move(.step, .up), .move(.step, .right),
        .screen(.open), .stack(.back), .view(.toggleZoom), .screen(.zoomIn), .screen(.zoomOut),
        .list(.search), .stack(.quit),
    ]
}

/// The names of keys in the help.
extension Strings {
    func names(of keys: [KeyPress]) -> SafeText {
        SafeText(keys.map { self.keys.name(of: $0) }.joined(separator: "  "))
    }

    /// Returns the keys of several bindings on one line: first those in hints, then the others.
    func names(of bindings: [[KeyPress]]) -> SafeText {
        let count = bindings.map(\.count).max() ?? 0
        let groups = (0..<count).map { destination in
            bindings.compactMap { $0.indices.contains(destination) ? $0[destination] : nil }
        }
        return SafeText(groups.map(name).joined(separator: "  "))
    }

    /// Returns keys side by side: `+ -`, `←↓↑→`, `Shift-←↓↑→`.
    private func name(of group: [KeyPress]) -> String {
        let isWord = { (key: KeyPress) in keys.name(of: KeyPress(key.key)).count > 1 }
        let gap = group.count > 3 && !group.contains(where: isWord) ? "" : " "
        guard let first = group.first, group.allSatisfy({ $0.modifiers == first.modifiers }) else {
            return group.map { keys.name(of: $0) }.joined(separator: " ")
        }
        let others = group.dropFirst().map { gap + keys.name(of: KeyPress($0.key)) }
        return keys.name(of: first) + others.joined()
    }
}
