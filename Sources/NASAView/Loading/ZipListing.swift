internal import Decoding
internal import Files
internal import Imaging
internal import PhotoCatalog
internal import PhotoCodec
internal import PhotoPipeline
internal import Screens
internal import SystemPackage

/// Functions that list the pictures in all folders of a zip archive, by name.
enum ZipListing {
    /// Returns the archive's pictures, or the reason why the archive cannot be read.
    static func photos(of archive: FilePath) -> FoundPhotos {
        var found = FoundPhotos()
        do throws(FileFailure) {
            add(try ZipFile(LocalFile(path: archive).file), at: archive, to: &found)
        } catch {
            found.unreadable = UnreadableList(.file(path: archive), error)
        }
        return found
    }

    /// Returns the pictures of the archive that contains a file, and the file itself even if its
    /// extension is not a picture's; `nil` for a file outside an archive.
    static func neighbours(of file: FilePath) -> FoundPhotos? {
        guard let archive = ZipFile.containing(file) else { return nil }
        var found = photos(of: archive)
        if !found.photos.contains(.file(path: file)) {
            found.photos.insert(.file(path: file), at: 0)
        }
        return found
    }

    private static func add(_ zip: ZipFile, at archive: FilePath, to found: inout FoundPhotos) {
        let members = Dictionary(
            zip.members.map { (PictureName($0.name), $0) }, uniquingKeysWith: { $1 })
        let version = FileVersion.now(at: archive)
        for name in members.keys.filter(isListed).sorted() {
            let photo = PhotoReference.file(path: archive.appending(bytes: name.bytes))
            found.photos.append(photo)
            guard let member = members[name], let version else { continue }
            found.statuses[photo] = FileStatusReader.status(of: member, in: version)
        }
        found.folders = [archive]
        found.isCut = zip.isCut
        let isNested = found.photos.isEmpty && members.keys.contains { isArchive($0) }
        guard let fault = zip.fault ?? (isNested ? .nested : nil) else { return }
        found.unreadable = UnreadableList(.file(path: archive), .zip(fault))
    }

    /// Returns true if the name has a picture's extension, and neither the file nor one of its
    /// folders is hidden.
    private static func isListed(_ name: PictureName) -> Bool {
        let slash = UInt8(ascii: "/")
        return name.hasEnding(of: Codec.endings)
            && !name.bytes.split(separator: slash).contains { PictureName(Array($0)).isHidden }
    }

    /// Returns true if the name has the extension of a zip archive.
    static func isArchive(_ name: PictureName) -> Bool { name.hasEnding(of: ZipFile.endings) }
}
