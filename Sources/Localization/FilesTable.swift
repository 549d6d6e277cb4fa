package import PhotoCatalog
package import PhotoPipeline
package import TerminalProtocols

/// The sentences about marked photos and about the order and the folders of local files.
package struct FileStrings: Sendable {
    /// The notices about the order of files: by name, by time, by size, or random.
    package let byName, byTime, bySize, atRandom: SafeText
    /// The notice that only lists of files can be sorted.
    package let noOrder: SafeText
    /// The notices with the number of marked photos, copied names or addresses: `3`, or `2 of 3`.
    package let marks, copiedNames, copiedAddresses: @Sendable (String) -> SafeText
    /// The question before files are moved to the trash, with the keys that answer the question.
    package let askToTrash: @Sendable (FileNames) -> SafeText
    package let trashed: @Sendable (_ files: FileNames, _ strings: Strings) -> SafeText
    package let restored: @Sendable (FileNames) -> SafeText
    package let notMoved: @Sendable (_ why: TrashFailure, _ file: FileNames) -> SafeText
    package let onlyFiles, nothingToRestore: SafeText
    /// The questions before a picture is rotated in its file, and before only the orientation in
    /// the file is set.
    package let askToTurn, askToMark: @Sendable (String) -> SafeText
    package let turned: @Sendable (String) -> SafeText
    package let notTurned: @Sendable (_ why: TurnFailure.FileReason, _ file: String) -> SafeText
    package let turnFirst: @Sendable (Strings) -> SafeText
    package let help: Help

    package struct Help: Sendable {
        package let order, mark, unmarkAll, trash, restore, turnFile: SafeText
    }
}

/// The name of a single file, or the number of several files.
package enum FileNames: Hashable, Sendable {
    case one(String), several(String)

    /// Returns the name, or the number followed by a word for files.
    fileprivate func text(_ files: (String) -> String) -> String {
        switch self {
        case .one(let name): name
        case .several(let count): files(count)
        }
    }
}

extension FileStrings {
    private static let inEnglish: @Sendable (String) -> String = { "\($0) files" }

    static let english = FileStrings(
        byName: "Sorted by name", byTime: "Newest first", bySize: "Largest first",
        atRandom: "In random order", noOrder: "Only lists of files can be sorted.",
        marks: { "Marked: \($0)" },
        copiedNames: { "Names copied: \($0)" }, copiedAddresses: { "Addresses copied: \($0)" },
        askToTrash: { "Move \($0.text(inEnglish)) to the trash? y: yes, other keys: no" },
        trashed: { "In the trash: \($0.text(inEnglish)) (\($1[.photo(.restore)]): restore)" },
        restored: { "Restored: \($0.text(inEnglish))" },
        notMoved: { why, file in
            let name = file.text(inEnglish)
            return switch why {
            case .noFile: "No file named \(name)."
            case .notAFile: "\(name) is not a file that can be moved."
            case .noTrash: "\(name) stays: its disk has no trash, and nothing is deleted."
            case .notPermitted: "\(name) stays: you may not move it."
            case .diskFull: "\(name) stays: the disk is full."
            case .taken: "Another file is named \(name) now; the first one stays in the trash."
            case .unusable(let reason): "\(name) stays: \(reason)"
            }
        },
        onlyFiles: "Only files on this computer can be moved to the trash.",
        nothingToRestore: "Nothing to restore.",
        askToTurn: { "Turn \($0) in its file? y: yes, other keys: no" },
        askToMark: { "\($0): not without loss. Set its orientation? y: yes, other keys: no" },
        turned: { "Turned in its file: \($0)" },
        notTurned: { why, name in
            switch why {
            case .changed: "\(name) was changed by another program and stays."
            case .noOrientation: "\(name) stays: its Exif block has no orientation."
            case .notPermitted: "\(name) stays: you may not write to its folder."
            case .diskFull: "\(name) stays: the disk is full."
            case .unusable(let reason): "\(name) stays: \(reason)"
            }
        },
        turnFirst: { "Turn the photo first (\($0[.view(.turn)]), \($0[.view(.mirror)]))." },
        help: Help(
            order: "order of files",
            mark: "mark or unmark", unmarkAll: "remove all marks",
            trash: "move to the trash", restore: "restore from trash",
            turnFile: "turn it in its file"))

    private static let inGerman: @Sendable (String) -> String = { "\($0) Dateien" }

