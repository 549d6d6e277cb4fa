internal import Files
package import PhotoCatalog

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Saves files as they are: whole or not at all, never over another one, and going on where an
/// earlier try ended.
package struct FileDownloader: Sendable {
    private enum Source: Sendable {
        case network(CurlFetcher, kept: DiskCache)
        /// What has the files at hand.
        case files(any FileFetcher)
    }

    private let source: Source

    package init(network: CurlFetcher, cache: DiskCache) {
        source = .network(network, kept: cache)
    }

    package init(files: any FileFetcher) { source = .files(files) }

    /// Fetches a file, unless it is kept already, into `NAME.part`, and names it when it is whole.
    package func save(
        _ order: DownloadRequest, progress: @escaping @Sendable (FetchProgress) -> Void
    ) async throws(SavingFailure) -> SavedFile {
        try Self.make(order.folder)
        let part = try PartialDownload(
            path: "\(order.folder)/\(order.name).part", address: order.address)
        switch source {
        case .files(let files): try part.fill(try await Self.file(order, of: files))
        case .network(let network, let cache):
            if let kept = await cache.entry(for: order.address), kept.isFresh {
                try part.fill(kept.file)
            } else {
                try await fetch(order, from: network, into: part, progress)
            }
        }
        let (start, byteCount) = try part.complete()
        guard !CaptivePortalCheck.looksLike(start) else {
            part.discard()
            throw .fetching(.webPageInstead)
        }
        let (stem, ending) = FileName.parts(order.name)
        let right = order.ending(start)
        let path = try part.finish(
            as: stem, ending: Self.isSame(ending, right) ? ending : right ?? ending,
            in: order.folder)
        return SavedFile(path: path, byteCount: byteCount)
    }

    private static func file(
        _ order: DownloadRequest, of files: any FileFetcher
    ) async throws(SavingFailure) -> OpenFile {
        let report = DownloadReport(progress: { _ in })
        do {
            return try await files.download(at: order.address, for: .file, reporting: report).file
        } catch {
            throw .fetching(error)
        }
    }

    private func fetch(
        _ order: DownloadRequest, from network: CurlFetcher, into part: PartialDownload,
        _ progress: @escaping @Sendable (FetchProgress) -> Void
    ) async throws(SavingFailure) {
        do {
            _ = try await network.reply(reporting: progress) {
                var request = network.request(for: order.address, .file, into: part.sink)
                request.condition = part.condition
                return request
            }
        } catch .refused(status: 416, _) where part.condition != nil {
            // There is nothing behind what is here: it is not that file, or it was all of it.
            part.startAnew()
            try await fetch(order, from: network, into: part, progress)
        } catch {
            throw part.failure ?? .fetching(error)
        }
    }

    /// Makes a folder and those above it.
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

    /// NASA writes JPG and jpeg too: these are left as they are.
    private static func isSame(_ ending: String, _ right: String?) -> Bool {
        let usual = { (ending: String) in
            switch ending.lowercased() {
            case "jpeg": "jpg"
            case "tiff": "tif"
            case let other: other
            }
        }
        return usual(ending) == right.map(usual)
    }
}

/// Which file to save, where, and under which name.
package struct DownloadRequest: Sendable {
    let address: PhotoAddress
    let folder: String
    /// Free of surprises; the ending may become another.
    let name: String
    /// The ending a file with these first bytes should have; nil where that is not known.
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
