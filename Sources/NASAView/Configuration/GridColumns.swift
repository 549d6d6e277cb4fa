internal import ArgumentParser
internal import Screens

/// How many columns a grid has; none is a list.
struct GridColumns: SettingValue, Hashable {
    let count: Int

    init?(argument: String) {
        guard let count = Int(argument), (0...8).contains(count) else { return nil }
        self.count = count
    }

    var text: String { String(count) }

    static var choices: String { "0–8" }

    var arrangement: BrowserArrangement { count == 0 ? .list : .grid(columns: count) }
}
