internal import Localization

/// What a key does while text is typed; all others put in their character.
enum EditingAction: Hashable, Sendable {
    case confirm, cancel
    case nextField, previousField, older, newer
    case left, right, start, end
    case deleteBefore, deleteAfter, deleteWord, deleteToStart, deleteToEnd
}
