internal import Files
internal import FoundationEssentials
internal import Imaging
internal import PhotoCatalog
internal import PhotoCodec
internal import Transfer

/// The built-in collection: a folder of pictures with an index in the API's format.
struct DemoCollection {
    private static let indexName = "collection.json"
    /// The maximum length of an index in bytes, more than 200 times that of the built-in one.
    private static let indexLimitBytes = 4 << 20

    let files: FolderFetcher
    let repository: CollectionRepository
    /// The photos, in display order.
    let photos: [PhotoID]

    /// Opens the collection; `nil` if the collection is missing, or its index cannot be read.
    init?(_ variables: [String: String]) {
        for files in Self.folders(variables) {
            let index = try? files.file(Self.indexName, limitBytes: Self.indexLimitBytes).readAll()
            guard let index, let collection = PhotoCollection(index: index) else { continue }
            self.files = files
            repository = CollectionRepository(collection)
            photos = collection.photos.map(\.id)
            return
        }
        return nil
    }

    /// Returns true if a collection seems to be installed; reads no file.
    static func isInstalled(_ variables: [String: String]) -> Bool {
        folders(variables).contains {
            FileManager.default.fileExists(atPath: $0.path + "/" + indexName)
        }
    }

    /// Returns the folders that may contain the collection: the folder in `NASA_VIEW_DEMO`, the
    /// installation's folder, and the source code's folder.
    private static func folders(_ variables: [String: String]) -> [FolderFetcher] {
        var folders: [String] = []
        if let named = variables["NASA_VIEW_DEMO"], !named.isEmpty { folders.append(named) }
        for folder in ProgramPath.foldersAbove {
            folders.append(folder + "/share/nasa-view/demo")
            folders.append(folder + "/Fixtures/Demo")
        }
        return folders.map(FolderFetcher.init)
    }
}

/// A fetcher of the files of a collection, which reads them from its folder, never over a network.
struct FolderFetcher: FileFetcher {
    let path: String

    func download(
        at address: PhotoAddress, for purpose: ResourceKind, reporting report: DownloadReport
    ) async throws(FetchFailure) -> Download {
        guard let name = LibrarySite.collectionFile(at: address) else {
            throw .addressNotAllowed(.host(address.origin.host))
        }
        // A preview is made from the full photo, so the preview's file may be as large.
        let limit = max(purpose.limitBytes, ResourceKind.photo.limitBytes)
        return Download(try file(name, limitBytes: limit))
    }

    func file(_ name: String, limitBytes: Int) throws(FetchFailure) -> OpenFile {
        do throws(FileFailure) {
            let file = try LocalFile(path: path + "/" + name).file
            if file.byteCount <= limitBytes { return file }
        } catch {
            if case .unreadable(let reason) = error { throw .interrupted(.library(reason)) }
            throw .notFound
        }
        throw .tooLarge(limitBytes: limitBytes)
    }
}
