internal import TerminalProtocols

extension SearchStrings {
    static let german = SearchStrings(
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
        keys: "Enter: suchen  Esc: abbrechen  Tab: Filter  ↑↓: Verlauf",
        example: { field in
            switch field {
            case .text: "z. B. moon landing (Englisch)"
            case .firstYear: "z. B. 1969"
            case .lastYear: "z. B. 1972"
            case .center: "z. B. JSC, JPL"
            case .keywords: "z. B. Moon, Apollo 11"
            case .photographer: "ein Name"
            case .location: "z. B. Houston, TX"
            }
        })
}
