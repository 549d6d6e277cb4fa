internal import CNcursesW

/// A terminal for ncurses if no terminfo database is installed: the functions of ECMA-48 that all
/// terminals have, and 256 colours.
///
/// ncurses accepts a compiled entry instead of the name of a database (terminfo(5), "TERMINFO").
package enum FallbackTerminal {
    package static let name = "nasa-view-fallback"

    /// The value of TERMINFO that describes this terminal.
    package static var entry: String {
        "hex:" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Opens a screen of this terminal; returns `nil` if ncurses was built without support for
    /// entries in TERMINFO.
    static func open(
        _ output: UnsafeMutablePointer<FILE>, _ input: UnsafeMutablePointer<FILE>
    ) -> OpaquePointer? {
        let found = getenv("TERMINFO").map { String(cString: $0) }
        setenv("TERMINFO", entry, 1)
        defer {
            if let found { setenv("TERMINFO", found, 1) } else { unsetenv("TERMINFO") }
        }
        return newterm(name, output, input)
    }

    // Capabilities are identified by their positions in the tables of term(5).

    /// The flags am and xenl.
    private static let booleans = [1, 4]
    /// The values of cols, it, lines, colors and pairs.
    private static let numbers = [0: 80, 1: 8, 2: 24, 13: 256, 14: 32767]
    private static let strings = [
        1: "\u{7}",  // bel
        2: "\r",  // cr
        5: "\u{1B}[H\u{1B}[2J",  // clear
        6: "\u{1B}[K",  // el
        7: "\u{1B}[J",  // ed
        10: "\u{1B}[%i%p1%d;%p2%dH",  // cup
        11: "\n",  // cud1
        12: "\u{1B}[H",  // home
        13: "\u{1B}[?25l",  // civis
        14: "\u{8}",  // cub1
        16: "\u{1B}[?25h",  // cnorm
        17: "\u{1B}[C",  // cuf1
        19: "\u{1B}[A",  // cuu1
        27: "\u{1B}[1m",  // bold
        30: "\u{1B}[2m",  // dim
        34: "\u{1B}[7m",  // rev
        36: "\u{1B}[4m",  // smul
        39: "\u{1B}[m",  // sgr0
        44: "\u{1B}[24m",  // rmul
        107: "\u{1B}[%p1%dB",  // cud
        111: "\u{1B}[%p1%dD",  // cub
        112: "\u{1B}[%p1%dC",  // cuf
        114: "\u{1B}[%p1%dA",  // cuu
        129: "\n",  // ind
        297: "\u{1B}[39;49m",  // op
        359: colour(first: 3, bright: 9, extended: 38),  // setaf
        360: colour(first: 4, bright: 10, extended: 48),  // setab
    ]

    /// Returns the string that sets a colour; the first eight colours, the eight bright ones, and
    /// the others have different sequences.
    private static func colour(first: Int, bright: Int, extended: Int) -> String {
        "\u{1B}[%?%p1%{8}%<%t\(first)%p1%d%e%p1%{16}%<%t\(bright)%p1%{8}%-%d%e\(extended);5;%p1%d%;m"
    }

    /// The compiled entry, in the format of term(5): a header of six numbers, the name, three
    /// tables, and the strings.
    private static var bytes: [UInt8] {
        let text = name + "|terminal of ECMA-48\0"
        let isSet = flags(booleans)
        let (places, table) = stringTable()
        var bytes: [UInt8] = []
        let head = [magic, text.utf8.count, isSet.count, 15, places.count, table.count]
        for number in head { append(number, to: &bytes) }
        bytes += Array(text.utf8) + isSet
        // Numbers begin at an even offset.
        if !bytes.count.isMultiple(of: 2) { bytes.append(0) }
        for index in 0..<15 { append(numbers[index] ?? -1, to: &bytes) }
        for index in places { append(index, to: &bytes) }
        return bytes + table
    }

    private static let magic = 0o432

    private static func flags(_ set: [Int]) -> [UInt8] {
        (0...(set.max() ?? 0)).map { set.contains($0) ? 1 : 0 }
    }

    /// Returns the offsets of all strings in their table, and the table.
    ///
    /// The offset is -1 for a string that the terminal lacks.
    private static func stringTable() -> ([Int], [UInt8]) {
        var table: [UInt8] = []
        let places = (0...(strings.keys.max() ?? 0)).map { number in
            guard let text = strings[number] else { return -1 }
            defer { table += Array(text.utf8) + [0] }
            return table.count
        }
        return (places, table)
    }

    private static func append(_ number: Int, to bytes: inout [UInt8]) {
        let word = UInt16(bitPattern: Int16(number))
        bytes += [UInt8(word & 0xFF), UInt8(word >> 8)]
    }
}
