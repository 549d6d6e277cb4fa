/// The visual order of the letters in a right-to-left line.
///
/// The order is that of UAX #9 (Unicode 15.1) without explicit formatting characters, which safe
/// text does not contain. Hebrew and Arabic letters are read from the right; words of other
/// scripts, and numbers, are read from the left.
// FriBidi and ICU do the same and more: formatting characters, paragraphs, cursors. Either would
// be a further C library that reads untrusted text, and a further dependency of every package. The
// tests of this file contain ICU's results.
struct BidiOrder {
    private let characters: [Character]
    private var classes: [BidiClass]

    init(_ characters: [Character]) {
        self.characters = characters
        classes = characters.map { BidiClass($0) }
    }

    /// Returns the characters in their order on the screen, from the left.
    func visual() -> [Character] {
        let levels = resolvedClasses().map { $0 == .right ? 1 : 2 }
        var output: [Character] = []
        output.reserveCapacity(characters.count)
        var end = characters.count
        // Rule L2: everything is reversed, and left-to-right runs are reversed again.
        while end > 0 {
            let level = levels[end - 1]
            var start = end - 1
            while level == 2, start > 0, levels[start - 1] == 2 { start -= 1 }
            for index in start..<end {
                output.append(level == 1 ? Self.mirrored(characters[index]) : characters[index])
            }
            end = start
        }
        return output
    }

    /// Changes the classes of some signs by conventions of this program, which HL3 of UAX #9
    /// allows.
    ///
    /// Signs at the start of an option or a path belong to the option or path, as in `--demo`,
    /// `/tmp` or `~/.config`. Dashes separate the texts on either side, as in
    /// `NASA — 20 ביולי 1969`. By the rules of UAX #9, a sign would belong to the word before it,
    /// and a number to the name before the dash.
    mutating func applyConventions() {
        for index in classes.indices where Self.dividers.contains(characters[index]) {
            classes[index] = .right
        }
        for start in classes.indices where isWordStart(start) {
            let signs = classes.indices[start...].prefix { Self.signs.contains(characters[$0]) }
            guard !signs.isEmpty, signs.endIndex < classes.endIndex,
                [.left, .number].contains(classes[signs.endIndex])
            else { continue }
            for index in signs { classes[index] = .left }
        }
    }

    /// Returns true at the start of a word, which may follow a Hebrew preposition and its hyphen.
    private func isWordStart(_ index: Int) -> Bool {
        index == 0 || [.blank, .other].contains(classes[index - 1]) || characters[index - 1] == "־"
    }

    private static let signs: Set<Character> = ["-", "+", "−", "/", "~", ".", "$"]
    private static let dividers: Set<Character> = ["—", "·"]
}

// The rules resolve all classes to `left`, `right`, and numbers, which are read from the left.
extension BidiOrder {
    private func resolvedClasses() -> [BidiClass] {
        var classes = classes
        resolveNumbers(&classes)
        resolveBrackets(&classes)
        resolveNeutrals(&classes)
        return classes
    }

    /// Applies rules W2 to W7: signs that do not belong to a number become neutral.
    private func resolveNumbers(_ classes: inout [BidiClass]) {
        var strong = BidiClass.right
        for index in classes.indices {
            switch classes[index] {
            case .left, .right, .arabic: strong = classes[index]
            case .number where strong == .arabic: classes[index] = .arabicNumber
            default: break
            }
        }
        for index in classes.indices where classes[index] == .arabic { classes[index] = .right }
        joinSeparators(&classes)
        joinTerminators(&classes)
        strong = .right
        for index in classes.indices {
            switch classes[index] {
            case .left, .right: strong = classes[index]
            case .number where strong == .left: classes[index] = .left
            case .separator, .commonSeparator, .terminator: classes[index] = .other
            default: break
            }
        }
    }

