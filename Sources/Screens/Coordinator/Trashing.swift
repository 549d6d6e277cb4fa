internal import Localization
internal import PhotoPipeline
package import SystemPackage
internal import TerminalProtocols

/// Files that were moved to the trash together.
struct TrashedFiles: Sendable {
    let files: [FilePath]
    /// The photos before the move; `nil` if a list or a folder contains them.
    let before: PhotoSequence?
}

// Moves files to the trash and back.
extension ScreenCoordinator {
    /// Returns the files to move to the trash: the marked ones, or the current one.
    func filesToTrash() -> [FilePath] {
        let photos = marks.isEmpty ? [stack.top.reference].compactMap(\.self) : marks.photos
        return photos.compactMap { if case .file(let path) = $0 { path } else { nil } }
    }

    mutating func askToTrash() -> [Effect] {
        // The list has a cursor except at a folder, which the system would move like a file.
        guard stack.top.library == nil || stack.top.library?.cursor != nil else {
            return refuse(.onlyFiles)
        }
        let files = filesToTrash()
        return files.isEmpty ? refuse(.onlyFiles) : show(.file(.question(.trash(files))))
    }

    /// Answers the question in the last line; returns `nil` if there is no question.
    ///
    /// The program's own keys with Ctrl do not answer a question.
    mutating func answer(_ key: KeyPress) -> [Effect]? {
        guard case .file(.question(let question)) = notice else { return nil }
        if key.modifiers == .control, let effects = performOnApp(key) { return effects }
        notice = nil
        guard key == Question.yes else { return [] }
        switch question {
        case .trash(let files): return [.file(.trash(files))]
        case .turn(let turn): return [.file(.turn(turn))]
        }
    }

    /// Restores the files that were moved to the trash most recently.
    mutating func restore() -> [Effect] {
        trashed.last.map { [.file(.restore($0.files))] } ?? show(.refused(.nothingToRestore))
    }

    /// Removes the trashed files from the screens.
    mutating func receive(trashed files: [FilePath]) -> [Effect] {
        guard !files.isEmpty else { return [] }
        let gone = Set(files.map { PhotoReference.file(path: $0) })
        trashed.append(
            TrashedFiles(files: files, before: listed == nil ? stack.top.listCursor?.sequence : nil)
        )
        marks.remove(where: gone.contains)
        return leave(gone) + show(.file(.trashed(files)))
    }

    private mutating func leave(_ gone: Set<PhotoReference>) -> [Effect] {
        var effects: [Effect] = []
        if stack.top.kind == .detail, isGone(stack.top.reference, gone) { effects += back() }
        let compared = stack.top.comparison?.both.map(\.photo) ?? []
        if compared.contains(where: gone.contains) { effects += endComparison() }
        neighbours?.remove(gone)
        effects += stack.each {
            $0.library?.remove(gone)
            return []
        }
        let sequence = listed?.sequence ?? stack.top.listCursor?.sequence.without(gone)
        guard let sequence, var viewer = stack.top.viewer, gone.contains(viewer.photo) else {
            return effects
        }
        effects += viewer.grow(to: sequence, known: [])
        let next = viewer.go(by: 1)
        effects += next.isEmpty ? viewer.go(by: -1) : next
        stack.top.viewer = viewer
        return effects + follow()
    }

    private func isGone(_ photo: PhotoReference?, _ gone: Set<PhotoReference>) -> Bool {
        photo.map(gone.contains) ?? false
    }

    /// Adds restored files to the screens; listed folders report their files themselves.
    mutating func receive(restored files: [FilePath]) -> [Effect] {
        guard let index = trashed.lastIndex(where: { $0.files.contains(where: files.contains) })
        else { return [] }
        let batch = trashed.remove(at: index)
        let left = batch.files.filter { !files.contains($0) }
        if !left.isEmpty { trashed.append(TrashedFiles(files: left, before: batch.before)) }
        let gone = Set(trashed.flatMap(\.files).map { PhotoReference.file(path: $0) })
        var effects = stack.each { $0.library?.listAgain(without: gone) ?? [] }
        if let before = batch.before?.without(gone), listed == nil {
            effects += stack.top.grow(to: before, known: [])
        }
        return effects + grow() + show(.file(.restored(files)))
    }
}

extension LibraryScreen {
    /// Removes files from the list; the selection stays, or moves to the next file.
    mutating func remove(_ gone: Set<PhotoReference>) {
        guard let named = results?.named else { return }
        let before = named.prefix(selected).count(where: gone.contains)
        results?.remove(gone)
        reveal(selected - before)
    }

    /// Lists the named files again, without the files in `gone`.
    mutating func listAgain(without gone: Set<PhotoReference>) -> [Effect] {
        guard let results, case .named = results.wanted else { return [] }
        var list = results.refreshed(newID())
        list.remove(gone)
        let effects = list.begin()
        return replace(by: list, loading: effects)
    }
}

extension PhotoSequence {
    /// Returns the sequence without the files in `gone`.
    fileprivate func without(_ gone: Set<PhotoReference>) -> PhotoSequence {
        let kept = photos.indices.filter { !gone.contains(photos[$0]) }
        let views = kept.enumerated().compactMap { new, old in self.views[old].map { (new, $0) } }
        var sequence = PhotoSequence(
            kept.map { photos[$0] }, showing: Dictionary(uniqueKeysWithValues: views))
        sequence.isOfFiles = true
        return sequence
    }
}
