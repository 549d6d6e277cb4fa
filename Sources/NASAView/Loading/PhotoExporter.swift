internal import Dispatch
internal import Files
internal import Imaging
internal import PhotoCatalog
internal import PhotoCodec
internal import PhotoPipeline
internal import Synchronization
internal import SystemPackage

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// An exporter that saves regions of photos as new files, under unused names.
struct PhotoExporter: Sendable {
    /// The destination of a file; a number is added to its name if the name is taken.
    struct Destination: Hashable, Sendable {
        let name: WishedName
        let format: PhotoExport.Format

        /// Creates a destination; `nil` unless the name has the extension of a format that can be
        /// written.
        init?(_ path: FilePath) {
            guard let name = path.lastComponent?.string, !name.isEmpty else { return nil }
            let ending = FileName.parts(name).ending
            guard let format = PhotoExport.Format(ending: ending) else { return nil }
            let bytes = path.bytes.split(separator: UInt8(ascii: "/")).last ?? []
            let folder = path.removingLastComponent()
            self.name = WishedName(
                Array(bytes.dropLast(ending.utf8.count + 1)), ending: ending,
                in: folder.isEmpty ? "." : folder)
            self.format = format
        }

        /// Creates the destination of a PNG in the working directory, named after the photo and the
        /// region.
        init(_ area: PixelRect, of photo: PhotoReference) {
            let size = "\(area.size.width)x\(area.size.height)"
            let stem = FileName.safe("\(photo.stem)_\(area.minX)_\(area.minY)_\(size)")
            name = WishedName(Array(stem.utf8), ending: "png", in: ".")
            format = .png
        }
    }

    /// True if the library's photos have web pages, unlike those of a collection.
    let hasPages: Bool
    private let unfinished = UnfinishedFiles()

    init(hasPages: Bool) { self.hasPages = hasPages }

    /// Deletes unfinished files, because the program is about to end.
    func stop() { unfinished.remove() }

    /// The maximum number of megapixels that are saved from a tiled picture.
    ///
    /// This number takes about 4,000 requests, six at a time.
    private static let ofTiles = 256

    /// The queue for writing files, which waits for a worker and the disk and must not block a
    /// shared thread.
    private static let queue = DispatchQueue(label: "export", attributes: .concurrent)

    /// Saves a region of an opened photo; `report` receives the completed fraction, on any thread.
    func save(
        _ request: ExportRequest, of opened: OpenedPhoto, to destination: Destination?,
        report: @escaping @Sendable (Double) -> Void = { _ in }
    ) async throws(ExportFailure) -> SavedFile {
        let picture = request.adjustments.page(request.page, of: opened.source)
        let size = request.adjustments.turned(picture).size
        guard let area = request.area(on: size) else { throw .outside(size) }
        let destination = destination ?? Destination(area, of: request.photo)
        let longest = PhotoExport.longestSide(of: destination.format)
        guard max(area.size.width, area.size.height) <= longest else {
            throw .tooLarge(longestSide: longest)
        }
        guard !opened.source.status.isFetchedByArea || area.isAtMost(megapixels: Self.ofTiles)
        else {
            throw .tooMuchOfTiles(megapixels: Self.ofTiles)
        }
        let export = PhotoExport(
            of: area, as: destination.format,
            description(of: area, on: picture.size, request, opened.caption))
        let result: Result<SavedFile, ExportFailure> = await withCheckedContinuation { done in
            Self.queue.async {
                done.resume(
                    returning: Result { () throws(ExportFailure) in
                        let source = try Self.adjusted(picture, by: request.adjustments)
                        return try save(export, of: source, to: destination, report)
                    })
            }
        }
        return try result.get()
    }

    private static func adjusted(
        _ source: any ImageSource, by adjustments: ImageAdjustments
    ) throws(ExportFailure) -> any ImageSource {
        do throws(DecodingFailure) {
            return try adjustments.applied(to: source)
        } catch {
            throw .picture(.decoding(error))
        }
    }

