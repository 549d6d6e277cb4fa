internal import TerminalDevice

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// What standard output leads to.
enum OutputKind {
    case terminal, file, pipe

    static var found: OutputKind {
        if TTY.isOutput { return .terminal }
        var status = stat()
        guard fstat(STDOUT_FILENO, &status) == 0 else { return .pipe }
        return status.st_mode & S_IFMT == S_IFIFO || status.st_mode & S_IFMT == S_IFSOCK
            ? .pipe : .file
    }
}
