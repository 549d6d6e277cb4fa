extension SafeText {
    /// A piece of a text that must stay on one line.
    package struct Piece: Hashable, Sendable {
        package let text: SafeText
        /// True if a space precedes the piece; the space is dropped at the start of a line.
        package let isAfterSpace: Bool
    }

    /// The pieces of the text, between which a line may end: words, or characters in a script
    /// without spaces.
    ///
    /// The rules are those of UAX #14 for wide characters: a line may end before and after each
    /// wide character, but must not begin with a closing bracket or a sign such as a full stop, or
    /// end with an opening bracket.
    package var pieces: [Piece] {
        string.split(separator: " ").flatMap { word in
            Self.parts(of: word).enumerated().map { index, part in
                Piece(text: SafeText(safe: part), isAfterSpace: index == 0)
            }
        }
    }

    private static func parts(of word: Substring) -> [Substring] {
        // Most words have no wide character: wide characters start at U+1100, whose first byte is
        // 0xE1.
        guard word.utf8.contains(where: { $0 >= 0xE1 }) else { return [word] }
        var parts: [Substring] = []
        var start = word.startIndex
        for index in word.indices.dropFirst() where isBreak(before: index, in: word) {
            parts.append(word[start..<index])
            start = index
        }
        return parts + [word[start...]]
    }

    private static func isBreak(before index: Substring.Index, in word: Substring) -> Bool {
        let (before, after) = (word[word.index(before: index)], word[index])
        let hasWide = [before, after].contains { CharacterWidth.columns(of: $0) == 2 }
        return hasWide && !opening.contains(before) && !closing.contains(after)
    }

    private static let opening = Set<Character>("「『（［〈《【([\"")

    private static let closing = Set<Character>(
        "」』）］〉》】)]\"、。，．・：；？！,.:;?!…ーゝゞ々%ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ")
}
