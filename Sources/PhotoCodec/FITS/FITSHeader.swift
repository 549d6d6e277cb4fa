internal import Imaging

/// A header of a FITS file: cards of 80 characters in blocks of 2880 bytes, up to the card `END`.
///
/// The program reads FITS without cfitsio, which parses file names, opens files and has global
/// state. Headers and arrays are easy to read without a library, and arrays allow random access.
/// Section numbers refer to the FITS standard 4.0.
struct FITSHeader: Sendable {
    static let blockBytes = 2880

    /// The text of the cards before `END`.
    private let text: [UInt8]
    /// The offset of the data that follow the header.
    let end: Int

    /// Reads the header at an offset of the file.
    ///
    /// - Throws: `.damaged` if there is no header, or no `END` within the limit.
    init(_ bytes: PhotoBytes, at offset: Int) throws(DecodingFailure) {
        var text: [UInt8] = []
        var count: Int?
        while count == nil {
            guard text.count < DecodingLimits.fitsHeaderBytes,
                let block = Self.block(bytes, at: offset + text.count)
            else { throw .damaged(.badHeader) }
            count = Self.end(in: block).map { text.count + $0 }
            text += block
        }
        end = offset + text.count
        self.text = Array(text[..<(count ?? 0)])
    }

    /// Returns the block at an offset; `nil` if the file ends before the end of the block.
    private static func block(_ bytes: PhotoBytes, at offset: Int) -> [UInt8]? {
        let block = [UInt8](unsafeUninitializedCapacity: blockBytes) { buffer, count in
            count = bytes.read(
                into: UnsafeMutableRawBufferPointer(
                    start: buffer.baseAddress, count: blockBytes), at: offset)
        }
        return block.count == blockBytes ? block : nil
    }

    /// Returns the offset of the END card in a block; `nil` if the block has no such card.
    private static func end(in block: [UInt8]) -> Int? {
        stride(from: 0, to: block.count, by: FITSCard.byteCount).first { offset in
            block[offset..<(offset + 8)].elementsEqual("END     ".utf8)
        }
    }

    var byteCount: Int { text.count }

    /// All cards except blank ones; long texts that continue in the next card are joined.
    var cards: [FITSCard] {
        var cards: [FITSCard] = []
        for offset in stride(from: 0, to: text.count, by: FITSCard.byteCount) {
            let card = FITSCard(text[offset..<(offset + FITSCard.byteCount)])
            if card.keyword == "CONTINUE", let whole = cards.last?.continued(by: card) {
                cards[cards.count - 1] = whole
            } else if !card.isBlank {
                cards.append(card)
            }
        }
        return cards
    }

    func integer(_ keyword: String) -> Int? {
        if case .integer(let number) = value(keyword) { number } else { nil }
    }

    /// Returns a finite number, integer or real; `nil` if the value is missing or of another type.
    func number(_ keyword: String) -> Double? {
        switch value(keyword) {
        case .integer(let number): Double(number)
        case .real(let number): number.isFinite ? number : nil
        default: nil
        }
    }

    func text(_ keyword: String) -> String? {
        if case .text(let text) = value(keyword) { text } else { nil }
    }

    func isTrue(_ keyword: String) -> Bool { value(keyword) == .logical(true) }

    /// Returns the value of the first card with this keyword; `nil` without such a card.
    private func value(_ keyword: String) -> FITSCard.Value? {
        let name = Array(keyword.utf8)
        let padded = name + Array(repeating: UInt8(ascii: " "), count: max(0, 8 - name.count))
        let offset = stride(from: 0, to: text.count, by: FITSCard.byteCount).first {
            text[$0..<($0 + 8)].elementsEqual(padded)
        }
        return offset.flatMap { FITSCard(text[$0..<($0 + FITSCard.byteCount)]).value }
    }
}

/// A card of a FITS header: a keyword, a value and a comment (section 4.1).
struct FITSCard: Hashable, Sendable {
    static let byteCount = 80

    enum Value: Hashable, Sendable {
        case logical(Bool)
        case integer(Int)
        case real(Double)
        case text(String)
        /// The text of any other value, such as a complex number.
        case other(String)
    }

