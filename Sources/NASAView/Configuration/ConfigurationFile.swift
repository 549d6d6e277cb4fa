internal import Localization
internal import Screens
internal import Settings
internal import TerminalProtocols

#if canImport(Glibc)
internal import FoundationEssentials
internal import Glibc
#else
internal import Darwin
internal import FoundationEssentials
#endif

/// The user's settings; what is faulty in them is told of, and all else counts.
struct ConfigurationFile: Sendable {
    /// Nil where the user has no home.
    let path: String?
    let exists: Bool
    private(set) var entries: [SettingName: SettingsEntry] = [:]
    private(set) var keys: [Action: Keys] = [:]
    private(set) var faults: [SettingsError]
    private let home: String?

    struct Keys: Sendable {
        let presses: [KeyPress]
        let line: Int
    }

    init(_ variables: [String: String]) {
        let homes = XDGDirectories(variables)
        path = homes.configuration.map { $0 + "/config.toml" }
        home = variables["HOME"]
        let bytes = path.map { Self.contents(of: $0) } ?? .missing
        switch bytes {
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
            for entry in text.entries { take(entry) }
            faults.sort { ($0.place.line, $0.place.column) < ($1.place.line, $1.place.column) }
        }
    }

    /// What is wrong with it, a sentence for each fault.
    func complaints(_ words: ConfigurationStrings) -> [SafeText] {
        faults.map { words.sentence(for: $0, in: shortPath) }
    }

    var keyMap: KeyMap { KeyMap(changing: keys.mapValues(\.presses)) }

    /// Without the folder of the user.
    var shortPath: String {
        guard let path else { return "" }
        guard let home, !home.isEmpty, path.hasPrefix(home + "/") else { return path }
        return "~" + path.dropFirst(home.count)
    }

    private mutating func take(_ entry: SettingsEntry) {
        if entry.name.hasPrefix(Self.keyTable) { return take(keys: entry) }
        guard let name = SettingName(spelled: entry.name) else {
            let meant = NearestName.of(entry.name, among: SettingName.allCases.map(\.rawValue))
            let kind = SettingsError.Kind.unknownSetting(entry.name, meant: meant)
            return faults.append(SettingsError(kind, at: entry.place))
        }
        guard case .word(let word) = entry.value, name.accepts(word) else {
            let kind = SettingsError.Kind.wrongValue(
                entry.name, entry.text, name.choices)
            return faults.append(SettingsError(kind, at: entry.valuePlace))
        }
        entries[name] = entry
    }

    private static let keyTable = "keys."

    private mutating func take(keys entry: SettingsEntry) {
        let name = String(entry.name.dropFirst(Self.keyTable.count))
        guard let action = Action(name: name) else {
            let meant = NearestName.of(name, among: Action.remappable.map(\.name))
            return faults.append(
                SettingsError(.unknownAction(name, meant: meant), at: entry.place))
        }
        let presses = entry.items.compactMap { key($0) }
        // Without any key that can be used it keeps those it has.
        guard entry.items.isEmpty || !presses.isEmpty else { return }
        keys[action] = Keys(presses: presses, line: entry.place.line)
    }

    private mutating func key(_ item: SettingsValue.Item) -> KeyPress? {
        guard let key = KeyPress(name: item.word) else {
            faults.append(SettingsError(.unknownKey(item.word), at: item.place))
            return nil
        }
        guard !KeyMap.keeps(key) else {
            faults.append(SettingsError(.keptKey(item.word), at: item.place))
            return nil
        }
        return key
    }
}

extension ConfigurationFile {
    private enum Contents { case missing, unreadable, bytes([UInt8]) }

    /// Not more than settings may have; a pipe in its place is not waited for.
    private static func contents(of path: String) -> Contents {
        let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return errno == ENOENT || errno == ENOTDIR ? .missing : .unreadable }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return .unreadable
        }
        var bytes = [UInt8](repeating: 0, count: SettingsDocument.limitBytes + 1)
        var count = 0
        while count < bytes.count {
            let got = bytes.withUnsafeMutableBytes {
                read(file, $0.baseAddress?.advanced(by: count), $0.count - count)
            }
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { return .unreadable }
            if got == 0 { break }
            count += got
        }
        return .bytes(Array(bytes.prefix(count)))
    }
}
