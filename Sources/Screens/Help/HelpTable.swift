internal import Imaging
internal import Localization
package import TerminalProtocols

/// The lines of the help for all kinds of screen, also for manuals.
package enum HelpTable {
    package typealias Row = (keys: SafeText, meaning: SafeText)
    typealias Section = (section: HelpSection, rows: [Row])

    /// The kinds of screen by name, and what their keys do.
    package static func all(_ preferences: Preferences) -> [(title: String, rows: [Row])] {
        kinds(preferences).map { ($0.title, $0.sections.flatMap(\.rows)) }
    }

    /// The same, without one kind of screen.
    static func all(
        _ preferences: Preferences, but kind: Screen.Kind
    ) -> [(title: String, sections: [Section])] {
        kinds(preferences).filter { $0.kind != kind }.map { ($0.title, $0.sections) }
    }

    private static func kinds(
        _ preferences: Preferences
    ) -> [(kind: Screen.Kind, title: String, sections: [Section])] {
        let words = preferences.strings.manual.keys
        return [Screen.Kind.viewer, .comparison, .library, .detail].map { kind in
            // The viewer's keys need not be said twice.
            let sections = sections(preferences, on: kind)
            let own = kind == .comparison ? sections.filter { $0.section == .comparing } : sections
            return (kind, title(of: kind, words), own)
        }
    }

    private static func title(of kind: Screen.Kind, _ words: ManualStrings.Keys) -> String {
        switch kind {
        case .viewer: words.viewer
        case .comparison: words.comparison
        case .library: words.library
        case .detail: words.detail
        }
    }

    /// Keys with the same meaning share a line, as those of four directions do.
    static func sections(_ preferences: Preferences, on kind: Screen.Kind) -> [Section] {
        let strings = preferences.strings
        var sections: [Section] = HelpSection.allCases.map { ($0, []) }
        var meanings: [SafeText: [[KeyPress]]] = [:]
        for binding in inOrder(preferences.keyMap.bindings) {
            let keys = preferences.keyMap.keys(of: binding, on: kind)
            guard !keys.isEmpty,
                let meaning = strings.meaning(
                    of: kind == .library
                        ? preferences.enter.action(for: binding.action) : binding.action,
                    on: kind, panPercent: preferences.panPercent)
            else { continue }
            meanings[meaning, default: []].append(keys)
            let section = section(of: binding.action, on: kind)
            guard let place = sections.firstIndex(where: { $0.section == section }),
                meanings[meaning]?.count == 1
            else { continue }
            sections[place].rows.append(("", meaning))
        }
        return sections.filter { !$0.rows.isEmpty }.map { section, rows in
            (section, rows.map { (strings.names(of: meanings[$0.meaning] ?? []), $0.meaning) })
        }
    }

    /// A list's photos are zoomed by the keys that step.
    private static func section(of action: Action, on kind: Screen.Kind) -> HelpSection {
        let isZoom = action == .zoomIn || action == .zoomOut
        return isZoom && kind == .library ? .essentials : HelpSection(of: action)
    }

    private static func inOrder(_ bindings: [KeyBinding]) -> [KeyBinding] {
        let first = essentials.compactMap { action in bindings.first { $0.action == action } }
        return first + bindings.filter { !essentials.contains($0.action) }
    }

    private static let essentials: [Action] = [
        .step(.left), .step(.down), .step(.up), .step(.right), .open, .back, .toggleZoom, .zoomIn,
        .zoomOut, .search, .quit,
    ]
}

/// The help, in words.
extension Strings {
    func names(of keys: [KeyPress]) -> SafeText {
        SafeText(keys.map { self.keys.name(of: $0) }.joined(separator: "  "))
    }

    /// The keys of several bindings on one line: first those that hints name, then the others.
    func names(of bindings: [[KeyPress]]) -> SafeText {
        let count = bindings.map(\.count).max() ?? 0
        let groups = (0..<count).map { place in
            bindings.compactMap { $0.indices.contains(place) ? $0[place] : nil }
        }
        return SafeText(groups.map(name).joined(separator: "  "))
    }

    /// Keys beside each other: `+ -`, `←↓↑→`, `Shift-←↓↑→`.
    private func name(of group: [KeyPress]) -> String {
        let isWord = { (key: KeyPress) in keys.name(of: KeyPress(key.key)).count > 1 }
        let gap = group.count > 3 && !group.contains(where: isWord) ? "" : " "
        guard let first = group.first, group.allSatisfy({ $0.modifiers == first.modifiers }) else {
            return group.map { keys.name(of: $0) }.joined(separator: " ")
        }
        let others = group.dropFirst().map { gap + keys.name(of: KeyPress($0.key)) }
        return keys.name(of: first) + others.joined()
    }

