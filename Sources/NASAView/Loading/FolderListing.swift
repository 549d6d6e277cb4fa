internal import Files
internal import FoundationEssentials
internal import Imaging
internal import PhotoCatalog
internal import PhotoCodec
internal import PhotoPipeline
internal import Screens
internal import Synchronization
internal import SystemPackage

/// A reader of the pictures in folders, which sorts the pictures like `ls -v` and does not open
/// them.
///
/// Subfolders are included only with `--recursive`, like `-r` of feh, imv and nsxiv. Hidden files
/// are omitted, and links to folders are not followed, because they may form a loop. A named zip
/// archive is treated as a folder; an archive in a folder is listed as a subfolder.
final class FolderListing: Sendable {
    /// The maximum length in bytes of a list of names: enough for 100,000 files with long paths.
    private static let listLimitBytes = 64 << 20
    /// The maximum number of entries read from a folder, whether they are pictures or not.
    private static let entryLimit = 4 * FoundPhotos.limit
    /// The maximum depth of subfolders; deeper ones are not read.
    private static let depthLimit = 64

    /// The names on standard input, stored because they can be read only once.
    private let namesOnInput = Mutex<Result<[[UInt8]], FileFailure>?>(nil)

    /// Returns the photos found; waits for the disk, and for the end of standard input.
    func photos(of named: NamedPhotos) -> FoundPhotos {
        var found = FoundPhotos()
        for photo in named.photos { add(photo, named.isRecursive, to: &found) }
        if named.photos.count > 1 || named.areOnStandardInput { found.subfolders = [] }
        guard named.areOnStandardInput else { return found }
        do throws(FileFailure) {
            for name in try names() {
                add(LaunchContext.reference(ByteText.text(of: name)), named.isRecursive, to: &found)
            }
        } catch {
            found.unreadable = UnreadableList(.standardInput, error)
        }
        return found
    }

    /// Returns the pictures in the folder of a file, and the file itself even if its extension is
    /// not a picture's.
    func neighbours(of file: FilePath) -> FoundPhotos {
        if let found = ZipListing.neighbours(of: file) { return found }
        var found = FoundPhotos()
        guard let own = file.lastComponent.map({ PictureName(FilePath(root: nil, [$0]).bytes) })
        else {
            return found
        }
        let folder = file.removingLastComponent()
        let entries = (try? FolderReader.entries(of: Self.named(folder), limit: Self.entryLimit))
        var names = Self.sorted(entries ?? [], .file).filter {
            $0.isListed(endings: Codec.endings) && $0 != own
        }
        let index = names.firstIndex { own < $0 } ?? names.count
        names.insert(own, at: index)
        found.subfolders = (Self.folders(in: entries ?? []) + Self.archives(in: entries ?? []))
            .map { folder.appending(bytes: $0.bytes) }
        // From a list that is too long, only the pictures around the file are used.
        let count = min(names.count, FoundPhotos.limit)
        let first = max(0, min(index - count / 2, names.count - count))
        found.isCut = count < names.count
        found.folders = [folder]
        found.photos = names[first..<first + count].map {
            .file(path: $0 == own ? file : folder.appending(bytes: $0.bytes))
        }
        return found
    }

    /// Returns true for a folder, and for a zip archive, which is treated as a folder.
    static func isFolder(_ path: FilePath) -> Bool {
        FolderReader.isFolder(path) || ZipFile.isArchive(path)
    }

    /// Returns the path of a folder as the system accepts it: `.` for the empty folder of a file
    /// name without a path.
    private static func named(_ folder: FilePath) -> FilePath {
        folder.isEmpty ? "." : folder
    }

    /// Returns true if only folders are named, and none contains pictures or, without
    /// `--recursive`, folders; stops at the first of these.
    func isEmpty(_ named: NamedPhotos) -> Bool {
        !named.areOnStandardInput
            && named.photos.allSatisfy { photo in
                guard case .file(let path) = photo else { return false }
                if ZipFile.isArchive(path) {
                    return ZipListing.photos(of: path).photos.isEmpty
                }
                return FolderReader.isFolder(path)
                    && !hasPicture(path, depth: named.isRecursive ? Self.depthLimit : 0)
            }
    }