    static let german = FileStrings(
        byName: "Nach Namen sortiert", byTime: "Neueste zuerst", bySize: "Größte zuerst",
        atRandom: "In zufälliger Folge", noOrder: "Nur Listen von Dateien haben andere Folgen.",
        marks: { "Markiert: \($0)" },
        copiedNames: { "Namen kopiert: \($0)" }, copiedAddresses: { "Adressen kopiert: \($0)" },
        askToTrash: { "\($0.text(inGerman)) in den Papierkorb? y: ja, andere Tasten: nein" },
        trashed: { "Im Papierkorb: \($0.text(inGerman)) (\($1[.photo(.restore)]): zurückholen)" },
        restored: { "Zurückgeholt: \($0.text(inGerman))" },
        notMoved: { why, file in
            let name = file.text(inGerman)
            return switch why {
            case .noFile: "Keine Datei namens \(name)."
            case .notAFile: "\(name) ist keine Datei, die sich verschieben lässt."
            case .noTrash:
                "\(name) bleibt: Der Datenträger hat keinen Papierkorb, und nichts wird gelöscht."
            case .notPermitted: "\(name) bleibt: keine Berechtigung zum Verschieben."
            case .diskFull: "\(name) bleibt: Der Datenträger ist voll."
            case .taken: "Jetzt heißt eine andere Datei \(name); die erste bleibt im Papierkorb."
            case .unusable(let reason): "\(name) bleibt: \(reason)"
            }
        },
        onlyFiles: "Nur Dateien auf diesem Rechner lassen sich in den Papierkorb legen.",
        nothingToRestore: "Nichts zum Zurückholen.",
        askToTurn: { "\($0) in der Datei drehen? y: ja, andere Tasten: nein" },
        askToMark: { "\($0): nicht verlustfrei. Nur die Lage eintragen? y: ja, sonst: nein" },
        turned: { "In der Datei gedreht: \($0)" },
        notTurned: { why, name in
            switch why {
            case .changed: "\(name) wurde von einem anderen Programm geändert und bleibt."
            case .noOrientation: "\(name) bleibt: Der Exif-Block hat keine Lage."
            case .notPermitted: "\(name) bleibt: kein Schreibrecht im Ordner."
            case .diskFull: "\(name) bleibt: Der Datenträger ist voll."
            case .unusable(let reason): "\(name) bleibt: \(reason)"
            }
        },
        turnFirst: { "Erst das Foto drehen (\($0[.view(.turn)]), \($0[.view(.mirror)]))." },
        help: Help(
            order: "Folge der Dateien",
            mark: "markieren oder nicht", unmarkAll: "Marken entfernen",
            trash: "in den Papierkorb", restore: "zurückholen",
            turnFile: "in der Datei drehen"))

    private static let inSpanish: @Sendable (String) -> String = { "\($0) archivos" }

    static let spanish = FileStrings(
        byName: "Por nombre", byTime: "Primero lo más nuevo", bySize: "Primero lo más grande",
        atRandom: "En orden aleatorio", noOrder: "Solo las listas de archivos tienen otro orden.",
        marks: { "Marcadas: \($0)" },
        copiedNames: { "Nombres copiados: \($0)" },
        copiedAddresses: { "Direcciones copiadas: \($0)" },
        askToTrash: { "¿Mover \($0.text(inSpanish)) a la papelera? y: sí, otras teclas: no" },
        trashed: { "En la papelera: \($0.text(inSpanish)) (\($1[.photo(.restore)]): restaurar)" },
        restored: { "Restaurado: \($0.text(inSpanish))" },
        notMoved: { why, file in
            let name = file.text(inSpanish)
            return switch why {
            case .noFile: "No hay ningún archivo \(name)."
            case .notAFile: "\(name) no es un archivo que se pueda mover."
            case .noTrash: "\(name) se queda: su disco no tiene papelera y nada se borra."
            case .notPermitted: "\(name) se queda: no tiene permiso para moverlo."
            case .diskFull: "\(name) se queda: el disco está lleno."
            case .taken: "Ahora otro archivo se llama \(name); el primero sigue en la papelera."
            case .unusable(let reason): "\(name) se queda: \(reason)"
            }
        },
        onlyFiles: "Solo los archivos de este equipo se pueden mover a la papelera.",
        nothingToRestore: "No hay nada que restaurar.",
        askToTurn: { "¿Girar \($0) en su archivo? y: sí, otras teclas: no" },
        askToMark: { "\($0): no sin pérdida. ¿Anotar la orientación? y: sí, otras teclas: no" },
        turned: { "Girada en su archivo: \($0)" },
        notTurned: { why, name in
            switch why {
            case .changed: "Otro programa cambió \(name), que se queda como está."
            case .noOrientation: "\(name) se queda: su bloque Exif no tiene orientación."
            case .notPermitted: "\(name) se queda: no puede escribir en su carpeta."
            case .diskFull: "\(name) se queda: el disco está lleno."
            case .unusable(let reason): "\(name) se queda: \(reason)"
            }
        },
        turnFirst: { "Gire antes la foto (\($0[.view(.turn)]), \($0[.view(.mirror)]))." },
        help: Help(
            order: "orden de archivos",
            mark: "marcar o desmarcar", unmarkAll: "quitar las marcas",
            trash: "mover a la papelera", restore: "restaurar",
            turnFile: "girar en su archivo"))

    private static let inHebrew: @Sendable (String) -> String = { "\($0) קבצים" }

