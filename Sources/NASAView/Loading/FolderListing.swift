internal import Files
internal import FoundationEssentials
internal import Imaging
internal import PhotoCatalog
internal import PhotoPipeline
internal import Screens
internal import Synchronization
internal import SystemPackage

/// Lists the pictures of folders by their names, in the order of `ls -v`; none of them is opened.
///
/// Folders in folders only with `--recursive`: so do feh, imv and nsxiv, whose `-r` it is. Hidden files
/// are left out, and links to folders are not followed: they may lead in a circle.
final class FolderListing: Sendable {
    /// The names of 100,000 files with long paths; what is longer is no list.
    private static let listLimitBytes = 64 << 20
    /// Names of a folder that are looked at, pictures or not.
    private static let entryLimit = 4 * FoundPhotos.limit
    /// File systems allow deeper ones, of which no paths can be made.
    private static let depthLimit = 64

    /// Standard input can be read only once.
    private let namesOnInput = Mutex<Result<[String], FileFailure>?>(nil)

    /// What was found; it waits for the disk, and for the end of standard input.
    func photos(of named: NamedPhotos) -> FoundPhotos {
        var found = FoundPhotos()
        for photo in named.photos { add(photo, named.isRecursive, to: &found) }
        guard named.areOnStandardInput else { return found }
        do throws(FileFailure) {
            for name in try names() {
                add(LaunchContext.reference(name), named.isRecursive, to: &found)
            }
        } catch {
            found.unreadable = UnreadableList(.standardInput, error)
        }
        return found
    }

    private func add(_ photo: PhotoReference, _ isRecursive: Bool, to found: inout FoundPhotos) {
        guard case .file(let path) = photo, FolderReader.isFolder(path) else {
            return append(photo, to: &found)
        }
        addFolder(path, depth: isRecursive ? Self.depthLimit : 0, to: &found)
    }

    private func append(_ photo: PhotoReference, to found: inout FoundPhotos) {
        if found.photos.count < FoundPhotos.limit {
            found.photos.append(photo)
        } else {
            found.isCut = true
        }
    }

    /// The pictures of a folder, then those of the folders in it, down to `depth`.
    private func addFolder(_ path: String, depth: Int, to found: inout FoundPhotos) {
        let entries: [FolderReader.Entry]
        do throws(Errno) {
            entries = try FolderReader.entries(of: path, limit: Self.entryLimit)
        } catch {
            let failure = UnreadableList(.file(path: path), FileFailure(listing: error))
            return found.unreadable = found.unreadable ?? failure
        }
        if entries.count == Self.entryLimit { found.isCut = true }
        for name in Self.sorted(entries, .file) where name.isListed && !found.isCut {
            append(.file(path: Self.path(of: name, in: path)), to: &found)
        }
        let folders = Self.sorted(entries, .folder).filter { !$0.text.hasPrefix(".") }
        if depth == 0, !folders.isEmpty { found.hasOtherFolders = true }
        for name in folders where depth > 0 && !found.isCut {
            addFolder(Self.path(of: name, in: path), depth: depth - 1, to: &found)
        }
    }

    private static func sorted(
        _ entries: [FolderReader.Entry], _ kind: FolderReader.Kind
    ) -> [PictureName] {
        entries.filter { $0.kind == kind }.map { PictureName($0.name) }.sorted()
    }

    private static func path(of name: PictureName, in folder: String) -> String {
        folder.hasSuffix("/") ? folder + name.text : folder + "/" + name.text
    }

    private func names() throws(FileFailure) -> [String] {
        let known = namesOnInput.withLock { $0 }
        let names = known ?? Self.readNames()
        namesOnInput.withLock { $0 = names }
        return try names.get()
    }

    private static func readNames() -> Result<[String], FileFailure> {
        do throws(FileFailure) {
            let list = try StandardInput(limitBytes: listLimitBytes).read()
            return .success(NameList.names(in: list.readAll() ?? []))
        } catch {
            return .failure(error)
        }
    }
}

extension FileFailure {
    fileprivate init(listing error: Errno) {
        self =
            switch error {
            case .noSuchFileOrDirectory, .notDirectory: .notFound
            case .permissionDenied, .notPermitted: .notPermitted
            default: .unreadable(reason: error.description)
            }
    }
}
