/// Names of files that cause no surprise in any shell or file system.
package enum FileName {
    /// ASCII letters, digits and `.-_~` of a text, an underline for each run of all else.
    package static func safe(_ text: String) -> String {
        var name = ""
        for scalar in text.unicodeScalars.prefix(Self.limit) {
            let isPlain = scalar.isASCII && isKept(Character(scalar))
            if isPlain {
                name.unicodeScalars.append(scalar)
            } else if name.last != "_" {
                name += "_"
            }
        }
        // A dot would hide the file, a dash make it an option, a tilde a home.
        name = String(name.drop { ".-~_".contains($0) })
        while let last = name.last, "._".contains(last) { name.removeLast() }
        if name.isEmpty { return "photo" }
        let stem = name.prefix { $0 != "." }.uppercased()
        return reserved.contains(stem) ? "_" + name : name
    }

    /// A name cut at its last dot; the ending is without it.
    package static func parts(_ name: String) -> (stem: String, ending: String) {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return (name, "") }
        return (String(name[..<dot]), String(name[name.index(after: dot)...]))
    }

    /// File systems take 255 bytes; a number and `.part.tag` must still fit behind.
    private static let limit = 200

    private static func isKept(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || ".-_~".contains(character)
    }

    /// Devices in the file systems of Windows, which sticks and shares come from.
    private static let reserved: Set<String> = {
        let ports = (0...9).flatMap { ["COM\($0)", "LPT\($0)"] }
        return Set(ports + ["CON", "PRN", "AUX", "NUL"])
    }()
}