    /// Writes a file, and names it when it is complete.
    private func save(
        _ export: PhotoExport, of source: any ImageSource, to destination: Destination,
        _ report: (Double) -> Void
    ) throws(ExportFailure) -> SavedFile {
        let path = destination.name.first.string
        UnfinishedFile.sweep(destination.name.folder)
        let file: UnfinishedFile
        do throws(Errno) { file = try UnfinishedFile(for: destination.name) } catch {
            throw .saving(SavingFailure(error.rawValue, at: path))
        }
        guard unfinished.insert(file) else { throw .picture(.fetching(.cancelled)) }
        defer { unfinished.forget(file) }
        let byteCount: Int
        do throws(PhotoExportFailure) {
            byteCount = try export.write(source, over: file.descriptor, path: path, report: report)
        } catch {
            throw ExportFailure(error)
        }
        do throws(Errno) {
            return SavedFile(path: Self.short(try file.finish()), byteCount: byteCount)
        } catch {
            throw .saving(SavingFailure(error.rawValue, at: path))
        }
    }

    /// Returns the path without a leading `.` for the working directory.
    private static func short(_ path: FilePath) -> FilePath {
        var short = path
        return short.removePrefix(".") ? short : path
    }

    private func description(
        of area: PixelRect, on size: PixelSize, _ request: ExportRequest, _ caption: PhotoCaption
    ) -> EmbeddedMetadata {
        // The recorded position is that in the photo as stored, before rotation.
        let stored = request.adjustments.orientation.storedArea(of: area, in: size)
        var position = ViewPosition.area(PhotoArea(stored))
        position.page = request.page
        let photo = request.photo
        return EmbeddedMetadata(
            title: caption.title ?? "", credit: caption.credit,
            source: PhotoArgument(photo: photo.origin(hasPages), position: position).text)
    }
}

/// The files that are being written.
private final class UnfinishedFiles: Sendable {
    /// The files; `nil` once `remove` has deleted them.
    private let files = Mutex<[ObjectIdentifier: UnfinishedFile]?>([:])

    /// Adds a file.
    ///
    /// - Returns: false if no more files may be written.
    func insert(_ file: UnfinishedFile) -> Bool {
        files.withLock { files in
            files?[ObjectIdentifier(file)] = file
            return files != nil
        }
    }

    func forget(_ file: UnfinishedFile) {
        files.withLock { _ = $0?.removeValue(forKey: ObjectIdentifier(file)) }
    }

    func remove() {
        files.withLock { files in
            for file in (files ?? [:]).values { file.remove() }
            files = nil
        }
    }
}

extension PixelRect {
    fileprivate func isAtMost(megapixels: Int) -> Bool {
        (size.area ?? .max) <= megapixels * 1_000_000
    }
}

extension PhotoReference {
    /// The beginning of the names of files exported from the photo.
    fileprivate var stem: String {
        switch self {
        case .library(let id), .still(let id, _): id.text
        case .file(let path): FileName.parts(Self.lastName(path.string)).stem
        case .address(let address): FileName.parts(Self.lastName(address)).stem
        case .world(let map): String(map.name.map { $0 == ":" ? "-" : $0 })
        case .standardInput: "photo"
        }
    }

    /// Returns the source to record in an exported file; for a file, its name without folders,
    /// because folders are private.
    fileprivate func origin(_ hasPages: Bool) -> String {
        switch self {
        case .library(let id), .still(let id, _): hasPages ? id.pageAddress : id.text
        case .file(let path): Self.lastName(path.string)
        case .address(let address): address
        case .world(let map): map.name
        case .standardInput: "photo"
        }
    }

    private static func lastName(_ path: String) -> String {
        path.split(separator: "/").last.map { String($0) } ?? path
    }
}

extension ExportFailure {
    fileprivate init(_ failure: PhotoExportFailure) {
        self =
            switch failure {
            case .decoding(let failure): .picture(.decoding(failure))
            case .writing(.cannotOpen(let path, let number)),
                .writing(.cannotWrite(let path, let number)):
                .saving(SavingFailure(number, at: path))
            case .writing(.cannotEncode(let damage)): .encoding(damage)
            case .writing(.outOfMemory): .picture(.decoding(.outOfMemory))
            }
    }
}

extension SavingFailure {
    /// Creates the failure for an error number of the system.
    init(_ number: Int32, at path: String) {
        self =
            switch number {
            case ENOSPC, EDQUOT, EFBIG: .diskFull
            case EROFS, EACCES, EPERM, ELOOP: .notWritable(path: path)
            case ENOENT, ENOTDIR: .noFolder(path: Self.folder(of: path))
            default: .unusable(reason: String(cString: strerror(number)))
            }
    }

    private static func folder(of path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            .joined(separator: "/")
    }
}
