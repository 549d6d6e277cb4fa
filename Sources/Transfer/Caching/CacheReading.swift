#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// A file of the cache while it is read.
struct CacheReading: ~Copyable {
    private let descriptor: Int32

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// The entry, if every byte of it is as it was written.
    func entry(for address: String, now: Int) -> CacheEntry? {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
        let start = bytes(from: 0, count: min(CacheHeader.limitBytes, Int(facts.st_size)))
        guard let (header, offset) = start.flatMap({ CacheHeader.read($0[...]) }),
            header.address == address, header.length == Int(facts.st_size) - offset,
            let body = bytes(from: offset, count: header.length),
            Checksum.of(body) == header.checksum
        else { return nil }
        #if canImport(Glibc)
        let written = facts.st_mtim
        #else
        let written = facts.st_mtimespec
        #endif
        markUsed(keeping: written)
        return CacheEntry(header: header, body: body, ageSeconds: now &- written.tv_sec)
    }

    /// The time of last use decides what goes first; many disks do not keep it by themselves.
    private func markUsed(keeping written: timespec) {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        futimens(descriptor, [now, written])
    }

    /// So many bytes, or nil where they are not there.
    private func bytes(from offset: Int, count: Int) -> [UInt8]? {
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let more = pread(
                    descriptor, buffer.baseAddress?.advanced(by: filled), count - filled,
                    off_t(offset + filled))
                if more < 0, errno == EINTR { continue }
                guard more > 0 else { return }
                filled += more
            }
        }
        return bytes.count == count ? bytes : nil
    }
}
