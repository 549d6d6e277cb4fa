package import SystemPackage

#if canImport(Glibc)
internal import CFiles
internal import Glibc
#else
internal import Darwin
#endif

/// The trash of the freedesktop specification: files are renamed into it, never copied or deleted.
///
/// If the program is killed, a file is either in its folder or in the trash. A record without a
/// file may remain; the specification requires programs to ignore it.
package struct Trash: Sendable {
    /// The trash folder in the user's home directory, used for files on the same disk.
    private let home: FilePath

    /// Creates the trash of a user.
    ///
    /// - Parameter home: `$XDG_DATA_HOME/Trash`, which is created if it is missing.
    package init(home: FilePath) { self.home = home }

    /// A file in the trash.
    package struct Item: Hashable, Sendable {
        /// The original path, with the links among its folders resolved.
        package let original: FilePath
        let folder: TrashFolder
        let name: String
    }

    /// Moves a file into the trash of its disk; `seconds` since 1970 is the time in the file's
    /// record.
    package func move(_ file: FilePath, at seconds: Int) throws(TrashError) -> Item {
        let location = try FileLocation(file)
        var reason = TrashError.noTrash
        for folder in folders(for: location) {
            do throws(TrashError) {
                return try folder.receive(location, at: seconds)
            } catch .noTrash {
                // The folder is on another mount of the same disk; the next folder may work.
            } catch {
                reason = error
            }
        }
        throw reason
    }

    /// Returns the trash folders to try, in order: the one in the home directory, if the file is on
    /// the same disk, then those at the top of the file's disk.
    ///
    /// If the home directory and the file are on the disk of `/`, the list has only the former's
    /// trash.
    private func folders(for location: FileLocation) -> [TrashFolder] {
        let isAtHome = FileLocation.device(ofNearest: home) == location.device
        let top = location.top
        return (isAtHome ? [TrashFolder(path: home, ownNames: 1, top: nil)] : [])
            + (isAtHome && top == "/" ? [] : TrashFolder.all(atTop: top, user: getuid()))
    }

    /// Moves a file back to its original path, unless that path is taken.
    package static func restore(_ item: Item) throws(TrashError) {
        try item.folder.give(item.name, back: item.original)
    }
}

/// The reason why a file was not moved into or out of the trash.
package enum TrashError: Error, Hashable, Sendable {
    case noFile
    /// The path names a folder, a device, or an entry of an archive.
    case notAFile
    /// The file's disk has no trash into which the file can be renamed.
    case noTrash
    /// The original path of a file to be restored is taken.
    case taken
    case system(Errno)
}

/// The location of a file: a folder with its links resolved, and the file's name in that folder.
struct FileLocation {
    let folder: FilePath
    let name: FilePath
    let device: UInt64

    var path: FilePath { folder.pushing(name) }

    init(_ file: FilePath) throws(TrashError) {
        let parent = file.removingLastComponent()
        guard let last = file.lastComponent, last.kind == .regular,
            let folder = Self.resolved(parent.isEmpty ? "." : parent)
        else { throw .noFile }
        // The parent is a file: the path names an entry of an archive.
        guard FolderReader.isFolder(folder) else { throw .notAFile }
        self.folder = folder
        name = FilePath(root: nil, [last])
        guard let facts = try? Stat(folder.pushing(name), flags: .symlinkNoFollow) else {
            throw .noFile
        }
        guard facts.type == .regular || facts.type == .symbolicLink else { throw .notAFile }
        device = UInt64(truncatingIfNeeded: facts.deviceID.rawValue)
    }

    private static func resolved(_ path: FilePath) -> FilePath? {
        guard let text = path.withPlatformString({ realpath($0, nil) }) else { return nil }
        defer { free(text) }
        return FilePath(platformString: text)
    }

    /// The highest folder that is above the file and on the file's disk.
    var top: FilePath {
        var top = folder
        while top != "/" {
            let above = top.removingLastComponent()
            guard Self.device(of: above) == device else { break }
            top = above
        }
        return top
    }

    /// Returns the device number of a folder, or of its nearest existing parent.
    static func device(ofNearest path: FilePath) -> UInt64? {
        var path = path
        while device(of: path) == nil, !path.isEmpty, path != "/" { path.removeLastComponent() }
        return device(of: path)
    }

    private static func device(of path: FilePath) -> UInt64? {
        (try? Stat(path)).map { UInt64(truncatingIfNeeded: $0.deviceID.rawValue) }
    }
}

