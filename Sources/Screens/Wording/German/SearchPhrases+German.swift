internal import TerminalProtocols

extension SearchPhrases {
    static let german = SearchPhrases(
        name: { field in
            switch field {
            case .text: "Suche nach"
            case .firstYear: "Ab Jahr"
            case .lastYear: "Bis Jahr"
            case .center: "Zentrum"
            case .keywords: "Stichwörter"
            case .photographer: "Fotograf"
            case .location: "Ort"
            }
        },
        keys: "Enter: suchen  Esc: abbrechen  Tab: Filter  ↑↓: Verlauf")
}
