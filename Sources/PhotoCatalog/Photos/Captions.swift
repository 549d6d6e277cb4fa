/// A caption of a video: words and the time at which they are spoken.
package struct Caption: Hashable, Sendable {
    /// The time from the start of the video, in whole seconds.
    package let seconds: Int
    /// The text on one line, without tags; the text is untrusted and must be sanitised before
    /// display.
    package let text: String

    package init(seconds: Int, text: String) {
        self.seconds = seconds
        self.text = text
    }
}

/// A reader of captions in both of NASA's formats: SubRip (`.srt`) and WebVTT (`.vtt`).
///
/// Both formats contain time lines, `00:01:02,345 --> 00:01:04,000`, each followed by text up to a
/// blank line. Everything else (numbers, names, headings, notes, styles) precedes a time line and
/// is skipped. Many files contain errors: missing blank lines, times out of order, or letters in a
/// Windows encoding.
package enum CaptionFile {
    private typealias Line = ArraySlice<UInt8>

    /// The maximum number of captions: one per second for more than five hours.
    private static let limit = 20_000
    /// The maximum length of a text in bytes.
    ///
    /// Two lines of 40 letters are usual; tags make a text longer.
    private static let textLimitBytes = 1000
    private static let lineLimit = 100

    /// Returns the captions in the file's order; an empty array if the file contains no captions.
    ///
    /// - Complexity: O(bytes) for any content, because the function compares bytes instead of
    ///   characters, which may have any length.
    package static func captions(in bytes: [UInt8]) -> [Caption] {
        var captions: [Caption] = []
        var open: (seconds: Int, lines: [Line])?
        for line in lines(of: utf8(bytes)) {
            guard captions.count < limit else { return captions }
            if let start = start(of: line) {
                // If a blank line is missing, the last line of this caption is the number of the
                // next one.
                if let last = open?.lines.last, isNumber(last) { open?.lines.removeLast() }
                close(&open, into: &captions)
                open = (start, [])
            } else if line.allSatisfy(blanks.contains) {
                close(&open, into: &captions)
            } else if open.map({ $0.lines.count < lineLimit }) ?? false {
                open?.lines.append(line)
            }
        }
        close(&open, into: &captions)
        return captions
    }

    /// Ends a caption.
    ///
    /// A caption is omitted if it has no text or repeats the preceding text: in captions that roll
    /// up, each text appears twice.
    private static func close(
        _ open: inout (seconds: Int, lines: [Line])?, into captions: inout [Caption]
    ) {
        guard let caption = open else { return }
        open = nil
        let whole = caption.lines.joined(separator: [space]).prefix(textLimitBytes)
        let text = plain(Array(whole))
        guard !text.isEmpty, text != captions.last?.text else { return }
        captions.append(Caption(seconds: caption.seconds, text: text))
    }

    /// Returns the lines of a text with the line ends of Unix, Windows or old Macs.
    private static func lines(of text: [UInt8]) -> [Line] {
        var lines: [Line] = []
        var start = 0
        for (index, byte) in text.enumerated() where byte == lineFeed || byte == carriageReturn {
            let isSecondOfTwo = byte == lineFeed && index > 0 && text[index - 1] == carriageReturn
            if !isSecondOfTwo { lines.append(text[start..<index]) }
            start = index + 1
        }
        return lines + [text[start...]]
    }

    private static func isNumber(_ line: Line) -> Bool {
        let number = line.drop(while: blanks.contains)
        return !number.isEmpty && number.allSatisfy(digits.contains)
    }

    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    private static let blanks = Array(" \t".utf8)
    private static let space = UInt8(ascii: " ")
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")
}

// Parsing of times.
extension CaptionFile {
    private static let arrow = Array("-->".utf8)

