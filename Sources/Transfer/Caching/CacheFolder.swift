internal import PhotoCatalog

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// The folder of the cache, held open: all calls are relative to it and follow no link.
///
/// Its calls wait for the disk.
final class CacheFolder: Sendable {
    private let descriptor: Int32

    /// Opens the folder, and makes what is missing of it, for this user alone.
    init(path: String) throws(CacheTrouble) {
        _ = Self.survivesSizeLimits
        var parent = try Self.open("/", in: AT_FDCWD)
        let names = path.split(separator: "/").map(String.init)
        for (index, name) in names.enumerated() {
            let above = parent
            defer { close(above) }
            // The last two are ours: `nasa-view` and the version. Those above may be links.
            parent = try Self.open(name, in: parent, isOurs: index >= names.count - 2)
        }
        descriptor = parent
    }

    deinit { close(descriptor) }

    /// Opens a file for reading, nil where there is none that can be read.
    func open(_ name: String) -> CacheReading? {
        let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        return file < 0 ? nil : CacheReading(file)
    }

    /// Writes a file under another name and renames it, so that it is there whole or not at all.
    func write(_ parts: [[UInt8]], as name: String) throws(CacheTrouble) {
        let temporary = Leftover.name
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let file = openat(descriptor, temporary, flags, 0o600)
        guard file >= 0 else { throw CacheTrouble(number: errno) }
        var isWritten = parts.allSatisfy { Self.write($0, to: file) }
        var number = errno
        // A full disk may be told only here.
        if close(file) != 0, isWritten { (isWritten, number) = (false, errno) }
        if isWritten {
            isWritten = renameat(descriptor, temporary, descriptor, name) == 0
            number = errno
        }
        guard !isWritten else { return }
        unlinkat(descriptor, temporary, 0)
        throw CacheTrouble(number: number)
    }

    func remove(_ name: String) { unlinkat(descriptor, name, 0) }

    /// Says that the server has this version now.
    func renew(_ name: String) {
        utimensat(descriptor, name, nil, AT_SYMLINK_NOFOLLOW)
    }

    /// All names in the folder.
    func names() -> [String] {
        let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0, let listing = fdopendir(copy) else { return [] }
        defer { closedir(listing) }
        var names: [String] = []
        while let item = readdir(listing) {
            let name = withUnsafePointer(to: &item.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            names.append(name)
        }
        return names
    }

    func file(_ name: String) -> CacheFile? {
        var facts = stat()
        guard fstatat(descriptor, name, &facts, AT_SYMLINK_NOFOLLOW) == 0,
            facts.st_mode & S_IFMT == S_IFREG
        else { return nil }
        #if canImport(Glibc)
        let used = facts.st_atim
        #else
        let used = facts.st_atimespec
        #endif
        return CacheFile(
            name: name, byteCount: Int(facts.st_size),
            lastUsed: Int64(used.tv_sec) * 1_000_000_000 + Int64(used.tv_nsec))
    }

    /// A limit on the size of files would otherwise end the program instead of failing a write.
    private static let survivesSizeLimits: Void = { _ = signal(SIGXFSZ, SIG_IGN) }()

    private static func open(
        _ name: String, in parent: Int32, isOurs: Bool = false
    ) throws(CacheTrouble) -> Int32 {
        // 0700 also for what is made above: XDG's base directory specification asks for it.
        let making = parent == AT_FDCWD || mkdirat(parent, name, 0o700) == 0 ? 0 : errno
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (isOurs ? O_NOFOLLOW : 0)
        let folder = openat(parent, name, flags)
        guard folder >= 0 else {
            let number = errno == ENOENT ? making : errno
            throw isOurs && [ELOOP, ENOTDIR].contains(number)
                ? .notOurs : CacheTrouble(number: number)
        }
        guard isOurs else { return folder }
        var facts = stat()
        guard fstat(folder, &facts) == 0, facts.st_uid == geteuid() else {
            close(folder)
            throw .notOurs
        }
        if facts.st_mode & 0o077 != 0 { fchmod(folder, 0o700) }
        return folder
    }

    private static func write(_ bytes: [UInt8], to file: Int32) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = systemWrite(
                    file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }
}

extension CacheTrouble {
    init(number: Int32) {
        self =
            switch number {
            case ENOSPC, EDQUOT, EFBIG: .diskFull
            case EROFS, EACCES, EPERM: .notWritable
            default: .unusable(reason: String(cString: strerror(number)))
            }
    }
}

/// The system's `write`, by a name that the methods of this file do not hide.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(file, bytes, count)
}
