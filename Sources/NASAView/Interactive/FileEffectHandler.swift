internal import Dispatch
internal import Files
internal import PhotoCatalog
internal import Screens
internal import Synchronization
internal import SystemPackage

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Moves files to the trash and back.
final class FileEffectHandler: Sendable {
    private let trash: Trash?
    private let queue: EventQueue
    /// What can be restored, by the names that the screens know.
    private let items = Mutex<[FilePath: Trash.Item]>([:])
    /// One change after the other: each waits for the disk.
    private let disk = DispatchQueue(label: "files")

    /// - Parameter home: the folder of the user's trash; `nil` if the user has no home.
    init(trash home: String?, posting queue: EventQueue) {
        trash = home.map { Trash(home: FilePath($0)) }
        self.queue = queue
    }

    func perform(_ effect: FileEffect) {
        disk.async { [self] in
            switch effect {
            case .trash(let files):
                post(files, { .trashed($0) }) { (file) throws(TrashError) in try move(file) }
            case .restore(let files):
                post(files, { .restored($0) }) { (file) throws(TrashError) in try restore(file) }
            }
        }
    }

    /// Changes the files up to the first that cannot be changed, and reports both.
    private func post(
        _ files: [FilePath], _ event: ([FilePath]) -> LibraryEvent,
        _ change: (FilePath) throws(TrashError) -> Void
    ) {
        var done: [FilePath] = []
        var failure: Notice?
        for file in files where failure == nil {
            do throws(TrashError) {
                try change(file)
                done.append(file)
            } catch {
                failure = .notMoved(file, TrashFailure(error))
            }
        }
        queue.post(.library(event(done)))
        if let failure { queue.post(.library(.noticed(failure))) }
    }

    private func move(_ file: FilePath) throws(TrashError) {
        guard let trash else { throw .noTrash }
        let item = try trash.move(file, at: time(nil))
        items.withLock { $0[file] = item }
    }

    private func restore(_ file: FilePath) throws(TrashError) {
        guard let item = items.withLock({ $0[file] }) else { throw .noFile }
        try Trash.restore(item)
        items.withLock { $0[file] = nil }
    }
}

extension TrashFailure {
    fileprivate init(_ error: TrashError) {
        self =
            switch error {
            case .noFile: .noFile
            case .notAFile: .notAFile
            case .noTrash: .noTrash
            case .taken: .taken
            case .system(.noSpace), .system(.diskQuotaExceeded): .diskFull
            case .system(.permissionDenied), .system(.notPermitted),
                .system(.readOnlyFileSystem):
                .notPermitted
            case .system(let error): .unusable(reason: "\(error)")
            }
    }
}