    /// Applies rule W4: a separator between two numbers of the same kind becomes part of the
    /// numbers.
    private func joinSeparators(_ classes: inout [BidiClass]) {
        for index in classes.indices.dropFirst().dropLast() {
            let (before, after) = (classes[index - 1], classes[index + 1])
            guard before == after else { continue }
            switch (classes[index], before) {
            case (.separator, .number), (.commonSeparator, .number): classes[index] = .number
            case (.commonSeparator, .arabicNumber): classes[index] = .arabicNumber
            default: break
            }
        }
    }

    /// Applies rule W5: signs beside a number, such as a per cent sign, become part of the number.
    private func joinTerminators(_ classes: inout [BidiClass]) {
        var index = 0
        while index < classes.count {
            let signs = classes[index...].prefix { $0 == .terminator }.indices
            guard !signs.isEmpty else {
                index += 1
                continue
            }
            let isAfter = signs.startIndex > 0 && classes[signs.startIndex - 1] == .number
            let isBefore = signs.endIndex < classes.count && classes[signs.endIndex] == .number
            if isAfter || isBefore { for sign in signs { classes[sign] = .number } }
            index = signs.endIndex
        }
    }

    /// Applies rule N0: a pair of brackets takes the direction of its content, if the line or the
    /// text before has the same direction, and otherwise the line's direction.
    ///
    /// Brackets whose content has no direction stay neutral.
    private func resolveBrackets(_ classes: inout [BidiClass]) {
        for (open, close) in bracketPairs(classes) {
            let inside = Set(classes[(open + 1)..<close].compactMap(\.direction))
            guard !inside.isEmpty else { continue }
            let before = classes[..<open].last { $0.direction != nil }?.direction ?? .right
            let isLeft = !inside.contains(.right) && before == .left
            classes[open] = isLeft ? .left : .right
            classes[close] = classes[open]
        }
    }

    /// Returns the pairs of brackets (BD16) in the order of their opening brackets.
    private func bracketPairs(_ classes: [BidiClass]) -> [(open: Int, close: Int)] {
        var pairs: [(open: Int, close: Int)] = []
        var waiting: [(closing: Character, index: Int)] = []
        for index in characters.indices where classes[index] == .other {
            if let closing = Self.closing[characters[index]] {
                // UAX #9 limits the depth of brackets to 63.
                guard waiting.count < 63 else { break }
                waiting.append((closing, index))
            } else if let found = waiting.lastIndex(where: { $0.closing == characters[index] }) {
                pairs.append((waiting[found].index, index))
                waiting.removeSubrange(found...)
            }
        }
        return pairs.sorted { $0.open < $1.open }
    }

    /// Applies rules N1 and N2: neutrals between two characters of the same direction take this
    /// direction, all other neutrals take the line's direction.
    private func resolveNeutrals(_ classes: inout [BidiClass]) {
        var index = 0
        while index < classes.count {
            let neutrals = classes[index...].prefix { $0.direction == nil }.indices
            guard !neutrals.isEmpty else {
                index += 1
                continue
            }
            let before = neutrals.startIndex > 0 ? classes[neutrals.startIndex - 1] : .right
            let after = neutrals.endIndex < classes.count ? classes[neutrals.endIndex] : .right
            let isLeft = before.direction == .left && after.direction == .left
            for neutral in neutrals { classes[neutral] = isLeft ? .left : .right }
            index = neutrals.endIndex
        }
    }

    private static let closing: [Character: Character] = [
        "(": ")", "[": "]", "{": "}", "「": "」", "『": "』", "（": "）", "［": "］",
    ]

    /// Returns the mirror image of a sign, as in rule L4.
    private static func mirrored(_ character: Character) -> Character {
        mirrors[character] ?? character
    }

    private static let mirrors: [Character: Character] = {
        let pairs: [(Character, Character)] =
            closing.map { ($0, $1) } + [("<", ">"), ("«", "»"), ("‹", "›"), ("≤", "≥")]
        return Dictionary(uniqueKeysWithValues: pairs + pairs.map { ($1, $0) })
    }()
}

