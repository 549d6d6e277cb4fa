package import Files
package import Imaging
package import PhotoCodec
package import PhotoPipeline
package import Sandbox
package import SystemPackage

/// A decoder that opens each photo in its own sandboxed process, if there is a zygote.
///
/// Without a zygote (on macOS, or after the zygote's death), this process decodes the photos. If
/// the zygote cannot start a worker, for lack of memory, descriptors or processes, the photo fails.
/// Otherwise, an attacker could exhaust such a resource to avoid the sandbox.
package struct SandboxedDecoder: Sendable {
    /// True if photos are decoded in separate processes that the system restricts.
    package var isSandboxed: Bool { zygote?.isSandboxed == true }

    /// Registers `notify`, which is called when the zygote dies and this process starts to decode
    /// photos.
    ///
    /// A new zygote cannot be forked, because this process has several threads by then.
    package func onSandboxLost(_ notify: @escaping @Sendable () -> Void) {
        zygote?.onLoss(notify)
    }

    /// The rule for pixels that are not square.
    package var pixelShape: PixelShapeRule { options.pixelShape }

    private let options: DecodingOptions
    private let zygote: Zygote?

    /// Creates a decoder that uses processes forked from `zygote`; without `zygote`, this process
    /// decodes.
    package init(within options: DecodingOptions, by zygote: Zygote?) {
        self.options = options
        self.zygote = zygote
    }

    /// Opens the photo in a local file; after a change of the file, reading pixels fails, unless
    /// the photo is in an archive.
    package func openFile(_ path: FilePath) throws(PictureFailure) -> any ImageSource {
        try openLocal(path).source
    }

    /// Opens the photo in a local file, and returns the version of that file.
    package func openLocal(
        _ path: FilePath
    ) throws(PictureFailure) -> (source: any ImageSource, version: FileVersion) {
        let local = try local(path)
        let version = FileVersion(local.status)
        let source = try open(local, at: path)
        guard !local.isCopy, let descriptor = local.file.descriptor else {
            return (source, version)
        }
        return (UnchangedSource(source, of: descriptor, as: version), version)
    }

    /// Opens the photo in a file that is already open.
    ///
    /// - Parameters:
    ///   - file: a download, or standard input.
    ///   - arriving: the photo that was opened while the file arrived, if any.
    /// - Returns: the photo, after reading only its headers.
    /// - Throws: the reason why the photo cannot be opened.
    package func open(
        _ file: OpenFile, _ arriving: StreamingPhoto? = nil
    ) throws(PictureFailure) -> any ImageSource {
        do throws(DecodingFailure) {
            if let photo = try arriving?.whole(of: file) { return photo }
        } catch {
            throw .decoding(error)
        }
        return try open(file, key: nil, at: "", within: options)
    }

    /// Returns the metadata of a local file, such as the file's kind, the size in pixels, and the
    /// camera's entries.
    package func facts(ofFile path: FilePath) throws(PictureFailure) -> [FileFact] {
        let local = try local(path)
        let options = options.taking(siblings: Self.siblings(of: local, at: path))
        if let photo = try openRemotely(local.file, key: local.key, at: path, within: options) {
            do { return try photo.facts() + Self.facts(of: photo) } catch { throw .decoding(error) }
        }
        let bytes = try bytes(of: local.file, key: local.key)
        do {
            let photo = try ImageDecoder.open(bytes, within: options)
            return try ImageDecoder.facts(in: bytes, within: options) + Self.facts(of: photo)
        } catch {
            throw .decoding(error)
        }
    }

    /// Returns a JPEG file with its picture rotated, and the version of the original file.
    ///
    /// The result is `nil` if the rotation would not be lossless.
    package func turnedFile(
        at path: FilePath, by orientation: Orientation, _ method: LosslessTurn.Method
    ) throws(PictureFailure) -> (bytes: [UInt8], version: FileVersion)? {
        let local = try local(path)
        let version = FileVersion(local.status)
        let remote = try openRemotely(local.file, key: nil, at: path, within: options)
        let bytes: [UInt8]?
        do throws(DecodingFailure) {
            bytes =
                if let remote {
                    try remote.turned(
                        by: orientation, method: method.rawValue, ofBytes: local.file.byteCount)
                } else {
                    try LosslessTurn.bytes(
                        of: Self.turnable(local.file), turned: orientation, by: method)
                }
        } catch {
            throw .decoding(error)
        }
        return bytes.map { ($0, version) }
    }

    private static func turnable(_ file: OpenFile) throws(DecodingFailure) -> PhotoBytes {
        do throws(FileFailure) {
            return try PhotoBytes.open(file, key: nil)
        } catch {
            throw .damaged(.unreadable)
        }
    }

    /// Returns the facts that opening a photo provides: the upright size and the number of pages.
    private static func facts(of photo: any ImageSource) -> [FileFact] {
        let size = FileFact("File", "ImageSize", "\(photo.size.width)x\(photo.size.height)")
        guard photo.pages.count > 1 else { return [size] }
        return [size, FileFact("File", "PictureCount", "\(photo.pages.count)")]
    }

    /// Starts to read an arriving file; `nil` if the file is too small or the system allows no more
    /// threads.
    package func readAhead(in file: ArrivingFile) -> StreamingPhoto? {
        StreamingPhoto(file, by: self)
    }

    /// Opens a photo whose file is arriving, if it can be decoded while bytes arrive.
    ///
    /// - Returns: the worker that received the file, or `nil` without workers; the photo, or `nil`
    ///   if the photo cannot be decoded while bytes arrive.
    func openAhead(
        _ arriving: ArrivingFile
    ) throws -> (worker: PhotoWorker?, photo: (any ImageSource)?) {
        let (file, arrival) = (arriving.file, arriving.arrival)
        let handed = WorkerInput(
            file, .arriving, libraries: ImageDecoder.libraries(of: file),
            services: options.services(for: nil, arrival: arrival))
        if let zygote, let worker = try PhotoWorker.start(for: handed, by: zygote) {
            return (worker, try worker.openPart())
        }
        let bytes = try PhotoBytes.open(
            file, key: nil, waitForBytes: { arrival.wait(forBytes: $0) })
        return (nil, try ImageDecoder.openArriving(bytes, within: options))
    }

    /// Opens a photo whose bytes are fetched on demand; `nil` if the format does not support this.
    ///
    /// `fetch` calls back when a range of the file has arrived; the argument is false if the range
    /// will not arrive.
    package func openRanged(
        _ file: OpenFile, fetch: @escaping RangeFetch
    ) throws(PictureFailure) -> (any ImageSource)? {
        let services = options.services(for: nil, fetch: fetch)
        do throws(DecodingFailure) {
            let handed = WorkerInput(
                file, .ranged, libraries: ImageDecoder.libraries(of: file), services: services)
            if let zygote, let worker = try PhotoWorker.start(for: handed, by: zygote) {
                return try worker.openPart()
            }
            let bytes = try PhotoBytes.ranged(file) { services.waitForRange($0) }
            return try ImageDecoder.openRanged(bytes, within: options)
        } catch {
            throw .decoding(error)
        }
    }

    private func open(
        _ local: LocalFile, at path: FilePath
    ) throws(PictureFailure) -> any ImageSource {
        let options = options.taking(siblings: Self.siblings(of: local, at: path))
        return try open(local.file, key: local.key, at: path, within: options)
    }

    /// Returns the other files in the photo's folder; no files if the photo is in an archive.
    private static func siblings(of local: LocalFile, at path: FilePath) -> SiblingFiles {
        local.isCopy ? .none : SiblingFiles(beside: path)
    }

    /// Opens a photo with options for this photo; `path` is empty if the file has no name.
    private func open(
        _ file: OpenFile, key: String?, at path: FilePath, within options: DecodingOptions
    ) throws(PictureFailure) -> any ImageSource {
        if let photo = try openRemotely(file, key: key, at: path, within: options) { return photo }
        let bytes = try bytes(of: file, key: key)
        do { return try ImageDecoder.open(bytes, within: options) } catch { throw .decoding(error) }
    }

    /// Opens a photo in a worker; returns `nil` without workers.
    private func openRemotely(
        _ file: OpenFile, key: String?, at path: FilePath, within options: DecodingOptions
    ) throws(PictureFailure) -> WorkerImageSource? {
        guard let zygote else { return nil }
        AllocatorTuning.giveBack()
        let photo = WorkerInput(
            file, isKept: key != nil,
            libraries: ImageDecoder.libraries(of: file, named: path.lastComponent?.string ?? ""),
            services: options.services(for: key))
        do throws(DecodingFailure) {
            return try PhotoWorker.start(for: photo, by: zygote)?.open()
        } catch {
            throw .decoding(error)
        }
    }

    private func local(_ path: FilePath) throws(PictureFailure) -> LocalFile {
        do throws(FileFailure) {
            let local = try LocalFile(path: path)
            guard local.file.byteCount > 0 else { throw .empty }
            return local
        } catch {
            throw .reading(error)
        }
    }

    private func bytes(
        of file: OpenFile, key: String?
    ) throws(PictureFailure) -> PhotoBytes {
        do { return try PhotoBytes.open(file, key: key) } catch { throw .reading(error) }
    }
}

