internal import Imaging
internal import Localization
package import PhotoPipeline
internal import SystemPackage
internal import TerminalProtocols

/// The photos that the user has marked, in the order of marking.
package struct Marks: Sendable {
    package private(set) var photos: [PhotoReference] = []
    private var known: Set<PhotoReference> = []

    var isEmpty: Bool { photos.isEmpty }

    func contains(_ photo: PhotoReference) -> Bool { known.contains(photo) }

    /// Marks photos, up to the limit of a list; a single photo that is already marked loses its
    /// mark.
    mutating func toggle(_ photos: [PhotoReference]) {
        if let photo = photos.first, photos.count == 1, known.contains(photo) {
            return remove { $0 == photo }
        }
        for photo in photos where self.photos.count < FoundPhotos.limit {
            if known.insert(photo).inserted { self.photos.append(photo) }
        }
    }

    mutating func remove(where isGone: (PhotoReference) -> Bool) {
        photos.removeAll(where: isGone)
        known = Set(photos)
    }

    /// The sign before the title of a marked photo.
    static let sign: SafeText = "*"

    /// Returns the title of a photo, preceded by the sign if the photo is marked.
    func signed(_ title: SafeText, of photo: PhotoReference) -> SafeText {
        contains(photo.whole) ? Self.sign + " " + title : title
    }

    /// Returns the sign and the number of marked photos; empty if no photo is marked.
    func text(_ local: LocalStrings) -> SafeText {
        isEmpty ? "" : Self.sign + " " + SafeText(local.number(photos.count))
    }

    /// Removes the marks of files that are missing from the listed folders, unless the list is cut
    /// off.
    mutating func removeFiles(missingIn found: FoundPhotos) {
        guard !isEmpty, !found.isCut, !found.folders.isEmpty else { return }
        let (present, folders) = (Set(found.photos), Set(found.folders))
        remove { photo in
            guard case .file(let path) = photo, !present.contains(photo) else { return false }
            return folders.contains(path.removingLastComponent())
        }
    }
}

extension ScreenCoordinator {
    /// Marks or unmarks the current photo; if `count` is above 1, marks that number of photos
    /// starting with the current one.
    mutating func mark(_ count: Int) -> [Effect] {
        let photos = photosFromHere(count)
        guard !photos.isEmpty else { return refuse(.noPhoto) }
        guard photos != [.standardInput] else { return refuse(.noName) }
        marks.toggle(photos)
        // A list shows the mark itself, so only a photo's page needs the notice.
        return stack.top.kind == .detail ? show(.file(.marks(marks.photos.count))) : []
    }

    mutating func unmarkAll() -> [Effect] {
        marks = Marks()
        return show(.file(.marks(0)))
    }

    private func photosFromHere(_ count: Int) -> [PhotoReference] {
        if let comparison = stack.top.comparison { return [comparison.seen.photo.whole] }
        guard let cursor = stack.top.listCursor ?? stack.top.library?.cursor else { return [] }
        guard count > 1, cursor.isListed else { return [cursor.photo.whole] }
        return Array(cursor.sequence.photos[cursor.index...].prefix(count))
    }

    /// Removes the marks of files that no longer exist.
    mutating func removeMarks(after event: LibraryEvent) {
        switch event {
        case .listed(let found, _), .neighbours(let found, _): marks.removeFiles(missingIn: found)
        default: break
        }
    }

    mutating func removeMarks(after event: PhotoEvent) {
        switch event {
        case .failed(let photo, .reading(.notFound)), .notReread(let photo, .reading(.notFound)):
            if marks.contains(photo) { marks.remove { $0 == photo } }
        default: break
        }
    }
}

// The actions of keys on all marked photos.
extension ScreenCoordinator {
    /// Copies the names of the marked photos, quoted for a shell.
    mutating func copyNamesOfMarks() -> [Effect] {
        copy(marks.photos.map { name(of: $0) }) { .file(.copiedNames($0, of: $1)) }
    }

    /// Returns the absolute path of a file, or an ID or address; `nil` if the path is not valid
    /// UTF-8.
    private func name(of photo: PhotoReference) -> String? {
        guard case .file(let relative) = photo else { return photo.name }
        let path = absolute(relative)
        return FilePath(path.string) == path ? path.string : nil
    }

    mutating func copyAddressesOfMarks() -> [Effect] {
        copy(marks.photos.map { webPage(of: $0) }) { .file(.copiedAddresses($0, of: $1)) }
    }

    /// Copies the texts that are not `nil`, quoted for a shell, and shows a notice with the number
    /// of copied texts and the number of all texts.
    private mutating func copy(
        _ texts: [String?], _ notice: (_ copied: Int, _ all: Int) -> Notice
    ) -> [Effect] {
        let words = texts.compactMap(\.self).map { PhotoArgument.quoted(SafeText($0).string) }
        let notice = show(notice(words.count, texts.count))
        return (words.isEmpty ? [] : [.copy(words.joined(separator: " "))]) + notice
    }

    /// Saves the originals of the marked photos of the library.
    mutating func saveMarks() -> [Effect] {
        let photos = marks.photos.compactMap(\.id)
        guard !photos.isEmpty else { return show(.refused(.onlyOfTheLibrary)) }
        return photos.map { .archive(.save($0)) } + show(.savingBegins)
    }

    /// Exports each marked photo as a whole, with its adjustments.
    mutating func exportMarks() -> [Effect] {
        let photos = marks.photos.map { WholePhoto($0, adjusted[$0]) }
        return [.archive(.exportWhole(photos))] + show(.exporting(percent: 0))
    }

    /// True if the key for comparing acts on the marked photos, because there are exactly two.
    var comparesMarks: Bool { marks.photos.count == 2 }

    /// Compares the two marked photos; keys step through the list if it contains the second photo.
    mutating func compareMarks() -> [Effect] {
        let sequence = listed?.sequence
        let cursor =
            sequence?.photos.firstIndex(of: marks.photos[1]).flatMap { destination in
                sequence.map { ListCursor($0, at: destination) }
            } ?? ListCursor(PhotoSequence(marks.photos), at: 1)
        let current = ViewerScreen(cursor, preferences, size: size, adjusted)
        let comparison = ComparisonScreen(
            of: marks.photos[0], with: current, preferences, size: size)
        return push(comparison) + current.start()
    }
}

extension PhotoReference {
    /// The video to which this still belongs; the photo itself if this is not a still.
    fileprivate var whole: PhotoReference {
        if case .still(let id, _) = self { .library(id) } else { self }
    }
}