    /// Returns true if a folder contains a picture or a zip archive, or cannot be read.
    ///
    /// Visible subfolders are searched down to `depth` levels; deeper ones count as pictures.
    private func hasPicture(_ path: FilePath, depth: Int) -> Bool {
        let entries = try? FolderReader.entries(of: path, limit: Self.entryLimit)
        guard let entries else { return true }
        return entries.contains { entry in
            let name = PictureName(entry.name)
            switch entry.kind {
            case .file:
                return name.isListed(endings: Codec.endings.union(ZipFile.endings))
            case .folder:
                // Without recursion, a subfolder is enough, because the user can open it.
                return !name.isHidden
                    && (depth == 0
                        || hasPicture(path.appending(bytes: entry.name), depth: depth - 1))
            case .other: return false
            }
        }
    }

    private func add(_ photo: PhotoReference, _ isRecursive: Bool, to found: inout FoundPhotos) {
        guard case .file(let path) = photo else { return append(photo, to: &found) }
        if ZipFile.isArchive(path) { return addArchive(path, to: &found) }
        guard FolderReader.isFolder(Self.named(path)) else { return append(photo, to: &found) }
        addFolder(path, depth: isRecursive ? Self.depthLimit : 0, to: &found)
    }

    private func addArchive(_ path: FilePath, to found: inout FoundPhotos) {
        let archive = ZipListing.photos(of: path)
        for photo in archive.photos { append(photo, to: &found) }
        found.statuses.merge(archive.statuses) { $1 }
        found.folders += archive.folders.prefix(FoundPhotos.folderLimit - found.folders.count)
        found.isCut = found.isCut || archive.isCut
        found.unreadable = found.unreadable ?? archive.unreadable
    }

    private func append(_ photo: PhotoReference, to found: inout FoundPhotos) {
        if found.photos.count < FoundPhotos.limit {
            found.photos.append(photo)
        } else {
            found.isCut = true
        }
    }

    /// Adds the pictures of a folder, then those of its subfolders, down to `depth` levels.
    private func addFolder(_ path: FilePath, depth: Int, to found: inout FoundPhotos) {
        let entries: [FolderReader.Entry]
        do throws(Errno) {
            entries = try FolderReader.entries(of: Self.named(path), limit: Self.entryLimit)
        } catch {
            let failure = UnreadableList(.file(path: path), FileFailure(listing: error))
            return found.unreadable = found.unreadable ?? failure
        }
        if found.folders.count < FoundPhotos.folderLimit { found.folders.append(path) }
        if entries.count == Self.entryLimit { found.isCut = true }
        for name in Self.sorted(entries, .file)
        where name.isListed(endings: Codec.endings) && !found.isCut {
            append(.file(path: path.appending(bytes: name.bytes)), to: &found)
        }
        let folders = Self.folders(in: entries)
        if depth == 0 {
            found.hasOtherFolders = found.hasOtherFolders || !folders.isEmpty
            found.subfolders = (folders + Self.archives(in: entries)).prefix(FoundPhotos.limit)
                .map { path.appending(bytes: $0.bytes) }
        }
        for name in folders where depth > 0 && !found.isCut {
            addFolder(path.appending(bytes: name.bytes), depth: depth - 1, to: &found)
        }
    }

    private static func folders(in entries: [FolderReader.Entry]) -> [PictureName] {
        sorted(entries, .folder).filter { !$0.isHidden }
    }

    private static func archives(in entries: [FolderReader.Entry]) -> [PictureName] {
        sorted(entries.filter { ZipListing.isArchive(PictureName($0.name)) }, .file)
            .filter { !$0.isHidden }
    }

    private static func sorted(
        _ entries: [FolderReader.Entry], _ kind: FolderReader.Kind
    ) -> [PictureName] {
        entries.filter { $0.kind == kind }.map { PictureName($0.name) }.sorted()
    }

    private func names() throws(FileFailure) -> [[UInt8]] {
        let known = namesOnInput.withLock { $0 }
        let names = known ?? Self.readNames()
        namesOnInput.withLock { $0 = names }
        return try names.get()
    }

    private static func readNames() -> Result<[[UInt8]], FileFailure> {
        do throws(FileFailure) {
            let list = try PipedInput.standard.read(atMost: listLimitBytes)
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
