internal import TerminalProtocols

extension SearchStrings {
    static let english = SearchStrings(
        name: { field in
            switch field {
            case .text: "Search for"
            case .firstYear: "From year"
            case .lastYear: "To year"
            case .center: "Centre"
            case .keywords: "Keywords"
            case .photographer: "Photographer"
            case .location: "Location"
            }
        },
        keys: "Enter: search  Esc: cancel  Tab: filters  ↑↓: history",
        example: { field in
            switch field {
            case .text: "e.g. moon landing"
            case .firstYear: "e.g. 1969"
            case .lastYear: "e.g. 1972"
            case .center: "e.g. JSC, JPL"
            case .keywords: "e.g. Moon, Apollo 11"
            case .photographer: "a name"
            case .location: "e.g. Houston, TX"
            }
        })
}
