internal import Files
package import PhotoCatalog

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Saves files unchanged: completely or not at all, never over another file, resuming an earlier try.
package struct FileDownloader: Sendable {
    private enum Source: Sendable {
        case network(CurlFetcher, DiskCache)
        /// A local collection.
        case files(any FileFetcher)
    }

    private let source: Source

    package init(network: CurlFetcher, cache: DiskCache) {
        source = .network(network, cache)
    }

    package init(files: any FileFetcher) { source = .files(files) }

    /// Fetches a file, unless it is cached, into `NAME.part`, and renames it when it is complete.
    package func save(
        _ request: DownloadRequest, progress: @escaping @Sendable (FetchProgress) -> Void
    ) async throws(SavingFailure) -> SavedFile {
        try Self.make(request.folder)
        let part = try PartialDownload(
            path: "\(request.folder)/\(request.name).part", address: request.address)
        switch source {
        case .files(let files): try part.fill(with: try await Self.file(request, of: files))
        case .network(let network, let cache):
            if let cached = await cache.entry(for: request.address), cached.isFresh {
                try part.fill(with: cached.file)
            } else {
                try await fetch(request, from: network, into: part, progress)
            }
        }
        let (start, byteCount) = try part.complete()
        guard !CaptivePortalCheck.looksLike(start) else {
            part.discard()
            throw .fetching(.webPageInstead)
        }
        let (stem, ending) = FileName.parts(request.name)
        let correct = request.ending(start)
        let path = try part.finish(
            as: stem, ending: Self.isSame(ending, correct) ? ending : correct ?? ending,
            in: request.folder)
        return SavedFile(path: path, byteCount: byteCount)
    }

    private static func file(
        _ request: DownloadRequest, of files: any FileFetcher
    ) async throws(SavingFailure) -> OpenFile {
        let report = DownloadReport(progress: { _ in })
        do {
            return try await files.download(at: request.address, for: .file, reporting: report).file
        } catch {
            throw .fetching(error)
        }
    }

    private func fetch(
        _ request: DownloadRequest, from network: CurlFetcher, into part: PartialDownload,
        _ progress: @escaping @Sendable (FetchProgress) -> Void
    ) async throws(SavingFailure) {
        do {
            _ = try await network.reply(reporting: progress) {
                var transfer = network.request(for: request.address, .file, into: part.sink)
                transfer.condition = part.condition
                return transfer
            }
        } catch .refused(status: 416, _) where part.condition != nil {
            // Nothing follows our part: it is of another file, or complete.
            part.reset()
            try await fetch(request, from: network, into: part, progress)
        } catch {
            throw part.failure ?? .fetching(error)
        }
    }

    /// Makes a folder and its parents.
    private static func make(_ folder: String) throws(SavingFailure) {
        var path = folder.hasPrefix("/") ? "" : "."
        for name in folder.split(separator: "/") {
            path += "/" + name
            mkdir(path, 0o777)
        }
        var facts = stat()
        guard stat(folder, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR else {
            throw .noFolder(path: folder)
        }
    }

    /// NASA also writes JPG and jpeg, which are left as they are.
    private static func isSame(_ ending: String, _ correct: String?) -> Bool {
        let usual = { (ending: String) in
            switch ending.lowercased() {
            case "jpeg": "jpg"
            case "tiff": "tif"
            case let other: other
            }
        }
        return usual(ending) == correct.map(usual)
    }
}

/// Which file to save, where, and by which name.
package struct DownloadRequest: Sendable {
    let address: PhotoAddress
    let folder: String
    /// A safe name; its ending is corrected if necessary.
    let name: String
    /// The correct ending for these first bytes; `nil` if it is not known.
    let ending: @Sendable ([UInt8]) -> String?

    package init(
        _ address: PhotoAddress, into folder: String, as name: String,
        ending: @escaping @Sendable ([UInt8]) -> String?
    ) {
        self.address = address
        self.folder = folder.isEmpty ? "." : folder
        self.name = FileName.safe(name)
        self.ending = ending
    }
}