/// A trash folder, with the subfolders `files` and `info`.
package struct TrashFolder: Hashable, Sendable {
    let path: FilePath
    /// The number of the path's last components that must be folders of this user, not links.
    let ownNames: Int
    /// The folder to which recorded paths are relative; `nil` if the paths are absolute.
    let top: FilePath?

    /// Returns the trash folders at the top of a disk, the preferred one first.
    ///
    /// The administrator's `.Trash` is used only if it is not a link and no other user can rename
    /// its entries.
    static func all(atTop top: FilePath, user: UInt32) -> [TrashFolder] {
        let shared = top.appending(".Trash")
        let facts = try? Stat(shared, flags: .symlinkNoFollow)
        let isSafe = facts?.type == .directory && facts?.permissions.contains(.saveText) == true
        let own = TrashFolder(path: top.appending(".Trash-\(user)"), ownNames: 1, top: top)
        let inShared = TrashFolder(path: shared.appending("\(user)"), ownNames: 1, top: top)
        return isSafe ? [inShared, own] : [own]
    }

    /// Writes the record, which claims the name, and then moves the file.
    func receive(_ location: FileLocation, at seconds: Int) throws(TrashError) -> Trash.Item {
        let (files, info) = (try open("files"), try open("info"))
        let record = record(of: location, at: seconds)
        for name in Self.names(for: location.name) {
            guard try write(record, as: name, in: info) else { continue }
            if files.receive(location.path, as: name) {
                return Trash.Item(original: location.path, folder: self, name: name)
            }
            let error = Errno(rawValue: errno)
            info.remove(name + Self.ending)
            switch error {
            // A file without a record has this name.
            case .fileExists: continue
            case .improperLink: throw .noTrash
            case .noSuchFileOrDirectory: throw .noFile
            default: throw .system(error)
            }
        }
        throw .system(.fileExists)
    }

    func give(_ name: String, back destination: FilePath) throws(TrashError) {
        let (files, info) = (try open("files"), try open("info"))
        guard files.give(name, to: destination) else {
            let error = Errno(rawValue: errno)
            throw error == .fileExists ? .taken : .system(error)
        }
        info.remove(name + Self.ending)
    }

    private func open(_ part: String) throws(TrashError) -> SecureDirectory {
        // `SecureDirectory` takes the path as a string, which must be valid UTF-8.
        guard path.isText else { throw .noTrash }
        do throws(DirectoryError) {
            return try SecureDirectory(
                path: path.appending(part).string, ownNames: ownNames + 1)
        } catch .system(let error) where error == .noSpace || error == .diskQuotaExceeded {
            throw .system(error)
        } catch {
            throw .noTrash
        }
    }

    /// Writes a record; returns false if its name is taken.
    private func write(
        _ record: [UInt8], as name: String, in info: SecureDirectory
    ) throws(TrashError) -> Bool {
        do throws(Errno) {
            try info.create(name + Self.ending, containing: record)
            return true
        } catch .fileExists {
            return false
        } catch {
            throw .system(error)
        }
    }

    private static let ending = ".trashinfo"
    /// The maximum number of files with one name in a trash.
    private static let limit = 10_000
    /// The maximum length of a stem in bytes.
    ///
    /// A name has at most 255 bytes, which include a number and the record's extension.
    private static let stemBytes = 235

    /// Returns the names to try in the trash; a name that is not UTF-8 is escaped, because the
    /// record contains the exact path.
    private static func names(for name: FilePath) -> some Sequence<String> {
        var stem = name.isText ? name.string : name.escaped
        while stem.utf8.count > stemBytes { stem.removeLast() }
        return (0..<limit).lazy.map { [stem] in $0 == 0 ? stem : "\(stem) \($0)" }
    }

    private func record(of location: FileLocation, at seconds: Int) -> [UInt8] {
        let bytes = location.path.bytes
        // In a trash at the top of a disk, paths are relative to that folder, because the disk may
        // be mounted elsewhere.
        let start = top.map { $0 == "/" ? 1 : $0.length + 1 } ?? 0
        let path = Self.escaped(bytes.dropFirst(start))
        let text = "[Trash Info]\nPath=\(path)\nDeletionDate=\(Self.date(seconds))\n"
        return Array(text.utf8)
    }

    /// Returns a path percent-encoded as in a URL, except for ASCII letters, digits and `-_.~/`.
    private static func escaped(_ path: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789ABCDEF"), kept = Set("-_.~/".utf8)
        return path.reduce(into: "") { text, byte in
            let character = Character(Unicode.Scalar(byte))
            if kept.contains(byte)
                || (character.isASCII && (character.isLetter || character.isNumber))
            {
                text.append(character)
            } else {
                text += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
            }
        }
    }

    /// Returns the local time in the specification's format: `2026-11-27T01:02:03`.
    private static func date(_ seconds: Int) -> String {
        var (time, parts) = (time_t(seconds), tm())
        localtime_r(&time, &parts)
        var text = [CChar](repeating: 0, count: 32)
        strftime(&text, text.count, "%Y-%m-%dT%H:%M:%S", &parts)
        return String(
            decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
