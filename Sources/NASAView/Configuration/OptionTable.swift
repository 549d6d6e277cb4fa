internal import ArgumentParser
internal import Settings

/// A group of options as a table, with a row for each option.
///
/// The argument parser finds options by reflection, which returns the rows instead of properties.
/// If possible, reflection returns only the options that the user typed. Describing all options
/// would take 3 of the 11 ms of a start, and in a debug build 54 of 72 ms.
protocol OptionTable: ParsableArguments, CustomReflectable {
    static var rows: [OptionRow<Self>] { get }
}

extension OptionTable {
    init(from decoder: any Decoder) throws {
        self.init()
        let container = try decoder.container(keyedBy: OptionKey.self)
        for row in Self.describedRows { try row.read(container, &self) }
    }

    var customMirror: Mirror {
        Mirror(self, children: Self.describedRows.map { ($0.names[0], $0.definition()) })
    }

    /// The rows that reflection returns to the argument parser.
    private static var describedRows: [OptionRow<Self>] {
        guard let typed = TypedOptions.found else { return rows }
        guard typed.tables.contains(ObjectIdentifier(Self.self)) else { return [] }
        return rows.filter { !typed.names.isDisjoint(with: $0.names) }
    }

    /// True if the argument parser needs a row of the table.
    static var isDescribed: Bool {
        TypedOptions.found?.tables.contains(ObjectIdentifier(Self.self)) ?? true
    }

    /// The names of all options, without hyphens.
    static var names: [String] { rows.flatMap(\.names) }

    /// Reads the option at the start of the words without the argument parser, and removes its
    /// words.
    ///
    /// - Returns: false if the table has no such option, or if only the argument parser can read
    ///   it or explain why it is invalid.
    mutating func read(_ words: inout ArraySlice<String>) -> Bool {
        guard let word = words.first, word.hasPrefix("--") else { return false }
        let parts = word.dropFirst(2).split(
            separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let (name, isJoined) = (String(parts[0]), parts.count > 1)
        switch Self.rows.first(where: { $0.names.contains(name) })?.direct {
        case .flag(let set) where !isJoined:
            set(&self)
            words.removeFirst()
        case .value(let set):
            let value = isJoined ? String(parts[1]) : words.dropFirst().first ?? ""
            guard !value.isEmpty, isJoined || !value.hasPrefix("-"), set(value, &self) else {
                return false
            }
            words.removeFirst(isJoined ? 1 : 2)
        case .flag, .none: return false
        }
        return true
    }

    /// Returns the type of an option's value; `nil` for flags, texts, days and unknown options.
    static func valueType(of name: String) -> (any OptionValue.Type)? {
        rows.first { $0.names.contains(name) }?.valueType
    }
}

/// An option: its definition for the argument parser, and the property of `Table` that stores it.
struct OptionRow<Table>: Sendable {
    typealias Path<Value> = WritableKeyPath<Table, Value> & Sendable

    /// A method of reading an option without the argument parser.
    fileprivate enum Direct: Sendable {
        case flag(@Sendable (inout Table) -> Void)
        /// Reads a value; the closure returns false if the value is invalid.
        case value(@Sendable (String, inout Table) -> Bool)
    }

    /// The names of the option, without hyphens.
    let names: [String]
    let valueType: (any OptionValue.Type)?
    /// The closure that creates the option's definition for the argument parser.
    fileprivate let definition: @Sendable () -> any Decodable
    fileprivate let read: @Sendable (KeyedDecodingContainer<OptionKey>, inout Table) throws -> Void
    /// The method of reading the option without the argument parser; `nil` if there is none.
    fileprivate var direct: Direct?

    // Key paths are created only for the options that are read: each takes several searches
    // through the records of conformances.
    static func flag(
        _ path: @autoclosure @escaping @Sendable () -> Path<Bool>, _ name: String, _ help: String,
        also spellings: String...
    ) -> Self {
        let names = [name] + spellings
        var flag = row(names) {
            Flag(wrappedValue: false, name: .options(names), help: ArgumentHelp(help))
        } set: {
            $1[keyPath: path()] = $0.wrappedValue
        }
        flag.direct = .flag { $0[keyPath: path()] = true }
        return flag
    }

