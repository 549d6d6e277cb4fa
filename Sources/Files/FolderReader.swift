package import SystemPackage

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Functions that list folders and query paths without opening files.
///
/// All functions wait for the disk.
package enum FolderReader {
    package struct Entry: Hashable, Sendable {
        package let name: [UInt8]
        package let kind: Kind
    }

    package enum Kind: Hashable, Sendable {
        case folder
        /// A regular file or a link; also anything but a folder if the file system reports no
        /// types.
        case file
        /// A pipe, a socket or a device.
        case other
    }

    /// True if the path is a folder or a link to one.
    package static func isFolder(_ path: FilePath) -> Bool {
        guard let status = try? Stat(path) else { return false }
        return status.type == .directory
    }

    /// True if something exists at a path; a link without a target does not count.
    package static func exists(_ path: FilePath) -> Bool { (try? Stat(path)) != nil }

    /// True for a named pipe, such as one that a shell creates for the output of a command: `<(…)`.
    package static func isPipe(_ path: FilePath) -> Bool { (try? Stat(path))?.type == .fifo }

    /// Returns at most `limit` entries of a folder, unordered, without `.` and `..`.
    package static func entries(of path: FilePath, limit: Int) throws(Errno) -> [Entry] {
        let folder = path.withPlatformString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard folder >= 0 else { throw Errno(rawValue: errno) }
        return items(in: folder, limit: limit).map { name, type in
            Entry(name: name, kind: kind(type, name, in: path))
        }
    }

    /// Returns at most `limit` names in an open folder, unordered, without `.` and `..`, each with
    /// its `d_type`.
    ///
    /// Closes the folder; returns an empty array if the folder cannot be read.
    static func items(in folder: Int32, limit: Int = .max) -> [(name: [UInt8], type: UInt8)] {
        guard let listing = fdopendir(folder) else {
            close(folder)
            return []
        }
        defer { closedir(listing) }
        var items: [(name: [UInt8], type: UInt8)] = []
        while items.count < limit, let item = readdir(listing) {
            let name = withUnsafePointer(to: &item.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { name in
                    UnsafeBufferPointer(start: name, count: strnlen(name, 256))
                        .map { UInt8(bitPattern: $0) }
                }
            }
            guard name != [dot], name != [dot, dot] else { continue }
            items.append((name, item.pointee.d_type))
        }
        return items
    }

    private static let dot = UInt8(ascii: ".")

    private static func kind(_ type: UInt8, _ name: [UInt8], in folder: FilePath) -> Kind {
        switch Int(type) {
        case Int(DT_DIR): .folder
        case Int(DT_REG), Int(DT_LNK): .file
        // Some file systems do not report the type.
        case Int(DT_UNKNOWN): isFolder(folder.appending(bytes: name)) ? .folder : .file
        default: .other
        }
    }
}
