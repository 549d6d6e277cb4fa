internal import Localization
internal import TerminalProtocols

/// The keys of a line that is typed: those of readline, which shells have taught everyone.
enum EditingKeys {
    static func action(for key: KeyPress) -> EditingAction? { actions[key] }

    private static let actions: [KeyPress: EditingAction] = [
        KeyPress(.enter): .confirm, KeyPress(.escape): .cancel,
        control("g"): .cancel,
        KeyPress(.tab): .nextField, KeyPress(.tab, .shift): .previousField,
        KeyPress(.up): .older, control("p"): .older,
        KeyPress(.down): .newer, control("n"): .newer,
        KeyPress(.left): .left, control("b"): .left,
        KeyPress(.right): .right, control("f"): .right,
        KeyPress(.home): .start, control("a"): .start,
        KeyPress(.end): .end, control("e"): .end,
        KeyPress(.backspace): .deleteBefore, control("h"): .deleteBefore,
        KeyPress(.delete): .deleteAfter, control("d"): .deleteAfter,
        control("w"): .deleteWord, control("u"): .deleteToStart, control("k"): .deleteToEnd,
    ]

    private static func control(_ character: Character) -> KeyPress {
        KeyPress(.character(character), .control)
    }
}
