internal import TerminalProtocols

/// The words of the search form.
enum SearchWording {
    static func name(of field: SearchField) -> SafeText {
        switch field {
        case .text: "Search for"
        case .firstYear: "From year"
        case .lastYear: "To year"
        case .center: "Centre"
        case .keywords: "Keywords"
        case .photographer: "Photographer"
        case .location: "Location"
        }
    }

    static let keys: SafeText = "Enter: done  Esc: cancel  Tab: narrow it  ↑ ↓: earlier searches"
}
