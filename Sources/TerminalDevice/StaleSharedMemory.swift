internal import TerminalProtocols

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Shared pictures of programs of ours that were killed: nobody fetches them any more.
package enum StaleSharedMemory {
    /// Where Linux keeps shared memory objects.
    static let sharedMemory = "/dev/shm"
    /// A process of another container may share the folder and be unknown here; its pictures are
    /// fetched within a second.
    private static let leastAgeSeconds = 60

    /// The file that a share is.
    static func path(_ share: KittyTransport) -> String {
        switch share {
        case .sharedMemory(let name): sharedMemory + name
        case .file(let path): path
        }
    }

    /// Where pictures are laid that are files.
    static var folder: String {
        guard let folder = getenv("TMPDIR"), folder[0] == 0x2F else { return "/tmp" }
        return String(cString: folder)
    }

    /// Removes what killed programs have left.
    package static func sweep() {
        for folder in [sharedMemory, folder] {
            for name in names(in: folder) where isLeft(name, in: folder) {
                unlink("\(folder)/\(name.text)")
            }
        }
    }

    private static func isLeft(_ name: SharedPictureName, in folder: String) -> Bool {
        guard kill(name.maker, 0) != 0, errno == ESRCH else { return false }
        var status = stat()
        guard lstat("\(folder)/\(name.text)", &status) == 0, status.st_uid == geteuid(),
            status.st_mode & S_IFMT == S_IFREG
        else { return false }
        return time(nil) - status.modified > leastAgeSeconds
    }

    private static func names(in folder: String) -> [SharedPictureName] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [SharedPictureName] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) {
                    String(cString: $0)
                }
            }
            if let name = SharedPictureName(name) { names.append(name) }
        }
        return names
    }
}

extension stat {
    fileprivate var modified: time_t {
        #if canImport(Glibc)
        st_mtim.tv_sec
        #else
        st_mtimespec.tv_sec
        #endif
    }
}