extension DecodingOptions {
    /// Returns the services for a worker; `key` identifies the stored index of a local file.
    fileprivate func services(
        for key: String?, arrival: StreamingData? = nil, fetch: @escaping RangeFetch = { $1(false) }
    ) -> HostServices {
        HostServices(
            spill: { [spillFolder] (reserving, expecting) in
                guard let spillFolder else { return .failure(.noRoom(byteCount: expecting)) }
                return Result { () throws(DecodingFailure) in
                    try SpillDirectory.folder(spillFolder)
                        .open(reserving: reserving, expecting: expecting)
                }
            },
            loadIndex: { [indexStore] in key.flatMap { indexStore?.load($0) } },
            storeIndex: { [indexStore] index in
                if let key { indexStore?.store(index, key) }
            },
            awaitBytes: { count, wake in
                if let arrival { arrival.notify(atBytes: count, wake) } else { wake() }
            }, sibling: { [siblings] in siblings.file($0) }, fetch: fetch)
    }
}

extension PhotoBytes {
    fileprivate static func ranged(
        _ file: OpenFile, fetch: @escaping @Sendable (Range<Int>) -> Bool
    ) throws(DecodingFailure) -> PhotoBytes {
        do { return try open(file, fetch: fetch) } catch { throw .damaged(.unreadable) }
    }
}

