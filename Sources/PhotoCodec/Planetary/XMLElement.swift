internal import Imaging

/// An element of an XML label: its name without a prefix, its text, and its child elements.
///
/// Only the XML that labels need is supported: attributes are skipped, and a document type is
/// rejected because it could define entities.
struct XMLElement: Sendable {
    let name: String
    fileprivate(set) var text = ""
    fileprivate(set) var children: [XMLElement] = []

    /// Returns the first child element with a name; `nil` without such an element.
    subscript(name: String) -> XMLElement? { children.first { $0.name == name } }

    /// Returns the descendants with a name, at any depth.
    func all(named name: String) -> [XMLElement] {
        children.flatMap { ($0.name == name ? [$0] : []) + $0.all(named: name) }
    }

    /// Reads the root element of a label.
    ///
    /// - Throws: `.damaged` if the text is not well-formed or exceeds a limit.
    init(label bytes: PhotoBytes) throws(DecodingFailure) {
        guard bytes.count <= DecodingLimits.labelBytes else { throw .damaged(.badHeader) }
        var reader = XMLReader(bytes.withUnsafeBytes { Array($0) })
        guard let root = reader.root() else { throw .damaged(.badHeader) }
        self = root
    }

    fileprivate init(named name: String) { self.name = name }
}

/// A reader of elements in a UTF-8 text.
private struct XMLReader {
    private let bytes: [UInt8]
    private var position = 0
    private var count = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the root element; `nil` if the text is not well-formed or exceeds a limit.
    mutating func root() -> XMLElement? {
        var open: [XMLElement] = []
        while position < bytes.count {
            guard bytes[position] == UInt8(ascii: "<") else {
                let text = text()
                if !open.isEmpty { open[open.count - 1].text += text }
                continue
            }
            guard !skipOther() else { continue }
            guard let tag = tag() else { return nil }
            if tag.isEnd {
                guard var last = open.popLast(), last.name == tag.name else { return nil }
                last.text = last.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                guard !open.isEmpty else { return last }
                open[open.count - 1].children.append(last)
            } else {
                count += 1
                guard count <= DecodingLimits.labelEntries, open.count < DecodingLimits.xmlDepth
                else { return nil }
                let element = XMLElement(named: tag.name)
                if !tag.isEmpty {
                    open.append(element)
                } else if open.isEmpty {
                    return element
                } else {
                    open[open.count - 1].children.append(element)
                }
            }
        }
        return nil
    }

    private func starts(with text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

    /// Skips a comment or an instruction; returns false if there is none.
    private mutating func skipOther() -> Bool {
        for (start, end) in [("<!--", "-->"), ("<?", "?>")] where starts(with: start) {
            position += start.utf8.count
            while position < bytes.count, !starts(with: end) { position += 1 }
            position = min(bytes.count, position + end.utf8.count)
            return true
        }
        return false
    }

    private mutating func tag() -> (name: String, isEnd: Bool, isEmpty: Bool)? {
        position += 1
        let isEnd = position < bytes.count && bytes[position] == UInt8(ascii: "/")
        if isEnd { position += 1 }
        let start = position
        while position < bytes.count, Self.isOfName(bytes[position]) { position += 1 }
        let name = bytes[start..<position]
        guard let end = endOfTag(), !name.isEmpty else { return nil }
        let isEmpty = bytes[end - 1] == UInt8(ascii: "/") && end > position
        position = end + 1
        let local = name.split(separator: UInt8(ascii: ":")).last ?? name
        return (String(decoding: local, as: UTF8.self), isEnd, isEmpty)
    }

    /// Returns the index of the bracket that ends a tag; `nil` if the bracket is missing.
    ///
    /// Brackets in quotation marks are ignored.
    private func endOfTag() -> Int? {
        var quote = UInt8(0)
        for (index, byte) in bytes[position...].enumerated() {
            if quote != 0 {
                if byte == quote { quote = 0 }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                return position + index
            }
        }
        return nil
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
            UInt8(ascii: "."), UInt8(ascii: ":"), 0x80...0xFF:
            true
        default: false
        }
    }

    /// The five predefined entities.
    private static let entities = [
        "&lt;": "<", "&gt;": ">", "&quot;": "\"", "&apos;": "'", "&amp;": "&",
    ]

    /// Returns the text up to the next tag, with its entities replaced.
    private mutating func text() -> String {
        let rest = bytes[position...].prefix { $0 != UInt8(ascii: "<") }
        position += rest.count
        var text = String(decoding: rest, as: UTF8.self)
        guard rest.contains(UInt8(ascii: "&")) else { return text }
        for entity in ["&lt;", "&gt;", "&quot;", "&apos;", "&amp;"] {
            text = text.replacing(entity, with: Self.entities[entity] ?? "")
        }
        return text
    }
}
