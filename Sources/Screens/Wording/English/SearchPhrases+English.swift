internal import TerminalProtocols

extension SearchPhrases {
    static let english = SearchPhrases(
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
        keys: "Enter: search  Esc: cancel  Tab: filters  ↑↓: history")
}
