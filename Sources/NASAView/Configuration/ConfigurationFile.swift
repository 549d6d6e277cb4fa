internal import Files
internal import Imaging
internal import Localization
internal import PhotoCodec
internal import Screens
internal import Settings
internal import TerminalProtocols

/// The user's configuration file; invalid settings are reported, and all others apply.
struct ConfigurationFile: Sendable {
    struct Keys: Sendable {
        let presses: [KeyPress]
        let line: Int
    }

    /// The path of the file; `nil` if the user has no home directory.
    let path: String?
    let exists: Bool
    /// The entries, by the names of their settings.
    private(set) var entries: [String: SettingsEntry] = [:]
    private(set) var keys: [Action: Keys] = [:]
    private(set) var faults: [SettingsError]
    private let home: String?

    init(_ variables: [String: String]) {
        path = XDGDirectories(variables).configuration.map { $0 + "/config.toml" }
        home = variables["HOME"]
        switch path.map({ Self.contents(of: $0) }) ?? .missing {
        case .missing:
            exists = false
            faults = []
        case .unreadable:
            exists = true
            faults = [SettingsError(.unreadable, at: SettingsPosition(line: 1, column: 1))]
        case .bytes(let bytes):
            exists = true
            let text = SettingsDocument(bytes)
            faults = text.faults
            for entry in text.entries { store(entry) }
            faults.sort {
                ($0.position.line, $0.position.column) < ($1.position.line, $1.position.column)
            }
        }
    }

    /// Returns a sentence for each error.
    func complaints(_ words: ConfigurationStrings) -> [SafeText] {
        faults.map { words.sentence(for: $0, in: shortPath) }
    }

    var keyMap: KeyMap { KeyMap(changing: keys.mapValues(\.presses)) }

    /// The path with `~` for the user's home directory.
    var shortPath: String {
        guard let path else { return "" }
        guard let home, !home.isEmpty, path.hasPrefix(home + "/") else { return path }
        return "~" + path.dropFirst(home.count)
    }

    private mutating func store(_ entry: SettingsEntry) {
        if entry.name.hasPrefix(Self.keyTable) { return store(keys: entry) }
        guard let setting = Setting.named(entry.name) else {
            let meant = NearestName.of(entry.name, among: Setting.all.map(\.name))
            return report(.unknownSetting(entry.name, meant: meant), at: entry.position)
        }
        guard case .word(let word) = entry.value, setting.value(word) != nil else {
            return report(setting.fault(entry.text, in: entry.name), at: entry.valuePosition)
        }
        entries[setting.name] = entry
    }

    private static let keyTable = "keys."

    private mutating func store(keys entry: SettingsEntry) {
        let name = String(entry.name.dropFirst(Self.keyTable.count))
        guard let action = Action(name: name) else {
            let meant = NearestName.of(name, among: Action.remappable.map(\.name))
            return report(.unknownAction(name, meant: meant), at: entry.position)
        }
        let presses = entry.items.compactMap { key($0) }
        // An action keeps its keys if no new key is valid.
        guard entry.items.isEmpty || !presses.isEmpty else { return }
        keys[action] = Keys(presses: presses, line: entry.position.line)
    }

    private mutating func key(_ item: SettingsValue.Item) -> KeyPress? {
        guard let key = KeyPress(name: item.word) else {
            report(.unknownKey(item.word), at: item.position)
            return nil
        }
        guard !KeyMap.keeps(key) else {
            report(.keptKey(item.word), at: item.position)
            return nil
        }
        return key
    }

    private mutating func report(_ kind: SettingsError.Kind, at position: SettingsPosition) {
        faults.append(SettingsError(kind, at: position))
    }

    private enum Contents { case missing, unreadable, bytes([UInt8]) }

    /// Reads the file, up to a little more than the limit for settings; does not wait if the path
    /// is a pipe.
    private static func contents(of path: String) -> Contents {
        do throws(FileFailure) {
            let file = try LocalFile(path: path).file
            let bytes = file.start(SettingsDocument.limitBytes + 1)
            return bytes.isEmpty && file.byteCount > 0 ? .unreadable : .bytes(bytes)
        } catch {
            return error == .notFound ? .missing : .unreadable
        }
    }
}
