internal import Localization
internal import Screens

/// What the manual page says that no table of the program does.
enum ManualText {
    static let synopsis = """
          nasa-view [options] [photo ...]
          nasa-view command [options]
        """

    static func variables(_ words: ManualStrings) -> [(String, String)] {
        words.variableRows(
            settings: SettingName.allCases.filter(\.hasFlag).map {
                ($0.variable, "--\($0.rawValue)")
            })
    }
}
