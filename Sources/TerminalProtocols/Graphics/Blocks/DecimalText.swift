/// The text of each number from 0 to 255 and a semicolon, ready to be stored as one number.
enum DecimalText {
    /// Up to four bytes from the lowest up.
    static let texts: [UInt32] = (0..<256).map { number in
        "\(number);".utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    static func length(of number: UInt8) -> Int { number < 10 ? 2 : number < 100 ? 3 : 4 }
}
