package import Imaging
internal import Localization
internal import PhotoCatalog
package import PhotoPipeline
package import SystemPackage
package import TerminalProtocols

/// The files, folders and photos that the user named; a folder stands for the pictures in it.
package struct NamedPhotos: Hashable, Sendable {
    /// The named files, folders, IDs and addresses.
    package let photos: [PhotoReference]
    /// True if subfolders are also listed.
    package let isRecursive: Bool
    /// True if standard input names further photos.
    package let areOnStandardInput: Bool
    package var sorting: FileSorting

    package init(
        _ photos: [PhotoReference], isRecursive: Bool = false, areOnStandardInput: Bool = false,
        in sorting: FileSorting = FileSorting()
    ) {
        self.sorting = sorting
        self.photos = photos
        self.isRecursive = isRecursive
        self.areOnStandardInput = areOnStandardInput
    }

    /// The path of the folder; `nil` if anything else was named, or if the path contains no name.
    var folder: FilePath? {
        guard !areOnStandardInput, case .file(let path) = photos.first, photos.count == 1 else {
            return nil
        }
        return path.string.contains { $0 != "." && $0 != "/" } ? path : nil
    }
}

/// The photos found for the named files and folders.
package struct FoundPhotos: Hashable, Sendable {
    package var photos: [PhotoReference] = []
    /// The subfolders of the single named folder; the user can open them.
    package var subfolders: [FilePath] = []
    /// The first folder, or list on standard input, that could not be read; `nil` if there is none.
    package var unreadable: UnreadableList?
    /// True if some folders were not searched.
    package var hasOtherFolders = false
    /// True if there are more photos than the limit.
    package var isCut = false
    /// The folders that were read, up to `folderLimit`.
    package var folders: [FilePath] = []
    /// The sizes and times of files, as far as they are known.
    package var statuses: [PhotoReference: FileStatus] = [:]

    package init() {}

    /// The maximum number of photos in a list; that many names take about 60 MB.
    package static let limit = 100_000
    /// The maximum number of folders that are watched for changes; the system limits the number of
    /// watched folders of all programs together.
    package static let folderLimit = 512
}

/// The system's record of a file, read without opening the file.
package struct FileStatus: Hashable, Sendable {
    package let byteCount: Int
    /// The time of the last change, in the format of cameras: `2026:11:25 10:33:05`.
    package let modified: String
    /// The version of the file's content; `nil` if unknown.
    package let version: FileVersion?

    package init(byteCount: Int, modified: String, version: FileVersion? = nil) {
        self.byteCount = byteCount
        self.modified = modified
        self.version = version
    }
}

/// A folder, or standard input, that could not be listed.
package struct UnreadableList: Hashable, Sendable {
    package let name: PhotoReference
    package let failure: FileFailure

    package init(_ name: PhotoReference, _ failure: FileFailure) {
        self.name = name
        self.failure = failure
    }
}

extension Strings {
    /// Returns the reason for an empty list: something could not be read, or there is no picture.
    func emptiness(of found: FoundPhotos, _ named: NamedPhotos) -> (title: SafeText, SafeText) {
        if let unreadable = found.unreadable {
            return (
                sentence(for: .reading(unreadable.failure), of: unreadable.name), ""
            )
        }
        let title = library.noPictures(named.folder.map { name(of: .file(path: $0)).string })
        return (title, found.hasOtherFolders ? library.recursiveHint : "")
    }

    /// Returns the message of `--print` about a list: why the list is empty, or which photos are
    /// missing; `nil` for a complete list.
    package func complaint(about found: FoundPhotos, _ named: NamedPhotos) -> SafeText? {
        guard !found.photos.isEmpty else {
            let (title, reason) = emptiness(of: found, named)
            return StatusLine.joined([title, reason], by: " ")
        }
        let omissions = omissions(of: found)
        return omissions.isEmpty ? nil : omissions + "."
    }

    /// Returns a sentence about files that the list omits; empty if the list is complete.
    func omissions(of found: FoundPhotos) -> SafeText {
        if found.isCut { return library.onlyFirst(local.number(FoundPhotos.limit)) }
        return found.unreadable.map { library.unreadable(name(of: $0.name).string) } ?? ""
    }

    /// Returns the viewer's sentence, with the file's name, about a file that cannot be read; `nil`
    /// for any other failure.
    func fileSentence(for item: LibraryItem) -> SafeText? {
        let file = PhotoReference.file(path: title(of: item.photo).string)
        return switch item.fault {
        case .reading(let failure): sentence(for: .reading(failure), of: file)
        case .decoding(.unsupported(.empty)): sentence(for: .reading(.empty), of: file)
        default: nil
        }
    }

    /// Returns a few words to show instead of a picture.
    func word(for failure: PictureFailure) -> SafeText {
        switch failure {
        case .decoding(.unsupported(.unknown)), .decoding(.unsupported(.text)),
            .decoding(.unsupported(.webPage)):
            library.unshown.noPicture
        case .decoding(.unsupported): library.unshown.unsupported
        case .decoding(.damaged): library.unshown.damaged
        default: library.unshown.failed
        }
    }
}
