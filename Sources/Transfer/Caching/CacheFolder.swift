internal import Files
internal import PhotoCatalog

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// The folder of the cache, whose last two names are the cache's: `nasa-view` and the version.
///
/// Its calls wait for the disk.
final class CacheFolder: Sendable {
    private let folder: OwnFolder

    init(path: String) throws(CacheTrouble) {
        _ = Descriptor.survivesSizeLimits
        do throws(FolderTrouble) {
            folder = try OwnFolder(path: path, ownNames: 2)
        } catch {
            throw CacheTrouble(error)
        }
    }

    /// Opens an entry for reading; `nil` if there is none that can be read.
    func open(_ name: String) -> Descriptor? { folder.open(name) }

    func newFile() throws(CacheTrouble) -> NewFile {
        do { return try folder.newFile() } catch { throw CacheTrouble(error) }
    }

    /// Ends an entry with what it says of itself, and names it: it is there whole or not at all.
    func commit(
        _ file: NewFile, ending end: [UInt8], at offset: Int, as name: String
    ) throws(CacheTrouble) {
        guard file.descriptor.write(end, at: offset) else { throw CacheTrouble(.system(errno)) }
        do { try file.commit(as: name) } catch { throw CacheTrouble(error) }
    }

    func remove(_ name: String) { folder.remove(name) }

    /// Says that the server has this version now.
    func renew(_ name: String) { folder.renew(name) }

    func file(_ name: String) -> FolderFile? { folder.file(name) }

    /// The entries there are; what programs left that were ended goes.
    func entries() -> [FolderFile] {
        folder.sweep()
        return folder.names().filter { $0.utf8.count == 64 }.compactMap { folder.file($0) }
    }
}

extension CacheTrouble {
    init(_ trouble: FolderTrouble) {
        self =
            switch trouble {
            case .notOurs: .notOurs
            case .system(ENOSPC), .system(EDQUOT), .system(EFBIG): .diskFull
            case .system(EROFS), .system(EACCES), .system(EPERM): .notWritable
            case .system(let number): .unusable(reason: String(cString: strerror(number)))
            }
    }
}
