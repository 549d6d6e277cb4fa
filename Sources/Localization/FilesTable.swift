package import TerminalProtocols

/// The sentences about files on this machine: their order, their folders.
package struct FileStrings: Sendable {
    /// Each order, as a notice.
    package let byName, byTime, bySize, atRandom: SafeText
    /// There are no files to put into another order.
    package let noOrder: SafeText
    package let help: Help

    package struct Help: Sendable {
        package let order: SafeText
    }
}

extension FileStrings {
    static let english = FileStrings(
        byName: "Sorted by name", byTime: "Newest first", bySize: "Largest first",
        atRandom: "In random order", noOrder: "Only lists of files can be sorted.",
        help: Help(order: "order of files"))

    static let german = FileStrings(
        byName: "Nach Namen sortiert", byTime: "Neueste zuerst", bySize: "Größte zuerst",
        atRandom: "In zufälliger Folge", noOrder: "Nur Listen von Dateien haben andere Folgen.",
        help: Help(order: "Folge der Dateien"))

    static let spanish = FileStrings(
        byName: "Por nombre", byTime: "Primero lo más nuevo", bySize: "Primero lo más grande",
        atRandom: "En orden aleatorio", noOrder: "Solo las listas de archivos tienen otro orden.",
        help: Help(order: "orden de archivos"))

    static let hebrew = FileStrings(
        byName: "לפי שם", byTime: "החדשים תחילה", bySize: "הגדולים תחילה",
        atRandom: "בסדר אקראי", noOrder: "רק לרשימות של קבצים יש סדר אחר.",
        help: Help(order: "סדר הקבצים"))

    static let japanese = FileStrings(
        byName: "名前順", byTime: "新しい順", bySize: "大きい順",
        atRandom: "ランダム順", noOrder: "順序を変えられるのはファイルの一覧だけです。",
        help: Help(order: "ファイルの順序"))
}
