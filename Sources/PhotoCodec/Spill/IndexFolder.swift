#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A folder of indices, a file each; the oldest go when there are too many bytes.
struct IndexFolder: Sendable {
    /// Ten gigapixels of photos.
    private static let limitBytes = 256 << 20
    /// A file of this name is being written, or was when its program was killed.
    private static let unfinished = "unfinished-"
    private static let suffix = ".index"

    let path: String

    var shelf: IndexShelf {
        IndexShelf(load: { load($0) }, store: { store($0, as: $1) })
    }

    private func load(_ key: String) -> [UInt8]? {
        guard let file = try? FileDescriptor(path: place(of: key)),
            file.byteCount <= Self.limitBytes
        else { return nil }
        return try? file.readAll()
    }

    /// Whole or not at all: what cannot be written is learned anew the next time.
    private func store(_ bytes: [UInt8], as key: String) {
        SpillFolder.make(path)
        makeRoom(for: bytes.count)
        var name = Array("\(path)/\(Self.unfinished)XXXXXX".utf8CString)
        let file = mkstemp(&name)
        guard file >= 0 else { return }
        let isWritten = Self.write(bytes, to: file)
        guard close(file) == 0, isWritten, rename(name, place(of: key)) == 0 else {
            unlink(name)
            return
        }
    }

    private static func write(_ bytes: [UInt8], to file: Int32) -> Bool {
        bytes.withUnsafeBytes { source in
            var done = 0
            while done < source.count {
                let rest = UnsafeRawBufferPointer(rebasing: source[done...])
                let count = systemWrite(file, rest)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                done += count
            }
            return true
        }
    }

    /// The name hides the path it stands for, and has no letters a file system could mind.
    private func place(of key: String) -> String {
        var (first, second): (UInt64, UInt64) = (0xCBF2_9CE4_8422_2325, 0x6C62_272E_07BB_0142)
        for byte in key.utf8 {
            first = (first ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
            second = (second ^ UInt64(byte)) &* 0x9FB2_1C65_1E98_DF25
            second ^= second >> 31
        }
        return "\(path)/\(String(first, radix: 36))-\(String(second, radix: 36))\(Self.suffix)"
    }

    private struct Kept {
        let path: String
        let byteCount: Int
        let time: Int
    }

    private func makeRoom(for byteCount: Int) {
        var kept = self.kept.sorted { $0.time < $1.time }
        var total = kept.reduce(byteCount) { $0 + $1.byteCount }
        while total > Self.limitBytes, !kept.isEmpty {
            let oldest = kept.removeFirst()
            unlink(oldest.path)
            total -= oldest.byteCount
        }
    }

    /// The indices there are; what was not finished within a minute never will be, and goes.
    private var kept: [Kept] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var kept: [Kept] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            var status = stat()
            guard stat("\(path)/\(name)", &status) == 0 else { continue }
            let file = Kept(
                path: "\(path)/\(name)", byteCount: Int(status.st_size),
                time: status.modifiedSeconds)
            if name.hasPrefix(Self.unfinished), file.time < time(nil) - 60 { unlink(file.path) }
            if name.hasSuffix(Self.suffix) { kept.append(file) }
        }
        return kept
    }
}

/// `write(2)`, whose name the type's own method hides.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(file, bytes.baseAddress, bytes.count)
}

extension stat {
    fileprivate var modifiedSeconds: Int {
        #if canImport(Darwin)
        st_mtimespec.tv_sec
        #else
        st_mtim.tv_sec
        #endif
    }
}
