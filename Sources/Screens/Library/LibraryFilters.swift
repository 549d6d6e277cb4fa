internal import Imaging
internal import Localization
internal import PhotoCatalog

// Focuses and removes the filters of the search on the screen.
extension LibraryScreen {
    /// The filters of the search on the screen.
    private var filters: [QueryFilter] { results?.source.query?.filters ?? [] }

    /// Performs an action on the filters; if there are several, the first key only sets the focus.
    ///
    /// - Returns: `nil` if the action does not concern the filters.
    mutating func performOnFilter(_ action: Action) -> [Effect]? {
        // Only searches in the library have filters.
        guard !filters.isEmpty else {
            focusedFilter = nil
            return action == .list(.removeFilter) ? [] : nil
        }
        switch (action, focusedFilter) {
        case (.list(.removeFilter), nil):
            guard filters.count > 1 else { return removeFilter(0) }
            focusedFilter = filters.count - 1
        case (.list(.removeFilter), let index?), (.screen(.open), let index?):
            return removeFilter(index)
        case (.move(.step, .left), let index?): focusedFilter = max(0, index - 1)
        case (.move(.step, .right), let index?):
            focusedFilter = min(index + 1, filters.count - 1)
        default:
            focusedFilter = nil
            return nil
        }
        return []
    }

    /// Removes a filter, updates the list and moves the focus, if a filter has it, to the next
    /// filter.
    mutating func removeFilter(_ index: Int) -> [Effect] {
        guard filters.indices.contains(index) else { return [] }
        let left = filters.count - 1
        focusedFilter = focusedFilter == nil || left == 0 ? nil : min(index, left - 1)
        return show(query.without(filters[index]))
    }
}
