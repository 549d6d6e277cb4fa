internal import Dispatch
internal import Synchronization
package import SystemPackage

/// The watched files and folders that have changed.
package struct FileChange: Hashable, Sendable {
    package var files: [FilePath] = []
    package var folders: [FilePath] = []
}

/// A watcher that reports changes of files and folders together, after a short pause.
///
/// The system reports changes (by inotify or kqueue), so the watcher is idle while nothing changes.
/// Files on other machines, and those beyond the system's limits, are compared once a second.
package final class FileWatcher: Sendable {
    /// The time without further changes before a report, because programs write files in many
    /// steps.
    private static let quiet = Duration.milliseconds(100)
    /// The longest delay of a report, for a file that changes continuously.
    private static let longest = Duration.milliseconds(500)
    private static let pollInterval = Duration.seconds(1)

    private let queue = DispatchQueue(label: "watching")
    private let state: Mutex<State>
    private let isListed: @Sendable ([UInt8]) -> Bool
    private let report: @Sendable (FileChange) -> Void

    private struct State {
        var files: Set<FilePath> = []
        var folders: Set<FilePath> = []
        var isCurrent: @Sendable (FilePath) -> Bool = { _ in true }
        var notifier: ChangeNotifier?
        var changedFiles: Set<FilePath> = []
        var changedFolders: Set<FilePath> = []
        /// The times of the first and last changes that have not been reported; `nil` if all are
        /// reported.
        var first, last: ContinuousClock.Instant?
        /// The polled paths, for which the system may not report all changes, with their last known
        /// state.
        var polled: [FilePath: PolledFile] = [:]
        var isPolling = false
    }

    /// Creates a watcher without folders.
    ///
    /// - Parameters:
    ///   - isListed: returns true for the names of files in a folder whose changes are reported;
    ///     changes of subfolders are always reported.
    ///   - report: receives the changes, on the watcher's queue.
    package init(
        listing isListed: @escaping @Sendable ([UInt8]) -> Bool,
        report: @escaping @Sendable (FileChange) -> Void
    ) {
        self.isListed = isListed
        self.report = report
        state = Mutex(State())
    }

    /// Watches these paths instead of the previous ones.
    ///
    /// `isCurrent` returns false for a file that changed before watching began; `isCurrent` may
    /// wait for the disk.
    package func watch(
        files: [FilePath], folders: [FilePath],
        isCurrent: @escaping @Sendable (FilePath) -> Bool = { _ in true }
    ) {
        queue.async { [self] in
            state.withLock { state in
                (state.files, state.folders) = (Set(files), Set(folders))
                state.isCurrent = isCurrent
            }
            let changed = renew().filter { !isCurrent($0) }
            if !changed.isEmpty { receive(changed.map { ChangeNotifier.Event(path: $0) }) }
        }
    }

    /// Renews the system's watches, and polls the paths whose changes may not all be reported.
    ///
    /// - Returns: the watched files.
    private func renew() -> Set<FilePath> {
        state.withLock { state in
            let folders = state.folders.union(state.files.map(\.folder))
            if state.notifier == nil, !folders.isEmpty {
                state.notifier = ChangeNotifier(on: queue) { [weak self] in self?.receive($0) }
            }
            let paths = folders.union(state.files)
            let missed = state.notifier?.watch(paths) ?? paths
            // If a missing file is created again, the watch of the file's folder reports the
            // change.
            let unreported = missed.filter {
                !state.files.contains($0) || missed.contains($0.folder)
            }
            state.polled = Dictionary(
                uniqueKeysWithValues: unreported.map { ($0, state.polled[$0] ?? PolledFile($0)) })
            if !state.polled.isEmpty { poll(&state) }
            return state.files
        }
    }

    private func receive(_ events: [ChangeNotifier.Event]) {
        let isFirst = state.withLock { state in
            for event in events { note(event, in: &state) }
            guard !state.changedFiles.isEmpty || !state.changedFolders.isEmpty else { return false }
            let now = ContinuousClock.now
            defer { (state.first, state.last) = (state.first ?? now, now) }
            return state.first == nil
        }
        if isFirst { flush(after: Self.quiet) }
    }

    private func note(_ event: ChangeNotifier.Event, in state: inout State) {
        // Without a name, the path itself has changed, or any entry of the folder may have changed.
        guard let name = event.name else {
            if state.files.contains(event.path) { state.changedFiles.insert(event.path) }
            guard state.folders.contains(event.path) || event.isOverflow else { return }
            state.changedFolders.formUnion(event.isOverflow ? state.folders : [event.path])
            if event.isOverflow { state.changedFiles = state.files }
            return
        }
        let path = event.path.appending(bytes: name)
        if state.files.contains(path) { state.changedFiles.insert(path) }
        if state.folders.contains(event.path), event.isFolder || isListed(name) {
            state.changedFolders.insert(event.path)
        }
    }

    private func flush(after time: Duration) {
        queue.asyncAfter(deadline: .now() + time.seconds) { [weak self] in self?.flush() }
    }

    /// Reports the changes, or waits again if the changes continue.
    private func flush() {
        let now = ContinuousClock.now
        let wait = state.withLock { state -> Duration? in
            guard let first = state.first, let last = state.last else { return nil }
            let rest = min(Self.quiet - (now - last), Self.longest - (now - first))
            return rest > .zero ? rest : nil
        }
        if let wait { return flush(after: wait) }
        let change = state.withLock { state in
            defer {
                (state.changedFiles, state.changedFolders) = ([], [])
                (state.first, state.last) = (nil, nil)
            }
            return FileChange(
                files: Array(state.changedFiles), folders: Array(state.changedFolders))
        }
        // A replaced file is a different file to the system, and must be watched anew.
        _ = renew()
        report(change)
    }

    private func poll(_ state: inout State) {
        guard !state.isPolling else { return }
        state.isPolling = true
        queue.asyncAfter(deadline: .now() + Self.pollInterval.seconds) { [weak self] in
            self?.comparePolled()
        }
    }

    private func comparePolled() {
        let polled = state.withLock { state in
            state.isPolling = false
            return state.polled
        }
        let now = polled.mapValues { _ in () }.keys.map { ($0, PolledFile($0)) }
        let changed = now.filter { polled[$0.0] != $0.1 }.map(\.0)
        state.withLock { state in
            for (path, file) in now where state.polled[path] != nil { state.polled[path] = file }
            if !state.polled.isEmpty { poll(&state) }
        }
        if !changed.isEmpty { receive(changed.map { ChangeNotifier.Event(path: $0) }) }
    }
}

/// The properties of a file or folder that polling compares.
private struct PolledFile: Equatable {
    private let device, inode: UInt64
    private let size, modified: Int64

    init(_ path: FilePath) {
        let status = try? Stat(path.isEmpty ? "." : path)
        device = status.map { UInt64(truncatingIfNeeded: $0.deviceID.rawValue) } ?? 0
        inode = status.map { UInt64(truncatingIfNeeded: $0.inode.rawValue) } ?? 0
        size = status.map { Int64($0.size) } ?? -1
        modified = status?.st_mtim.nanoseconds ?? 0
    }
}

extension FilePath {
    /// The folder that contains the file; empty for a path without a folder.
    fileprivate var folder: FilePath { removingLastComponent() }
}

extension Duration {
    fileprivate var seconds: Double { self / .seconds(1) }
}
