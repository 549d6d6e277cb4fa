internal import Localization
internal import Screens

/// Who said what a setting is.
enum SettingOrigin: Hashable {
    case byDefault
    case file(line: Int)
    case environment(variable: String)
    case flag(name: String)

    func sentence(_ words: ConfigurationStrings) -> String {
        switch self {
        case .byDefault: words.byDefault
        case .file(let line): words.file(line)
        case .environment(let variable): words.environment(variable)
        case .flag(let name): words.flag(name)
        }
    }
}