/// The bidirectional class of a character, as far as this program distinguishes classes.
///
/// The ranges are those of DerivedBidiClass.txt, including unassigned characters in right-to-left
/// scripts.
enum BidiClass: Hashable {
    /// The classes L, R, AL, EN and AN.
    case left, right, arabic, number, arabicNumber
    /// The classes ES, CS and ET, which can be part of an adjacent number.
    case separator, commonSeparator, terminator
    /// The classes WS and ON.
    case blank, other

    /// The direction that adjacent neutrals take; `nil` if this class is neutral itself.
    fileprivate var direction: BidiClass? {
        switch self {
        case .left: .left
        case .right, .arabic, .number, .arabicNumber: .right
        default: nil
        }
    }

    /// Creates the class of a character from the character's first scalar.
    init(_ character: Character) {
        self = character.unicodeScalars.first.map { BidiClass($0) } ?? .other
    }

    init(_ scalar: Unicode.Scalar) {
        if scalar.value < 0x80 {
            self = Self.ascii(scalar)
        } else if scalar.readsFromRight || (0x600...0x7BF).contains(scalar.value) {
            self = Self.rightToLeft(scalar)
        } else {
            self = Self.other(scalar)
        }
    }

    private static func ascii(_ scalar: Unicode.Scalar) -> BidiClass {
        switch scalar {
        case "0"..."9": .number
        case "a"..."z", "A"..."Z": .left
        case "+", "-": .separator
        case ",", ".", "/", ":": .commonSeparator
        case "#", "$", "%": .terminator
        case " ": .blank
        default: .other
        }
    }

    private static func rightToLeft(_ scalar: Unicode.Scalar) -> BidiClass {
        switch scalar.value {
        case 0x660...0x669, 0x66B...0x66C, 0x6DD, 0x8E2, 0x600...0x605: .arabicNumber
        case 0x6F0...0x6F9: .number
        case 0x60C: .commonSeparator
        case 0x609...0x60A, 0x66A: .terminator
        case 0xFB29: .separator
        case 0x606...0x607, 0x60E...0x60F, 0x6DE, 0x6E9, 0xFD3E...0xFD3F: .other
        case 0x590...0x5FF, 0x7C0...0x85F, 0xFB1D...0xFB4F: .right
        case 0x600...0x8FF, 0xFB50...0xFEFF: .arabic
        default: .right
        }
    }

    private static func other(_ scalar: Unicode.Scalar) -> BidiClass {
        switch scalar.value {
        case 0xB2...0xB3, 0xB9, 0x2070, 0x2074...0x2079, 0x2080...0x2089, 0xFF10...0xFF19: .number
        case 0x207A...0x207B, 0x208A...0x208B, 0x2212, 0xFF0B, 0xFF0D: .separator
        case 0xA0, 0x202F, 0x2044, 0xFF0C, 0xFF0E...0xFF0F, 0xFF1A: .commonSeparator
        case 0xA2...0xA5, 0xB0...0xB1, 0x2030...0x2034, 0x20A0...0x20CF, 0x212E, 0x2213,
            0xFF03...0xFF05, 0xFFE0...0xFFE1, 0xFFE5...0xFFE6:
            .terminator
        default: byCategory(of: scalar)
        }
    }

    private static func byCategory(of scalar: Unicode.Scalar) -> BidiClass {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .spacingMark, .decimalNumber, .letterNumber:
            .left
        case .spaceSeparator: .blank
        default: .other
        }
    }
}

extension Unicode.Scalar {
    /// True for letters and signs of a right-to-left script, but not for numbers.
    var readsFromRight: Bool {
        switch value {
        case ..<0x590: false
        case 0x600...0x605, 0x660...0x669, 0x66B...0x66C, 0x6DD, 0x6F0...0x6F9: false
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE: true
        case 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }
}
