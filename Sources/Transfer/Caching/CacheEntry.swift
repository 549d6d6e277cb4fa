internal import Files
internal import PhotoCatalog

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// A reply or a picture as it is kept: the file of the cache itself.
struct CacheEntry: Sendable {
    let record: CacheRecord
    /// Its bytes, which are the first of the cache's file.
    let file: OpenFile
    /// Since the server was last known to have this version; negative if a clock was turned back.
    let ageSeconds: Int

    var isFresh: Bool { record.isFresh(atAge: ageSeconds) }

    /// The name of the file for an address: nothing of the address is in it.
    static func name(of address: PhotoAddress) -> String { SHA256.hexadecimal(of: address.text) }
}

extension CacheEntry {
    /// The entry in a file of the cache, if every byte of it is as it was written.
    init?(in descriptor: Descriptor, for address: String, now: Int) {
        var facts = stat()
        guard fstat(descriptor.number, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        let size = Int(facts.st_size)
        let endBytes = min(CacheRecord.limitBytes, size)
        let end = descriptor.read(endBytes, at: size - endBytes)
        guard let (record, byteCount) = end.flatMap({ CacheRecord.read($0) }),
            record.address == address, record.length == size - byteCount
        else { return nil }
        let file = OpenFile(descriptor, byteCount: record.length)
        guard Checksum.of(file) == record.checksum else { return nil }
        #if canImport(Glibc)
        let written = facts.st_mtim
        #else
        let written = facts.st_mtimespec
        #endif
        Self.markUsed(descriptor, keeping: written)
        self.init(record: record, file: file, ageSeconds: now &- written.tv_sec)
    }

    /// The time of last use decides what goes first; many disks do not keep it by themselves.
    private static func markUsed(_ descriptor: Descriptor, keeping written: timespec) {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        futimens(descriptor.number, [now, written])
    }
}
