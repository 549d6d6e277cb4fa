package import SystemPackage

/// A file that the program has saved.
package struct SavedFile: Hashable, Sendable {
    package let file: FilePath
    package let byteCount: Int

    package init(path file: FilePath, byteCount: Int) {
        self.file = file
        self.byteCount = byteCount
    }

    /// Creates a file whose path is given as a string.
    package init(path: String, byteCount: Int) {
        self.init(path: FilePath(path), byteCount: byteCount)
    }

    /// The path for display, with replacement characters for invalid bytes.
    package var path: String { file.string }
}

/// The reason why a file was not saved; the next attempt continues after the bytes received so
/// far.
package enum SavingFailure: Error, Hashable, Sendable {
    /// The list of files could not be fetched from the library.
    case looking(CatalogFailure)
    case fetching(FetchFailure)
    /// The photo has no file of this size; the second value is the list of available sizes.
    case noSuchSize(AssetSize, available: [AssetSize])
    case noFolder(path: String)
    case notWritable(path: String)
    case diskFull
    /// Another program is saving the same file.
    case busy(path: String)
    /// All numbers that distinguish files with the same name are in use.
    case tooManyOfName
    /// The system reports an error; `reason` is the system's text.
    case unusable(reason: String)
}

/// The reason why a file was not moved to the trash or restored; the file is unchanged.
package enum TrashFailure: Error, Hashable, Sendable {
    case noFile
    /// The path is that of a folder, of a device, or of a picture in an archive.
    case notAFile
    /// The file's disk has no trash to which the file can be moved by renaming.
    ///
    /// Files are never copied and then deleted.
    case noTrash
    case notPermitted
    case diskFull
    /// Another file has the original name now.
    case taken
    /// The system reports an error; `reason` is the system's text.
    case unusable(reason: String)
}

/// File names that are safe in any shell or file system.
package enum FileName {
    /// Returns a safe name for a text.
    ///
    /// The name contains the text's ASCII letters, digits and `.-_~`, with an underscore for each
    /// run of other characters. Signs at the start, and dots and underscores at the end, are
    /// removed. If nothing remains, the name is `photo`.
    package static func safe(_ text: String) -> String {
        var name = ""
        for scalar in text.unicodeScalars.prefix(Self.limit) {
            if scalar.isASCII, isKept(Character(scalar)) {
                name.unicodeScalars.append(scalar)
            } else if name.last != "_" {
                name += "_"
            }
        }
        // At the start of a name, a dot hides the file, a dash means an option, and a tilde means a
        // home folder.
        name = String(name.drop { ".-~_".contains($0) })
        while let last = name.last, "._".contains(last) { name.removeLast() }
        if name.isEmpty { return "photo" }
        let stem = name.prefix { $0 != "." }.uppercased()
        return reserved.contains(stem) ? "_" + name : name
    }

    /// Returns a name split at its last dot, which neither part contains; a dot at the start of the
    /// name does not count.
    package static func parts(_ name: String) -> (stem: String, ending: String) {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return (name, "") }
        return (String(name[..<dot]), String(name[name.index(after: dot)...]))
    }

    /// The maximum length of a name in bytes.
    ///
    /// File systems accept 255 bytes, which must also suffice for a number and `.part.tag`.
    private static let limit = 200

    private static func isKept(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || ".-_~".contains(character)
    }

    /// The device names that Windows reserves; USB sticks and network shares often use Windows file
    /// systems.
    private static let reserved: Set<String> = {
        let ports = (0...9).flatMap { ["COM\($0)", "LPT\($0)"] }
        return Set(ports + ["CON", "PRN", "AUX", "NUL"])
    }()
}
