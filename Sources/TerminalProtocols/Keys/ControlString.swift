/// A finished sequence from the terminal, taken apart but not yet understood.
enum ControlString: Hashable {
    /// `CSI prefix parameters intermediates final`; sub-parameters after a colon are left out.
    case csi(prefix: UInt8?, parameters: [Int], intermediates: [UInt8], final: UInt8)
    case osc([UInt8])
    case dcs([UInt8])
    case apc([UInt8])

    /// Takes apart what stood between `CSI` and the end, the final byte included.
    ///
    /// Missing parameters count as 0, parameters too large for sense as `parameterLimit`.
    static func csi(body: [UInt8]) -> ControlString? {
        guard let final = body.last else { return nil }
        var rest = body.dropLast()
        var prefix: UInt8?
        if let first = rest.first, (0x3C...0x3F).contains(first) {
            prefix = first
            rest = rest.dropFirst()
        }
        let intermediates = rest.filter { (0x20...0x2F).contains($0) }
        let numbers = rest.prefix { (0x30...0x3B).contains($0) }
        guard numbers.count + intermediates.count == rest.count else { return nil }
        return .csi(
            prefix: prefix, parameters: parameters(in: numbers), intermediates: intermediates,
            final: final)
    }

    /// No terminal reports a number this large; larger ones must not overflow.
    static let parameterLimit = 1_000_000_000

    private static func parameters(in bytes: ArraySlice<UInt8>) -> [Int] {
        guard !bytes.isEmpty else { return [] }
        return bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map {
            number(in: $0.prefix { $0 != UInt8(ascii: ":") })
        }
    }

    static func number(in digits: some Sequence<UInt8>) -> Int {
        var value = 0
        for digit in digits {
            guard (0x30...0x39).contains(digit) else { return 0 }
            value = min(parameterLimit, value * 10 + Int(digit) - 0x30)
        }
        return value
    }
}
