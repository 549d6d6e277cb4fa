internal import CFiles
internal import Dispatch
internal import SystemPackage

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// A watcher of files and folders that uses inotify on Linux and kqueue elsewhere.
final class ChangeNotifier: @unchecked Sendable {
    /// A change of the file or folder at a path, or of a named entry in that folder.
    struct Event: Sendable {
        let path: FilePath
        var name: [UInt8]?
        var isFolder = false
        /// True if the system has lost reports; the path is then empty.
        var isOverflow = false
    }

    /// The queue on which all methods are called and changes are reported.
    private let queue: DispatchQueue
    private let report: @Sendable ([Event]) -> Void

    #if canImport(Glibc)
    private let file: Descriptor
    private let source: any DispatchSourceRead
    /// The paths of each inotify watch, by the watch's descriptor; several paths may refer to one
    /// file.
    private var paths: [Int32: Set<FilePath>] = [:]
    /// The size of the buffer for inotify's reports, in bytes.
    ///
    /// A report has a header of 16 bytes and a name of at most 255 bytes.
    private static let bufferBytes = 64 << 10
    private static let changes =
        IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO
        | IN_DELETE_SELF | IN_MOVE_SELF

    /// Creates a notifier; `nil` if the system allows no further inotify instance.
    init?(on queue: DispatchQueue, report: @escaping @Sendable ([Event]) -> Void) {
        guard let file = Descriptor(inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK)))
        else { return nil }
        (self.queue, self.report, self.file) = (queue, report, file)
        source = DispatchSource.makeReadSource(fileDescriptor: file.number, queue: queue)
        source.setEventHandler { [weak self] in self?.read() }
        // Keeps the descriptor open until the source is cancelled: a new descriptor with the same
        // number would be mistaken for the old one, and would never be read.
        source.setCancelHandler { withExtendedLifetime(file) {} }
        source.activate()
    }

    deinit { source.cancel() }

    /// Watches these paths instead of the previous ones.
    ///
    /// - Returns: the paths for which the system may not report all changes.
    func watch(_ wanted: Set<FilePath>) -> Set<FilePath> {
        var (found, unreported): ([Int32: Set<FilePath>], Set<FilePath>) = ([:], [])
        for path in wanted {
            let name: FilePath = path.isEmpty ? "." : path
            let number = name.withPlatformString {
                inotify_add_watch(file.number, $0, UInt32(Self.changes))
            }
            if number >= 0 { found[number, default: []].insert(path) }
            if number < 0 || Self.isRemote(name) { unreported.insert(path) }
        }
        for number in paths.keys where found[number] == nil {
            inotify_rm_watch(file.number, number)
        }
        paths = found
        return unreported
    }

    /// True if other machines can write to the path's file system.
    private static func isRemote(_ path: FilePath) -> Bool {
        remoteKinds.contains(path.withPlatformString { cfiles_file_system($0) })
    }

    /// The file system types of NFS, SMB, CIFS, SMB2, FUSE, 9P, Ceph, AFS and vboxsf, from
    /// statfs(2) and the kernel's magic.h.
    private static let remoteKinds: Set<Int> = [
        0x6969, 0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x6573_5546, 0x0102_1997, 0x00C3_6400,
        0x5346_414F, 0x786F_4256,
    ]

    private func read() {
        var events: [Event] = []
        withUnsafeTemporaryAllocation(byteCount: Self.bufferBytes, alignment: 16) { buffer in
            let count = Glibc.read(file.number, buffer.baseAddress, buffer.count)
            guard count > 0 else { return }
            events = self.events(in: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
        if !events.isEmpty { report(events) }
    }

    private func events(in bytes: UnsafeRawBufferPointer) -> [Event] {
        var (events, offset): ([Event], Int) = ([], 0)
        let headBytes = MemoryLayout<inotify_event>.size
        while offset + headBytes <= bytes.count {
            let head = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
            let end = offset + headBytes + Int(head.len)
            guard end <= bytes.count else { break }
            let name = bytes[(offset + headBytes)..<end].prefix { $0 != 0 }
            events += self.events(head, name: Array(name))
            offset = end
        }
        return events
    }

    private func events(_ head: inotify_event, name: [UInt8]) -> [Event] {
        let has = { (kind: Int32) in head.mask & UInt32(bitPattern: kind) != 0 }
        if has(IN_Q_OVERFLOW) { return [Event(path: "", isOverflow: true)] }
        return (paths[head.wd] ?? []).map {
            Event(path: $0, name: name.isEmpty ? nil : name, isFolder: has(IN_ISDIR))
        }
    }
    #else
    private var sources: [FilePath: any DispatchSourceFileSystemObject] = [:]

    init?(on queue: DispatchQueue, report: @escaping @Sendable ([Event]) -> Void) {
        (self.queue, self.report) = (queue, report)
    }

    deinit { for source in sources.values { source.cancel() } }

    /// Watches these paths instead of the previous ones, and opens all files again.
    ///
    /// - Returns: the paths that cannot be opened, whose changes are not reported.
    func watch(_ wanted: Set<FilePath>) -> Set<FilePath> {
        for source in sources.values { source.cancel() }
        sources = [:]
        var unreported: Set<FilePath> = []
        for path in wanted {
            let number = (path.isEmpty ? "." : path).withPlatformString { open($0, O_EVTONLY) }
            guard number >= 0 else {
                unreported.insert(path)
                continue
            }
            let source = DispatchSource.makeFileSystemObjectSource(
                fileDescriptor: number,
                eventMask: [.write, .extend, .attrib, .delete, .rename, .revoke], queue: queue)
            source.setEventHandler { [report] in report([Event(path: path)]) }
            source.setCancelHandler { close(number) }
            source.activate()
            sources[path] = source
        }
        return unreported
    }
    #endif
}