    static let hebrew = FileStrings(
        byName: "לפי שם", byTime: "החדשים תחילה", bySize: "הגדולים תחילה",
        atRandom: "בסדר אקראי", noOrder: "רק לרשימות של קבצים יש סדר אחר.",
        marks: { "מסומנות: \($0)" },
        copiedNames: { "שמות שהועתקו: \($0)" }, copiedAddresses: { "כתובות שהועתקו: \($0)" },
        askToTrash: { "להעביר את \($0.text(inHebrew)) לאשפה? y: כן, מקשים אחרים: לא" },
        trashed: { "באשפה: \($0.text(inHebrew)) (\($1[.photo(.restore)]): שחזור)" },
        restored: { "שוחזר: \($0.text(inHebrew))" },
        notMoved: { why, file in
            let name = file.text(inHebrew)
            return switch why {
            case .noFile: "אין קובץ בשם \(name)."
            case .notAFile: "\(name) אינו קובץ שאפשר להעביר."
            case .noTrash: "\(name) נשאר: אין אשפה בכונן שלו, ושום דבר אינו נמחק."
            case .notPermitted: "\(name) נשאר: אין הרשאה להעביר אותו."
            case .diskFull: "\(name) נשאר: הכונן מלא."
            case .taken: "לקובץ אחר יש כעת השם \(name); הראשון נשאר באשפה."
            case .unusable(let reason): "\(name) נשאר: \(reason)"
            }
        },
        onlyFiles: "רק קבצים במחשב זה אפשר להעביר לאשפה.",
        nothingToRestore: "אין מה לשחזר.",
        askToTurn: { "לסובב את \($0) בקובץ? y: כן, מקשים אחרים: לא" },
        askToMark: { "\($0): לא ללא אובדן. לרשום את הכיוון? y: כן, מקשים אחרים: לא" },
        turned: { "סובבה בקובץ: \($0)" },
        notTurned: { why, name in
            switch why {
            case .changed: "תוכנית אחרת שינתה את \(name), והוא נשאר."
            case .noOrientation: "\(name) נשאר: אין כיוון בבלוק Exif שלו."
            case .notPermitted: "\(name) נשאר: אין הרשאת כתיבה בתיקייה."
            case .diskFull: "\(name) נשאר: הכונן מלא."
            case .unusable(let reason): "\(name) נשאר: \(reason)"
            }
        },
        turnFirst: { "תחילה יש לסובב את התמונה (\($0[.view(.turn)]), \($0[.view(.mirror)]))." },
        help: Help(
            order: "סדר הקבצים",
            mark: "סימון או ביטולו", unmarkAll: "הסרת כל הסימונים",
            trash: "העברה לאשפה", restore: "שחזור מהאשפה",
            turnFile: "סיבוב בקובץ"))

    private static let inJapanese: @Sendable (String) -> String = { "\($0) 個のファイル" }

    static let japanese = FileStrings(
        byName: "名前順", byTime: "新しい順", bySize: "大きい順",
        atRandom: "ランダム順", noOrder: "順序を変えられるのはファイルの一覧だけです。",
        marks: { "印: \($0)" },
        copiedNames: { "名前をコピーしました: \($0)" }, copiedAddresses: { "アドレスをコピーしました: \($0)" },
        askToTrash: { "\($0.text(inJapanese)) をゴミ箱に移しますか? y: はい、他のキー: いいえ" },
        trashed: { "ゴミ箱: \($0.text(inJapanese)) (\($1[.photo(.restore)]): 元に戻す)" },
        restored: { "元に戻しました: \($0.text(inJapanese))" },
        notMoved: { why, file in
            let name = file.text(inJapanese)
            return switch why {
            case .noFile: "\(name) というファイルはありません。"
            case .notAFile: "\(name) は移せるファイルではありません。"
            case .noTrash: "\(name) はそのままです。そのディスクにはゴミ箱がなく、何も削除しません。"
            case .notPermitted: "\(name) はそのままです。移す権限がありません。"
            case .diskFull: "\(name) はそのままです。ディスクがいっぱいです。"
            case .taken: "今は別のファイルが \(name) という名前です。最初のファイルはゴミ箱に残ります。"
            case .unusable(let reason): "\(name) はそのままです: \(reason)"
            }
        },
        onlyFiles: "ゴミ箱に移せるのはこのコンピューターのファイルだけです。",
        nothingToRestore: "元に戻すものはありません。",
        askToTurn: { "\($0) をファイルの中で回転しますか? y: はい、他のキー: いいえ" },
        askToMark: { "\($0): 無劣化では不可。向きだけ記録しますか? y: はい、他: いいえ" },
        turned: { "ファイルの中で回転しました: \($0)" },
        notTurned: { why, name in
            switch why {
            case .changed: "他のプログラムが \(name) を変更したため、そのままです。"
            case .noOrientation: "\(name) はそのままです。Exif に向きがありません。"
            case .notPermitted: "\(name) はそのままです。フォルダーに書き込めません。"
            case .diskFull: "\(name) はそのままです。ディスクがいっぱいです。"
            case .unusable(let reason): "\(name) はそのままです: \(reason)"
            }
        },
        turnFirst: { "先に写真を回転してください (\($0[.view(.turn)])、\($0[.view(.mirror)])）。" },
        help: Help(
            order: "ファイルの順序",
            mark: "印を付ける・外す", unmarkAll: "すべての印を外す",
            trash: "ゴミ箱に移す", restore: "元に戻す",
            turnFile: "ファイルで回転"))
}
