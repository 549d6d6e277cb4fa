internal import Localization
internal import PhotoCatalog
internal import PhotoPipeline

// Chooses the actions for key hints: only those that have an effect.
extension Screen {
    /// Returns the hinted actions that have an effect now.
    fileprivate func working(where works: (Action) -> Bool) -> Set<Action> {
        Set(hinted.filter(works))
    }
}

/// The actions in the hints of lists and photo pages.
private let hinted: [Action] = [
    .screen(.open), .screen(.info), .screen(.layout), .screen(.zoomIn), .screen(.zoomOut),
    .screen(.previousPart), .screen(.nextPart), .screen(.nextPhoto), .screen(.previousPhoto),
    .screen(.retry), .list(.search), .list(.removeFilter), .photo(.save), .stack(.help),
    .stack(.back), .stack(.quit),
]

extension LibraryScreen {
    /// Returns the hinted actions that have an effect now.
    func working(in context: ScreenContext) -> Set<Action> {
        let enter = enter(context.preferences.enter)
        return working { action in
            action == .stack(.back)
                ? !context.isFirst || canDismiss : works(enter.action(for: action))
        }
    }

    /// True if the user can dismiss an alert or leave a focused filter.
    var canDismiss: Bool { alert != nil || focusedFilter != nil }

    private func works(_ action: Action) -> Bool {
        switch action {
        case .screen(.open): reference != nil
        case .screen(.info): reference.map(\.hasPage) ?? false
        case .screen(.zoomIn): changesShape(larger: true)
        case .screen(.zoomOut): changesShape(larger: false)
        case .screen(.layout): hasShape
        case .list(.removeFilter): hasFilters
        case .screen(.previousPart): stepDay(by: -1) != nil
        case .screen(.nextPart): stepDay(by: 1) != nil
        case .screen(.nextPhoto): photos.indices.contains(selected + 1)
        case .screen(.previousPhoto): selected > results?.firstIndex ?? 0
        case .list(.search), .screen(.retry), .stack: true
        default: false
        }
    }

    private var hasFilters: Bool { results?.source.query?.filters.isEmpty == false }

    /// True if the key for removing has a filter or a bookmark to remove.
    var canRemove: Bool { hasFilters || selectedPlace != nil }

    /// Returns the day `days` later, for a list ordered by days; `nil` for any other list, or if
    /// the day does not exist.
    private func stepDay(by days: Int) -> ServiceDay? {
        guard isOfDays, let day = entry?.day ?? query.upTo else { return nil }
        return DayStep(day: day, days: days).target
    }
}

extension DetailScreen {
    /// Returns the hinted actions that have an effect now.
    func working(in context: ScreenContext) -> Set<Action> { working { works($0) } }

    private func works(_ action: Action) -> Bool {
        switch action {
        case .screen(.open): focused != nil || entry?.mediaType != .audio
        case .screen(.nextPhoto): cursor.sequence.indices.contains(cursor.index + 1)
        case .screen(.previousPhoto): cursor.sequence.indices.contains(cursor.index - 1)
        case .screen(.layout): hasLinks
        case .screen(.info): id != nil && page.nextPart != .description
        case .photo(.save): id != nil
        case .list(.search), .screen(.retry), .stack: true
        default: false
        }
    }
}
