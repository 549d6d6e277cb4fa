internal import ArgumentParser
internal import Screens
internal import Settings

/// How many columns a grid has; none is a list.
struct GridColumns: SettingValue, Hashable {
    let count: Int

    init?(argument: String) {
        guard let count = Int(argument), Self.range.contains(count) else { return nil }
        self.count = count
    }

    private static let range = 0...8

    var text: String { String(count) }

    static var choices: SettingChoices { .range(range) }

    var arrangement: LibraryArrangement { count == 0 ? .list : .grid(columns: count) }
}
