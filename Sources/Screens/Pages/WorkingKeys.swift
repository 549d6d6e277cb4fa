internal import Localization
internal import PhotoCatalog
internal import PhotoPipeline
internal import TerminalProtocols

// Hints name only keys that do something.
extension Strings {
    /// A sentence of key hints without the keys of actions that do nothing, and without hints that have no
    /// key left.
    ///
    /// What is no hint of an action stays.
    func hints(
        _ sentence: (Strings) -> SafeText, where works: (Action) -> Bool
    ) -> SafeText {
        let (signed, actions) = self.signed
        let hints = KeyHint.all(in: sentence(signed)).compactMap { hint -> SafeText? in
            let keys = hint.key.string.split(separator: " ")
            let named = keys.compactMap { key in key.count == 1 ? actions[key[key.startIndex]] : nil
            }
            guard named.count == keys.count, !keys.isEmpty else {
                // An action without a key has a dash in its place.
                return keys.contains("–") ? nil : hint.text
            }
            let names = named.filter(works).map { self[$0] }
            guard !names.isEmpty else { return nil }
            return KeyHint(
                key: SafeText(names.joined(separator: " ")), meaning: hint.meaning
            ).text
        }
        return StatusLine.joined(hints, by: "  ")
    }

    /// Some of the hints of a sentence, by their places in it.
    static func hints(_ sentence: SafeText, where areShown: [Bool]) -> SafeText {
        let hints = zip(KeyHint.all(in: sentence), areShown).filter(\.1).map(\.0.text)
        return StatusLine.joined(hints, by: "  ")
    }
}

extension KeyHint {
    /// As it stands in a sentence.
    var text: SafeText { key.isEmpty ? meaning : key + ": " + meaning }
}

// What keys do on the screen on top.
extension ScreenCoordinator {
    /// The actions that hints may name and that do something now.
    var working: Set<Action> { Set(Self.hinted.filter(works)) }

    /// The actions that hints name on lists and on photos' pages.
    private static let hinted: [Action] = [
        .open, .info, .search, .layout, .zoomIn, .zoomOut, .removeFilter, .previousPart, .nextPart,
        .nextPhoto, .previousPhoto, .save, .retry, .help, .back, .quit,
    ]

    private func works(_ action: Action) -> Bool {
        switch (stack.top, action) {
        case (_, .help), (_, .quit), (_, .retry): true
        case (.library(let library), .back): !stack.isFirst || library.canDismiss
        case (_, .back): true
        case (.library(let library), _):
            library.works(enter(in: library).action(for: action))
        case (.detail(let detail), _): detail.works(action)
        case (.viewer, _), (.comparison, _): true
        }
    }
}

extension LibraryScreen {
    /// Whether there is an alert or a filter to leave.
    var canDismiss: Bool { alert != nil || focusedFilter != nil }

    fileprivate func works(_ action: Action) -> Bool {
        switch action {
        case .open: selectedReference != nil
        case .info: selectedReference.map(\.hasPage) ?? false
        case .zoomIn, .zoomOut: changesShape(action)
        case .layout: hasShape
        case .removeFilter: results?.source.query?.filters.isEmpty == false
        case .previousPart: stepDay(by: -1) != nil
        case .nextPart: stepDay(by: 1) != nil
        case .nextPhoto: photos.indices.contains(selected + 1)
        case .previousPhoto: selected > results?.firstIndex ?? 0
        case .search, .retry, .help, .quit: true
        default: false
        }
    }

    /// The day so many days later, if the list goes by days and there is one.
    private func stepDay(by days: Int) -> ServiceDay? {
        guard isOfDays, let day = selectedPhoto?.day ?? query.upTo else { return nil }
        return DayStep(day: day, days: days).target
    }
}

extension DetailScreen {
    fileprivate func works(_ action: Action) -> Bool {
        switch action {
        case .open: focused != nil || photo?.mediaType != .audio
        case .nextPhoto: cursor.sequence.indices.contains(cursor.index + 1)
        case .previousPhoto: cursor.sequence.indices.contains(cursor.index - 1)
        case .layout: hasLinks
        case .info: id != nil && page.nextPart != .description
        case .save: id != nil
        case .search: true
        default: false
        }
    }
}

extension PhotoReference {
    /// Whether there is a page about it.
    var hasPage: Bool {
        switch self {
        case .library, .still, .file: true
        case .address, .standardInput, .world: false
        }
    }
}
