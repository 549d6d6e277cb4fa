package import SystemPackage

/// A file that was saved.
package struct SavedFile: Hashable, Sendable {
    package let file: FilePath
    package let byteCount: Int

    package init(path file: FilePath, byteCount: Int) {
        self.file = file
        self.byteCount = byteCount
    }

    /// Creates a file whose name is a text.
    package init(path: String, byteCount: Int) {
        self.init(path: FilePath(path), byteCount: byteCount)
    }

    /// The path for display, with replacement characters for invalid bytes.
    package var path: String { file.string }
}

/// The reason why a file was not saved; the part that arrived remains, and the next try continues
/// from it.
package enum SavingFailure: Error, Hashable, Sendable {
    /// The library did not list the files.
    case looking(CatalogFailure)
    case fetching(FetchFailure)
    /// There is no file of this size, only those of others.
    case noSuchSize(AssetSize, available: [AssetSize])
    case noFolder(path: String)
    case notWritable(path: String)
    case diskFull
    /// Another program is saving the same file.
    case busy(path: String)
    /// There is no unused number to distinguish the file from others of the same name.
    case tooManyOfName
    /// In the system's words.
    case unusable(reason: String)
}

/// The reason why a file was not moved to the trash, or restored; it stays in its present location.
package enum TrashFailure: Error, Hashable, Sendable {
    case noFile
    /// A folder, a device, or a picture in an archive.
    case notAFile
    /// Its disk has no trash into which it could be renamed; nothing is copied and deleted.
    case noTrash
    case notPermitted
    case diskFull
    /// Another file now has its name.
    case taken
    /// In the system's words.
    case unusable(reason: String)
}

/// Names of files that are safe in any shell or file system.
package enum FileName {
    /// Returns the ASCII letters, digits and `.-_~` of a text, with an underscore for each run of
    /// other characters.
    package static func safe(_ text: String) -> String {
        var name = ""
        for scalar in text.unicodeScalars.prefix(Self.limit) {
            if scalar.isASCII, isKept(Character(scalar)) {
                name.unicodeScalars.append(scalar)
            } else if name.last != "_" {
                name += "_"
            }
        }
        // A dot would hide the file, a dash make it an option, a tilde a home folder.
        name = String(name.drop { ".-~_".contains($0) })
        while let last = name.last, "._".contains(last) { name.removeLast() }
        if name.isEmpty { return "photo" }
        let stem = name.prefix { $0 != "." }.uppercased()
        return reserved.contains(stem) ? "_" + name : name
    }

    /// Returns a name split at its last dot; the extension is without it.
    package static func parts(_ name: String) -> (stem: String, ending: String) {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return (name, "") }
        return (String(name[..<dot]), String(name[name.index(after: dot)...]))
    }

    /// The longest name: file systems accept 255 bytes; a number and `.part.tag` must still fit.
    private static let limit = 200

    private static func isKept(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || ".-_~".contains(character)
    }

    /// Device names that Windows reserves; USB sticks and shares often use its file systems.
    private static let reserved: Set<String> = {
        let ports = (0...9).flatMap { ["COM\($0)", "LPT\($0)"] }
        return Set(ports + ["CON", "PRN", "AUX", "NUL"])
    }()
}