    /// Creates an option with a value; `valueName` names the value in the help.
    static func option<Value: ExpressibleByArgument>(
        _ path: @autoclosure @escaping @Sendable () -> Path<Value?>, _ name: String,
        _ valueName: String, _ help: String, also spellings: String...
    ) -> Self {
        let names = [name] + spellings
        var option = row(names, Value.self) {
            Option<Value?>(
                name: .options(names), help: ArgumentHelp(help, valueName: valueName))
        } set: {
            $1[keyPath: path()] = $0.wrappedValue
        }
        option.direct = .value { word, table in
            guard let value = Value(argument: word) else { return false }
            table[keyPath: path()] = value
            return true
        }
        return option
    }

    /// Creates an option whose value is a day; without a value, the option means the newest day.
    static func day(
        _ path: @autoclosure @escaping @Sendable () -> Path<DayText?>, _ name: String,
        _ help: String
    ) -> Self {
        row([name]) {
            Option(
                wrappedValue: nil, name: .customLong(name), defaultAsFlag: DayText.newest,
                parsing: .next, help: ArgumentHelp(help, valueName: "day"))
        } set: {
            $1[keyPath: path()] = $0.wrappedValue
        }
    }

    /// Returns the options for the settings of a group, in the order of `Setting.all`.
    static func settings(
        of group: Setting.Group, _ path: @autoclosure @escaping @Sendable () -> Path<TypedSettings>
    ) -> [Self] {
        func row<Value: SettingValue>(_ setting: Setting, _ type: Value.Type) -> Self? {
            guard let help = setting.help else { return nil }
            let names = setting.optionNames
            if type == Switch.self {
                var flag = Self.row(names) {
                    Flag(wrappedValue: false, name: .options(names), help: help)
                } set: {
                    $1[keyPath: path()][setting.name] = $0.wrappedValue ? Switch.on : nil
                }
                flag.direct = .flag { $0[keyPath: path()][setting.name] = Switch.on }
                return flag
            }
            var option = Self.row(names, type) {
                Option<Value?>(name: .options(names), help: help)
            } set: {
                $1[keyPath: path()][setting.name] = $0.wrappedValue
            }
            option.direct = .value { word, table in
                guard let value = setting.value(word) else { return false }
                table[keyPath: path()][setting.name] = value
                return true
            }
            return option
        }
        return Setting.all.filter { $0.group == group }.compactMap { row($0, $0.valueType) }
    }

    /// Returns the same row for a table that contains this one; only the argument parser can read
    /// the new row.
    func within<Outer>(_ path: WritableKeyPath<Outer, Table> & Sendable) -> OptionRow<Outer> {
        OptionRow<Outer>(names: names, valueType: valueType, definition: definition) {
            try read($0, &$1[keyPath: path])
        }
    }

    /// Creates a row with one of the parser's property wrappers.
    private static func row<Wrapper: Decodable & SendableMetatype>(
        _ names: [String], _ valueType: Any.Type? = nil,
        _ definition: @escaping @Sendable () -> Wrapper,
        set: @escaping @Sendable (Wrapper, inout Table) -> Void
    ) -> Self {
        Self(names: names, valueType: valueType as? any OptionValue.Type, definition: definition) {
            set(try $0.decode(Wrapper.self, forKey: OptionKey(names)), &$1)
        }
    }
}

/// The key that identifies an option to the argument parser.
private struct OptionKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ names: [String]) { stringValue = names[0] }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension NameSpecification {
    fileprivate static func options(_ names: [String]) -> Self {
        Self(names.map { .customLong($0) })
    }
}

/// The options that the user typed.
private struct TypedOptions {
    /// The names, without hyphens.
    let names: Set<String>
    /// The tables that contain these options; most other tables are never built.
    let tables: Set<ObjectIdentifier>

    /// The options of the command line; `nil` if the argument parser needs all options, to print
    /// the help or to suggest a similar option.
    static let found: TypedOptions? = {
        guard let command = NASAViewCommand.command, command != GenerateCommand.self
        else { return nil }
        let words = NASAViewCommand.arguments.filter { $0.hasPrefix("-") && $0 != "-" }
        let names = words.map { String($0.dropFirst(2).prefix { $0 != "=" }) }
        let areKnown =
            words.allSatisfy { $0.hasPrefix("--") } && names.allSatisfy(command.hasOption)
        guard areKnown else { return nil }
        let tables = names.compactMap { command.table(of: $0).map { ObjectIdentifier($0) } }
        return TypedOptions(names: Set(names), tables: Set(tables))
    }()
}
