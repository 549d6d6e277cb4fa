internal import Screens

/// Who said what a setting is.
enum SettingOrigin: Hashable {
    case byDefault
    case file(line: Int)
    case environment(variable: String)
    case flag(name: String)

    var sentence: String {
        switch self {
        case .byDefault: ConfigurationWording.byDefault
        case .file(let line): ConfigurationWording.file(line: line)
        case .environment(let variable): ConfigurationWording.environment(variable)
        case .flag(let name): ConfigurationWording.flag(name)
        }
    }
}
