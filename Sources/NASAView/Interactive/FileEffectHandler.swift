internal import Decoding
internal import Dispatch
internal import Files
internal import PhotoCatalog
internal import PhotoCodec
internal import PhotoPipeline
internal import Screens
internal import Synchronization
internal import SystemPackage

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// The handler of effects that move files to the trash and back, or rotate them.
final class FileEffectHandler: Sendable {
    private let trash: Trash?
    private let decoder: SandboxedDecoder
    private let queue: EventQueue
    /// The files that can be restored, by the paths known to the screens.
    private let items = Mutex<[FilePath: Trash.Item]>([:])
    /// The serial queue of changes, which wait for the disk.
    private let disk = DispatchQueue(label: "files")

    /// Creates a handler; `home` is the folder of the user's trash, or `nil` without a home
    /// directory.
    init(trash home: String?, _ decoder: SandboxedDecoder, posting queue: EventQueue) {
        self.decoder = decoder
        trash = home.map { Trash(home: FilePath($0)) }
        self.queue = queue
    }

    func perform(_ effect: FileEffect) {
        disk.async { [self] in
            switch effect {
            case .trash(let files):
                post(files, { .trashed($0) }) { (file) throws(TrashError) in try move(file) }
            case .turn(let turn): self.turn(turn)
            case .restore(let files):
                post(files, { .restored($0) }) { (file) throws(TrashError) in try restore(file) }
            }
        }
    }

    /// Changes files up to the first failure, and reports the changed files and the failure.
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
                failure = .file(.notMoved(file, TrashFailure(error)))
            }
        }
        queue.post(.library(event(done)))
        if let failure { queue.post(.library(.noticed(failure))) }
    }

    /// Rotates a file, or reports that its pixels cannot be rotated without loss.
    private func turn(_ turn: FileTurn) {
        do throws(TurnFailure) {
            let event: LibraryEvent =
                if try isTurned(turn) { .turned(turn) } else { .imperfect(turn) }
            queue.post(.library(event))
        } catch {
            queue.post(.library(.noticed(.file(.notTurned(turn, error)))))
        }
    }

    private func isTurned(_ turn: FileTurn) throws(TurnFailure) -> Bool {
        let turned: (bytes: [UInt8], version: FileVersion)?
        do throws(PictureFailure) {
            turned = try decoder.turnedFile(
                at: turn.path, by: turn.orientation,
                turn.onlyMarks ? .orientation : .coefficients)
        } catch {
            throw .picture(error)
        }
        guard let (bytes, version) = turned else {
            if turn.onlyMarks { throw .file(.noOrientation) }
            return false
        }
        let isCurrent: Bool
        do throws(Errno) {
            isCurrent = try ReplacedFile.replace(turn.path, by: bytes) {
                FileVersion.now(at: turn.path) == version
            }
        } catch {
            throw .file(.init(error))
        }
        guard isCurrent else { throw .file(.changed) }
        return true
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

extension TurnFailure.FileReason {
    fileprivate init(_ error: Errno) {
        self =
            switch error {
            case .noSpace, .diskQuotaExceeded: .diskFull
            case .permissionDenied, .notPermitted, .readOnlyFileSystem: .notPermitted
            default: .unusable(reason: "\(error)")
            }
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
