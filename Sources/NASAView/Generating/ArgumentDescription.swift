/// An argument, option or flag of a command, as the argument parser describes it.
struct ArgumentDescription: Decodable {
    enum Kind: String, Decodable { case positional, option, flag }

    struct Name: Decodable {
        enum Kind: String, Decodable { case long, short, longWithSingleDash }
        let kind: Kind
        let name: String

        var text: String { (kind == .long ? "--" : "-") + name }
    }

    let kind: Kind
    let shouldDisplay: Bool
    let sectionTitle: String?
    let names: [Name]?
    let valueName: String?
    let abstract: String?
    let allValues: [String]?
    let isRepeating: Bool
    let completionKind: CompletionKind?

    /// What a shell may complete it with, as far as this program says.
    enum CompletionKind: Decodable {
        case list(values: [String])
        case file(extensions: [String])
        case directory
        case shellCommand(command: String)
    }

    /// `--year-start <year>`, `-h, --help`, `<photo>`.
    var term: String {
        let value = valueName.map { "<\($0)>" } ?? ""
        let names = (names ?? []).map(\.text).joined(separator: ", ")
        return switch kind {
        case .positional: value
        case .option: "\(names) \(value)"
        case .flag: names
        }
    }

    /// What it does, and which values it takes where these are few.
    var meaning: String {
        let values = (allValues ?? []).joined(separator: ", ")
        return (abstract ?? "") + (values.isEmpty ? "" : " One of: \(values).")
    }
}
