/// A CSI sequence taken apart, after ECMA-48, 5.4.
package struct ControlFunction: Hashable, Sendable {
    /// One of `<=>?` before the parameters, or nothing.
    package let marker: String
    /// The parameters, each with its subparameters; an empty one is nil.
    package let parameters: [[Int?]]
    /// The intermediate bytes and the final one.
    package let name: String

    /// What tells one function from another: `?h`, `H`, `?$p`.
    package var key: String { marker + name }

    /// The first value of a parameter, or what stands for it when it is absent or 0.
    package func value(_ index: Int, otherwise standard: Int = 1) -> Int {
        guard parameters.indices.contains(index), let value = parameters[index].first ?? nil,
            value != 0
        else { return standard }
        return value
    }

    /// Reads what follows `ESC [`, or gives nil where the bytes are no control function.
    init?(_ bytes: [UInt8]) {
        var rest = bytes[...]
        marker =
            rest.first.map { (0x3c...0x3f).contains($0) } == true ? Self.text(rest.prefix(1)) : ""
        rest = rest.dropFirst(marker.utf8.count)
        let digits = rest.prefix { (0x30...0x3b).contains($0) }
        let last = rest.dropFirst(digits.count)
        guard let final = last.last, (0x40...0x7e).contains(final),
            last.dropLast().allSatisfy({ (0x20...0x2f).contains($0) }),
            let parameters = Self.parameters(Self.text(digits))
        else { return nil }
        self.parameters = parameters
        name = Self.text(last)
    }

    /// More digits than any terminal reads; also keeps the number in an `Int`.
    private static let digitLimit = 9

    private static func parameters(_ text: String) -> [[Int?]]? {
        guard !text.isEmpty else { return [] }
        var all: [[Int?]] = []
        for part in text.split(separator: ";", omittingEmptySubsequences: false) {
            let pieces = part.split(separator: ":", omittingEmptySubsequences: false)
            guard pieces.allSatisfy({ $0.utf8.count <= digitLimit }) else { return nil }
            all.append(pieces.map { Int($0) })
        }
        return all
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self)
    }
}
