internal import Files
internal import FoundationEssentials
internal import PhotoCatalog
internal import Synchronization
internal import SystemPackage

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// A file that is not all here yet, with a note beside it by which the rest is asked for.
///
/// It is locked while it is held: two programs do not write into one file.
final class PartialDownload: Sendable {
    private struct State {
        /// What is here is of this version; nil where it is to be fetched from the start.
        var version: HTTPValidator?
        var byteCount: Int
        var total: Int?
        var failure: SavingFailure?
    }

    private let path: String
    private let note: ResumeData
    private let file: Descriptor
    private let state: Mutex<State>

    /// Opens what there is of a file, or begins one.
    init(path: String, address: PhotoAddress) throws(SavingFailure) {
        self.path = path
        note = ResumeData(path: path + ".tag", address: address.text)
        file = try Self.openLocked(path)
        let byteCount = Int(lseek(file.number, 0, SEEK_END))
        let version = byteCount > 0 ? note.read() : nil
        state = Mutex(State(version: version, byteCount: version == nil ? 0 : byteCount))
    }

    /// What to ask for: the rest of what is here, or nil for all.
    var condition: HTTPCondition? {
        state.withLock { state in
            state.version.map { .rest(from: state.byteCount, of: $0) }
        }
    }

    var sink: BodyHandler {
        BodyHandler(begin: { self.begin($0) }, take: { self.take($0) })
    }

    /// Why nothing more could be written; nil where the disk is not to blame.
    var failure: SavingFailure? { state.withLock { $0.failure } }

    /// Forgets what is here.
    func startAnew() {
        state.withLock { state in
            state.version = nil
            state.byteCount = 0
        }
    }

    /// Takes bytes that need not be fetched.
    func fill(_ file: OpenFile) throws(SavingFailure) {
        let isWritten = begin(total: file.byteCount) && file.forEachPiece { take($0) }
        if !isWritten { throw failure ?? .diskFull }
    }

    /// The first bytes, once all are here and safe on the disk.
    func complete() throws(SavingFailure) -> (start: [UInt8], byteCount: Int) {
        let (byteCount, total) = state.withLock { ($0.byteCount, $0.total) }
        guard total == nil || total == byteCount else {
            throw .fetching(.interrupted(reason: "\(byteCount) of \(total ?? 0) bytes came"))
        }
        guard byteCount > 0 else { throw .fetching(.interrupted(reason: "the file is empty")) }
        guard fsync(file.number) == 0 || errno == EINVAL else { throw Self.failure(path) }
        return (OpenFile(file, byteCount: byteCount).start(512), byteCount)
    }

    /// Gives the file its name, or one like it that is free.
    ///
    /// - Returns: the path.
    func finish(as stem: String, ending: String, in folder: String) throws(SavingFailure) -> String
    {
        for number in 0..<Self.namesLimit {
            let name =
                stem + (number == 0 ? "" : "-\(number)") + (ending.isEmpty ? "" : ".\(ending)")
            let place = folder + "/" + name
            if link(path, place) == 0 || (Self.hasNoLinks(errno) && Self.take(place, from: path)) {
                unlink(path)
                note.remove()
                return place
            }
            guard errno == EEXIST else { throw Self.failure(place) }
        }
        throw .unusable(reason: "too many files of this name")
    }

    /// Removes what came: it is not what was asked for.
    func discard() {
        unlink(path)
        note.remove()
    }

    /// More copies of one photo than this are not meant.
    private static let namesLimit = 10_000

    private func begin(_ head: HTTPHead) -> Bool {
        if head.status == 206 {
            return state.withLock { state in
                guard let range = head.contentRange, range.first == state.byteCount else {
                    state.version = nil
                    return false
                }
                state.total = range.total
                return true
            }
        }
        guard begin(total: head.expectedBytes) else { return false }
        // Before the bytes: without it they would be of no known version.
        let version = head.validator.ifRange != nil && note.write(head.validator)
        state.withLock { $0.version = version ? head.validator : nil }
        return true
    }

    private func begin(total: Int?) -> Bool {
        note.remove()
        return state.withLock { state in
            state.version = nil
            state.byteCount = 0
            state.total = total
            return file.resize(to: 0)
        }
    }

    private func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
        state.withLock { state in
            do throws(Errno) {
                try file.write(bytes, at: state.byteCount)
            } catch {
                state.failure = Self.failure(path, error.rawValue)
                return false
            }
            state.byteCount += bytes.count
            return true
        }
    }

    private static func openLocked(_ path: String) throws(SavingFailure) -> Descriptor {
        let number = systemOpen(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o666)
        guard let file = Descriptor(number) else { throw failure(path) }
        var (held, named) = (stat(), stat())
        guard flock(number, LOCK_EX | LOCK_NB) == 0, fstat(number, &held) == 0,
            // Another program may have finished it meanwhile.
            lstat(path, &named) == 0, held.st_ino == named.st_ino, held.st_mode & S_IFMT == S_IFREG
        else { throw .busy(path: path) }
        return file
    }

    /// Some file systems know no second names (FAT).
    private static func hasNoLinks(_ number: Int32) -> Bool {
        [EPERM, ENOTSUP, EOPNOTSUPP, EMLINK, ENOSYS].contains(number)
    }

    /// Takes a free name by an empty file, which is then replaced.
    private static func take(_ place: String, from path: String) -> Bool {
        let file = systemOpen(place, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
        guard file >= 0 else { return false }
        close(file)
        return rename(path, place) == 0
    }

    private static func failure(_ path: String, _ number: Int32 = errno) -> SavingFailure {
        switch number {
        case ENOSPC, EDQUOT, EFBIG: .diskFull
        case EROFS, EACCES, EPERM, ELOOP: .notWritable(path: path)
        case ENOENT, ENOTDIR: .noFolder(path: path)
        default: .unusable(reason: String(cString: strerror(number)))
        }
    }
}

/// The system's `open`, by a name that the methods of this file do not hide.
private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
    open(path, flags, mode)
}

/// Beside a part of a file: where it comes from, and of which version it is.
struct ResumeData {
    let path: String
    let address: String

    /// The version of the part; nil where the note is of something else, or there is none.
    func read() -> HTTPValidator? {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        let text = String(decoding: data, as: UTF8.self)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count == 4, lines[0] == address else { return nil }
        let version = HTTPValidator(
            entityTag: String(lines[1]), lastModified: String(lines[2]))
        return version.ifRange == nil ? nil : version
    }

    func write(_ version: HTTPValidator) -> Bool {
        let lines = [address, version.entityTag ?? "", version.lastModified ?? "", ""]
        return FileManager.default.createFile(
            atPath: path, contents: Data(lines.joined(separator: "\n").utf8))
    }

    func remove() {
        // Where there is none there is nothing to remove.
        try? FileManager.default.removeItem(atPath: path)
    }
}
