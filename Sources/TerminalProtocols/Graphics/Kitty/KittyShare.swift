/// Where a terminal on this machine finds a picture's samples.
package enum KittyShare: Hashable, Sendable {
    /// A POSIX shared memory object, which the terminal unlinks.
    case sharedMemory(name: String)
    /// A temporary file, which the terminal deletes.
    ///
    /// It does so only for a name with `tty-graphics-protocol` in a folder for temporary files.
    case file(path: String)

    var letter: String {
        switch self {
        case .sharedMemory: "s"
        case .file: "t"
        }
    }

    var name: [UInt8] {
        switch self {
        case .sharedMemory(let name): Array(name.utf8)
        case .file(let path): Array(path.utf8)
        }
    }
}
