internal import ArgumentParser
internal import Bounds
internal import Imaging
internal import Localization
internal import Settings
internal import TerminalProtocols

/// The box that a printed picture must fit into: `80x24` cells or `800x600px`; one side may be
/// missing.
struct BoxSize: OptionValue, Hashable {
    /// The valid sides of a box, in cells or pixels; a larger side is a mistake, and a picture of
    /// that size would not fit in memory.
    static let sides = 1...16_384

    let width: Int?
    let height: Int?
    let isInPixels: Bool

    static var choices: SettingChoices { .examples(["80x24", "60x", "x20", "800x600px"]) }

    init?(argument: String) {
        let text = argument.lowercased()
        isInPixels = text.hasSuffix("px")
        let parts = text.dropLast(isInPixels ? 2 : 0)
            .split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let sides = parts.map { Self.sides.number(in: $0) }
        // A side may be missing only if its text is empty.
        guard zip(parts, sides).allSatisfy({ $0.isEmpty || $1 != nil }),
            sides.contains(where: { $0 != nil })
        else { return nil }
        (width, height) = (sides[0], sides[1])
    }
}

/// A position on the sky or on the ground, such as `13:29:52 +47:11:43` or `latlon=47.19,8.54`.
struct PositionText: OptionValue, Hashable {
    let position: NamedPosition

    static var choices: SettingChoices {
        .examples(["13:29:52 +47:11:43", "radec=202.47,+47.2", "latlon=47.19,8.54"])
    }

    init?(argument: String) {
        guard let position = try? NamedPosition(argument) else { return nil }
        self.position = position
    }

    static func complaint(about text: String, _ words: ArgumentStrings) -> String? {
        do throws(PositionTextFault) {
            _ = try NamedPosition(text)
            return nil
        } catch {
            return words.position(SafeText(text).string, error)
        }
    }
}

/// A rectangle of cells: `60x20@10,2` has a size and a top-left column and row, from 0; `60x20` is
/// at the cursor.
struct PreviewRectangle: OptionValue, Hashable {
    let size: BoxSize
    let cell: CellPosition?

    static var choices: SettingChoices { .examples(["60x20@10,2", "60x20"]) }

    init?(argument: String) {
        let parts = argument.split(separator: "@", omittingEmptySubsequences: false)
        guard let size = BoxSize(argument: String(parts[0])), !size.isInPixels, size.width != nil,
            size.height != nil, parts.count <= 2
        else { return nil }
        self.size = size
        guard parts.count == 2 else {
            cell = nil
            return
        }
        let numbers = parts[1].split(separator: ",", omittingEmptySubsequences: false)
            .map { (0...BoxSize.sides.upperBound).number(in: $0) }
        guard numbers.count == 2, let column = numbers[0], let row = numbers[1] else { return nil }
        cell = CellPosition(row: row, column: column)
    }
}
