// The door for a number that is read at one place only: the range is named there.

extension ClosedRange<Int> {
    /// The number, if it is in the range.
    package func number(_ number: some BinaryInteger) -> Int? {
        assert(OutsideNumbers.all.contains(lowerBound) && OutsideNumbers.all.contains(upperBound))
        return Int(exactly: number).flatMap { contains($0) ? $0 : nil }
    }

    /// The number that a text is; `nil` if it is no whole number, or one outside the range.
    package func number(in text: some StringProtocol, radix: Int = 10) -> Int? {
        Int(text, radix: radix).flatMap { number($0) }
    }

    /// The whole number that is nearest to another; `nil` if that is no number, or outside the range.
    package func nearest(_ number: Double) -> Int? {
        Int(exactly: number.rounded()).flatMap { self.number($0) }
    }

    /// The whole number that a text is, or the end of the range that it is beyond; `nil` if it is none.
    package func clamped(in text: some StringProtocol) -> Int? {
        if let number = Int(text) { return clamped(number) }
        let isNegative = text.utf8.first == UInt8(ascii: "-")
        let digits = text.utf8.dropFirst(isNegative ? 1 : 0)
        guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return isNegative ? lowerBound : upperBound
    }

    /// The number, or the end of the range that it is beyond.
    package func clamped(_ number: some BinaryInteger) -> Int {
        Swift.min(Swift.max(Int(clamping: number), lowerBound), upperBound)
    }
}

extension ClosedRange<Double> {
    /// The number that a text is; `nil` if it is none, or one outside the range.
    package func number(in text: some StringProtocol) -> Double? {
        Double(text).flatMap { contains($0) ? $0 : nil }
    }
}