extension WorkerConfiguration {
    /// Returns the configuration of workers that decode photos with these options.
    package static func photos(within options: DecodingOptions) -> WorkerConfiguration {
        // Counts the cores before the worker starts, because a worker may not query the system.
        _ = WorkThread.coreCount
        return WorkerConfiguration(
            limits: WorkerLimits(
                memoryBytes: options.workerBytes, fileBytes: DecodingOptions.largestSpill),
            open: { (photo) throws(DecodingFailure) in try open(photo, within: options) },
            facts: { (photo) throws(DecodingFailure) in try facts(of: photo, within: options) },
            turn: { (photo, orientation, method) throws(DecodingFailure) in
                guard let method = LosslessTurn.Method(rawValue: method) else { return nil }
                return try LosslessTurn.bytes(
                    of: try bytes(of: photo), turned: orientation, by: method)
            },
            startThread: { WorkThread.startElsewhere($0) },
            loadLibraries: { ImageDecoder.loadLibraries(of: $0) },
            checkMemory: { (size, photo) throws(DecodingFailure) in
                try MemoryCheck.canHold(size, of: photo)
            })
    }

    private static func facts(
        of photo: WorkerInput, within options: DecodingOptions
    ) throws(DecodingFailure) -> [FileFact] {
        var options = options
        options.grantedSpill = .granted(photo.services.spill)
        return try ImageDecoder.facts(in: try bytes(of: photo), within: options)
    }

    private static func open(
        _ photo: WorkerInput, within options: DecodingOptions
    ) throws(DecodingFailure) -> (any ImageSource)? {
        var options = options
        let services = photo.services
        options.grantedSpill = .granted(services.spill)
        options.siblings = SiblingFiles(services.sibling)
        options.indexStore = IndexStore(
            load: { _ in services.loadIndex() }, store: { index, _ in services.storeIndex(index) })
        let bytes = try bytes(of: photo)
        return switch photo.state {
        case .whole: try ImageDecoder.open(bytes, within: options)
        case .arriving: try ImageDecoder.openArriving(bytes, within: options)
        case .ranged: try ImageDecoder.openRanged(bytes, within: options)
        }
    }

    private static func bytes(of photo: WorkerInput) throws(DecodingFailure) -> PhotoBytes {
        let wait: @Sendable (Int) -> Void = { photo.services.waitForBytes($0) }
        guard photo.state != .ranged else {
            return try .ranged(photo.file) { photo.services.waitForRange($0) }
        }
        do throws(FileFailure) {
            return try PhotoBytes.open(
                // The worker needs to know only that the key exists; the key itself stays in the
                // session.
                photo.file, key: photo.isKept ? "" : nil,
                waitForBytes: photo.state == .arriving ? wait : nil)
        } catch {
            throw .damaged(.unreadable)
        }
    }
}
