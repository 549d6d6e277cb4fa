import Imaging

/// Writes FITS files: headers of cards, and arrays of numbers (FITS standard 4.0), with independent
/// code.
struct FITSWriter: Sendable {
    var bits = 16
    var axes: [Int]
    /// Further cards, such as `BZERO   =                32768`.
    var cards: [String] = []
    /// The name of an extension; `nil` for the first unit.
    var name: String?
    /// Replaces the cards derived from the other properties.
    var firstCards: [String]?

    /// A number as stored in the file, in its lowest bits.
    typealias Number = (_ place: Int) -> UInt64

    func unit(_ number: Number) -> [UInt8] { header + Self.padded(data(number), with: 0) }

    var header: [UInt8] {
        let kind =
            name == nil
            ? ["SIMPLE  =                    T / conforms to FITS"] : ["XTENSION= 'IMAGE   '"]
        let sizes = axes.enumerated().map { Self.card("NAXIS\($0 + 1)", $1) }
        let usual =
            kind + [Self.card("BITPIX", bits), Self.card("NAXIS", axes.count)] + sizes
            + (name.map {
                [
                    "PCOUNT  =                    0", "GCOUNT  =                    1",
                    "EXTNAME = '\($0)'",
                ]
            } ?? [])
        let lines = (firstCards ?? usual) + cards + ["END"]
        return Self.padded(lines.flatMap { Self.line($0) }, with: 0x20)
    }

    func data(_ number: Number) -> [UInt8] {
        let bytes = abs(bits) / 8
        return (0..<axes.reduce(axes.isEmpty ? 0 : 1, *)).flatMap { place in
            let number = number(place)
            return (0..<bytes).map { UInt8(truncatingIfNeeded: number >> (8 * (bytes - 1 - $0))) }
        }
    }

    static func card(_ keyword: String, _ number: Int) -> String {
        let digits = String(number)
        let name = keyword + String(repeating: " ", count: max(0, 8 - keyword.count))
        return name + "= " + String(repeating: " ", count: max(0, 20 - digits.count)) + digits
    }

    private static func line(_ text: String) -> [UInt8] {
        Array(text.utf8.prefix(80)) + Array(repeating: 0x20, count: max(0, 80 - text.utf8.count))
    }

    private static func padded(_ bytes: [UInt8], with byte: UInt8) -> [UInt8] {
        bytes + Array(repeating: byte, count: (2880 - bytes.count % 2880) % 2880)
    }
}
