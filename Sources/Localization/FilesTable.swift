package import TerminalProtocols

/// The sentences about marked photos, and about files on this machine: their order, their folders.
package struct FileStrings: Sendable {
    /// Each order, as a notice.
    package let byName, byTime, bySize, atRandom: SafeText
    /// There are no files to put into another order.
    package let noOrder: SafeText
    /// The number of marked photos; of names and of addresses that were copied, `2 of 3`.
    package let marks, copiedNames, copiedAddresses: @Sendable (String) -> SafeText
    package let help: Help

    package struct Help: Sendable {
        package let order, mark, unmarkAll: SafeText
    }
}

extension FileStrings {
    static let english = FileStrings(
        byName: "Sorted by name", byTime: "Newest first", bySize: "Largest first",
        atRandom: "In random order", noOrder: "Only lists of files have other orders.",
        marks: { "Marked: \($0)" },
        copiedNames: { "Names copied: \($0)" }, copiedAddresses: { "Addresses copied: \($0)" },
        help: Help(
            order: "order of files",
            mark: "mark or unmark", unmarkAll: "remove all marks"))

    static let german = FileStrings(
        byName: "Nach Namen sortiert", byTime: "Neueste zuerst", bySize: "Größte zuerst",
        atRandom: "In zufälliger Folge", noOrder: "Nur Listen von Dateien haben andere Folgen.",
        marks: { "Markiert: \($0)" },
        copiedNames: { "Namen kopiert: \($0)" }, copiedAddresses: { "Adressen kopiert: \($0)" },
        help: Help(
            order: "Folge der Dateien",
            mark: "markieren oder nicht", unmarkAll: "Marken entfernen"))

    static let spanish = FileStrings(
        byName: "Por nombre", byTime: "Primero lo más nuevo", bySize: "Primero lo más grande",
        atRandom: "En orden aleatorio", noOrder: "Solo las listas de archivos tienen otro orden.",
        marks: { "Marcadas: \($0)" },
        copiedNames: { "Nombres copiados: \($0)" },
        copiedAddresses: { "Direcciones copiadas: \($0)" },
        help: Help(
            order: "orden de archivos",
            mark: "marcar o desmarcar", unmarkAll: "quitar las marcas"))

    static let hebrew = FileStrings(
        byName: "לפי שם", byTime: "החדשים תחילה", bySize: "הגדולים תחילה",
        atRandom: "בסדר אקראי", noOrder: "רק לרשימות של קבצים יש סדר אחר.",
        marks: { "מסומנות: \($0)" },
        copiedNames: { "שמות שהועתקו: \($0)" }, copiedAddresses: { "כתובות שהועתקו: \($0)" },
        help: Help(
            order: "סדר הקבצים",
            mark: "סימון או ביטולו", unmarkAll: "הסרת כל הסימונים"))

    static let japanese = FileStrings(
        byName: "名前順", byTime: "新しい順", bySize: "大きい順",
        atRandom: "ランダム順", noOrder: "順序を変えられるのはファイルの一覧だけです。",
        marks: { "印: \($0)" },
        copiedNames: { "名前をコピーしました: \($0)" }, copiedAddresses: { "アドレスをコピーしました: \($0)" },
        help: Help(
            order: "ファイルの順序",
            mark: "印を付ける・外す", unmarkAll: "すべての印を外す"))
}
