// Checks for numbers that are read in only one place, where their range is named.

extension ClosedRange<Int> {
    /// Returns the number if it is in the range; otherwise `nil`.
    package func number(_ number: some BinaryInteger) -> Int? {
        assert(OutsideNumbers.all.contains(lowerBound) && OutsideNumbers.all.contains(upperBound))
        return Int(exactly: number).flatMap { contains($0) ? $0 : nil }
    }

    /// Parses a text; returns `nil` if the text is not an integer, or the integer is out of range.
    package func number(in text: some StringProtocol, radix: Int = 10) -> Int? {
        Int(text, radix: radix).flatMap { number($0) }
    }

    /// Returns the nearest integer; `nil` if `number` is not finite or is out of range.
    package func nearest(_ number: Double) -> Int? {
        Int(exactly: number.rounded()).flatMap { self.number($0) }
    }

    /// Parses an integer and clamps it to the range; returns `nil` for any other text.
    package func clamped(in text: some StringProtocol) -> Int? {
        if let number = Int(text) { return clamped(number) }
        let isNegative = text.utf8.first == UInt8(ascii: "-")
        let digits = text.utf8.dropFirst(isNegative ? 1 : 0)
        guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return isNegative ? lowerBound : upperBound
    }

    /// Returns the number clamped to the range.
    package func clamped(_ number: some BinaryInteger) -> Int {
        Swift.min(Swift.max(Int(clamping: number), lowerBound), upperBound)
    }
}

extension ClosedRange<Double> {
    /// Parses a text; returns `nil` if the text is not a number, or the number is out of range.
    package func number(in text: some StringProtocol) -> Double? {
        Double(text).flatMap { contains($0) ? $0 : nil }
    }
}