    let keyword: String
    let value: Value?
    let comment: String

    /// Creates a card from its text.
    ///
    /// - Precondition: `bytes` has 80 elements.
    init(_ bytes: ArraySlice<UInt8>) {
        let text = Array(bytes)
        let name = Self.trimmed(text[..<8])
        if name == "HIERARCH", let equals = text.firstIndex(of: UInt8(ascii: "=")) {
            self.init(Self.trimmed(text[8..<equals]), field: text[(equals + 1)...])
        } else if text[8...].starts(with: "= ".utf8) {
            self.init(name, field: text[10...])
        } else if name == "CONTINUE" {
            self.init(name, field: text[8...])
        } else {
            self.init(keyword: name, value: nil, comment: Self.trimmed(text[8...]))
        }
    }

    private init(keyword: String, value: Value?, comment: String) {
        self.keyword = keyword
        self.value = value
        self.comment = comment
    }

    /// Creates a card from a field: a value, and a comment after a slash.
    private init(_ keyword: String, field: ArraySlice<UInt8>) {
        let start = field.drop { $0 == UInt8(ascii: " ") }
        guard start.first == UInt8(ascii: "'") else {
            let parts = start.split(
                separator: UInt8(ascii: "/"), maxSplits: 1, omittingEmptySubsequences: false)
            self.init(
                keyword: keyword, value: Self.value(Self.trimmed(parts.first ?? [])),
                comment: Self.trimmed(parts.dropFirst().first ?? []))
            return
        }
        let (text, rest) = Self.quoted(start.dropFirst())
        let comment = rest.drop { $0 != UInt8(ascii: "/") }.dropFirst()
        self.init(keyword: keyword, value: .text(text), comment: Self.trimmed(comment))
    }

    /// Returns the text up to the closing quotation mark, without trailing blanks.
    ///
    /// Two quotation marks in sequence stand for one.
    private static func quoted(_ bytes: ArraySlice<UInt8>) -> (String, rest: ArraySlice<UInt8>) {
        var text: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "'") {
                guard rest.first == byte else { break }
                rest = rest.dropFirst()
            }
            text.append(byte)
        }
        let end = text.lastIndex { $0 != UInt8(ascii: " ") } ?? -1
        return (String(decoding: text[...end], as: UTF8.self), rest)
    }

    private static func value(_ text: String) -> Value? {
        switch text {
        case "": return nil
        case "T": return .logical(true)
        case "F": return .logical(false)
        default: break
        }
        if let number = Int(text) { return .integer(number) }
        // Fortran writes the exponents of double-precision numbers with the letter D.
        let isNumber = text.utf8.allSatisfy { "+-.0123456789EDed".utf8.contains($0) }
        let number =
            isNumber ? Double(text.replacing("D", with: "E").replacing("d", with: "E")) : nil
        return number.map { .real($0) } ?? .other(text)
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
        let start = bytes.drop { $0 == UInt8(ascii: " ") }
        let end = start.lastIndex { $0 != UInt8(ascii: " ") }
        return end.map { String(decoding: start[...$0], as: UTF8.self) } ?? ""
    }

    var isBlank: Bool { keyword.isEmpty && value == nil && comment.isEmpty }

    /// Returns this card joined with the next card's text; `nil` without a continuation (4.2.1.2).
    fileprivate func continued(by next: FITSCard) -> FITSCard? {
        guard case .text(let text) = value, text.last == "&", case .text(let more) = next.value
        else { return nil }
        let comments = [comment, next.comment].filter { !$0.isEmpty }
        return FITSCard(
            keyword: keyword, value: .text(String(text.dropLast()) + more),
            comment: comments.joined(separator: " "))
    }

    /// The value and the comment in one line, for the list of facts.
    var line: String {
        let text =
            switch value {
            case .logical(let isTrue)?: isTrue ? "T" : "F"
            case .integer(let number)?: String(number)
            case .real(let number)?: String(number)
            case .text(let text)?, .other(let text)?: text
            case nil: ""
            }
        guard !comment.isEmpty else { return text }
        return text.isEmpty ? comment : "\(text) / \(comment)"
    }
}