    /// Returns the start of a caption, in seconds, from its time line; `nil` for any other line.
    private static func start(of line: Line) -> Int? {
        let time = line.drop(while: blanks.contains).prefix(timeLimitBytes)
        guard let end = time.firstRange(of: arrow)?.lowerBound else { return nil }
        return seconds(time[..<end].prefix { !blanks.contains($0) })
    }

    /// The maximum length of a time in bytes, including the arrow and some blanks before the arrow.
    private static let timeLimitBytes = 40

    /// Returns the seconds of a time such as `01:02:03,456`, `02:03.456` or `02:03`; `nil` for any
    /// other text.
    ///
    /// A number may have at most four digits.
    private static func seconds(_ time: Line) -> Int? {
        let whole = time.prefix { $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: ".") }
        let parts = whole.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count) else { return nil }
        var seconds = 0
        for part in parts {
            guard (1...4).contains(part.count), part.allSatisfy(digits.contains) else {
                return nil
            }
            let number = part.reduce(0) { $0 * 10 + Int($1 - digits.lowerBound) }
            seconds = seconds * 60 + number
        }
        return seconds
    }
}

// Conversion of texts.
extension CaptionFile {
    /// Returns the bytes as UTF-8.
    ///
    /// UTF-16 is recognised by a byte order mark; other bytes that are not valid UTF-8 are read as
    /// Windows-1252.
    private static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        switch (bytes.first, bytes.dropFirst().first) {
        case (0xFF, 0xFE): utf16(bytes) { UInt16($0) | UInt16($1) << 8 }
        case (0xFE, 0xFF): utf16(bytes) { UInt16($0) << 8 | UInt16($1) }
        default:
            String(validating: bytes, as: UTF8.self) == nil
                ? windows(bytes) : Array(bytes.trimmingPrefix(byteOrderMark))
        }
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private static func utf16(_ bytes: [UInt8], _ unit: (UInt8, UInt8) -> UInt16) -> [UInt8] {
        let units = stride(from: 2, to: bytes.count - 1, by: 2).map {
            unit(bytes[$0], bytes[$0 + 1])
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    /// Converts text in Windows-1252 to UTF-8.
    private static func windows(_ bytes: [UInt8]) -> [UInt8] {
        let scalars = bytes.map { byte in
            (0x80...0x9F).contains(byte) ? windowsSigns[Int(byte) - 0x80] : Unicode.Scalar(byte)
        }
        return Array(String(String.UnicodeScalarView(scalars)).utf8)
    }

    /// The characters of the bytes from 0x80 to 0x9F in Windows-1252; five bytes are not assigned.
    private static let windowsSigns = Array(
        "€\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ".unicodeScalars)

    /// Returns the text without its tags (`<i>`, `<v Roger>`, `<00:01.000>`, `{\an8}`) and with
    /// entities replaced by their characters.
    private static func plain(_ text: [UInt8]) -> String {
        var output: [UInt8] = []
        var rest = text[...]
        while let byte = rest.first {
            if let end = endOfTag(rest) {
                rest = rest[end...]
            } else {
                output.append(byte)
                rest = rest.dropFirst()
            }
        }
        return HTMLStripper.cleaned(String(decoding: output, as: UTF8.self))
            .split { $0.isWhitespace }.joined(separator: " ")
    }

    /// Returns the index after the tag that begins at this position; `nil` if no tag begins there.
    private static func endOfTag(_ text: Line) -> Int? {
        let next = text.dropFirst().first ?? 0
        let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(next | 0x20)
        let ending: UInt8
        switch text.first {
        case UInt8(ascii: "<")
        where isLetter || digits.contains(next) || next == UInt8(ascii: "/"):
            ending = UInt8(ascii: ">")
        case UInt8(ascii: "{") where next == UInt8(ascii: "\\"): ending = UInt8(ascii: "}")
        default: return nil
        }
        return text.prefix(tagLimitBytes).firstIndex(of: ending).map { $0 + 1 }
    }

    private static let tagLimitBytes = 100
}