    /// What an action does on a kind of screen, `nil` if nothing; a step moves a viewer's photo by
    /// `panPercent` of the screen.
    func meaning(of action: Action, on kind: Screen.Kind, panPercent: Int) -> SafeText? {
        switch (kind, action) {
        case (.viewer, .step), (.comparison, .step): help.viewer.step(panPercent)
        case (.viewer, _): photoViewMeaning(of: action)
        case (.comparison, _): comparisonMeaning(of: action, help.comparison)
        case (.library, _): browserMeaning(of: action, help.library) ?? photoMeaning(of: action)
        case (.detail, _): detailMeaning(of: action, help.detail) ?? photoMeaning(of: action)
        }
    }

    private func viewerMeaning(of action: Action, _ viewer: HelpStrings.Viewer) -> SafeText? {
        switch action {
        case .page: viewer.page
        case .edge(.left), .edge(.right): viewer.sideEdges
        case .edge: viewer.topEdges
        case .toggleZoom: viewer.toggleZoom
        case .peek: viewer.peek
        case .zoomIn, .zoomOut: viewer.zoomStep
        case .fit: viewer.fit
        case .original: viewer.original
        case .centre: viewer.centre
        case .keepView: viewer.keepView
        case .slideshow: viewer.slideshow(self)
        case .compare: viewer.compare
        case .pauseAnimation: viewer.animation
        case .previousPart, .nextPart: viewer.part
        case .overlay: viewer.overlay
        case .layout: viewer.list
        case .info: viewer.info
        case .export: viewer.export
        case .keepPlace: viewer.keepPlace
        case .copyLink: viewer.copyLink
        case .inspect: viewer.inspect
        case .setPoint: viewer.setPoint
        default: nil
        }
    }

    private func photoViewMeaning(of action: Action) -> SafeText? {
        viewerMeaning(of: action, help.viewer) ?? pictureMeaning(of: action)
            ?? photoMeaning(of: action)
    }

    private func comparisonMeaning(
        of action: Action, _ comparison: HelpStrings.Comparison
    ) -> SafeText? {
        switch action {
        case .flip: comparison.flip
        case .blink: comparison.blink
        case .sideBySide: comparison.sideBySide
        case .align: comparison.align
        case .nextPhoto: comparison.next
        case .previousPhoto: comparison.previous
        case .keepView, .slideshow, .layout, .compare: nil
        default: photoViewMeaning(of: action)
        }
    }

    private func pictureMeaning(of action: Action) -> SafeText? {
        let help = picture.help
        return switch action {
        case .minimap: help.minimap
        case .levels: help.levels
        case .weakerLevels, .strongerLevels: help.strength
        case .blackPoint, .whitePoint: help.points
        case .resetLevels: help.resetLevels
        case .turn: help.turn
        case .mirror: help.mirror
        default: nil
        }
    }

    private func browserMeaning(of action: Action, _ library: HelpStrings.Library) -> SafeText? {
        switch action {
        case .step: library.step
        case .page(.up), .page(.down): library.page
        case .edge: library.edges
        case .open: library.open
        case .layout: library.layout
        case .zoomIn, .zoomOut: library.zoomStep
        case .removeFilter: library.removeFilter
        case .previousPart, .nextPart: library.day
        case .pictureOfTheDay: library.pictureOfTheDay
        case .popular: library.popular
        case .info: library.info
        default: nil
        }
    }

    private func detailMeaning(of action: Action, _ detail: HelpStrings.Detail) -> SafeText? {
        switch action {
        case .step(.up), .step(.down): detail.step
        case .page(.up), .page(.down): detail.page
        case .edge: detail.edges
        case .open: detail.open
        case .layout: detail.layout
        case .info: detail.info
        case .previousPart, .nextPart: help.library.day
        default: nil
        }
    }

    private func photoMeaning(of action: Action) -> SafeText? {
        let photo = help.photo
        return switch action {
        case .nextPhoto: photo.next
        case .previousPhoto: photo.previous
        case .search: photo.search
        case .album: photo.album
        case .favourites: photo.favourites
        case .places: photo.places
        case .favourite: photo.favourite
        case .save: photo.save
        case .copyID: photo.copyID
        case .copyAddress: photo.copyAddress
        case .browse: photo.browse
        default: otherMeaning(of: action)
        }
    }

    private func otherMeaning(of action: Action) -> SafeText? {
        let other = help.other
        return switch action {
        case .retry: other.retry
        case .redraw: other.redraw
        case .help: other.help
        case .back: other.back
        case .quit: other.quit
        case .interrupt: other.interrupt
        case .suspend: other.suspend
        default: nil
        }
    }
}
