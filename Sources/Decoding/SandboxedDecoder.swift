package import Files
package import Imaging
package import PhotoCodec
package import PhotoPipeline
package import Sandbox

/// Opens the bytes of photos: each in a fenced-in process of its own, where there is a zygote.
///
/// Without one (macOS; a picture that is printed; one that has died) they are decoded in this process.
/// Where there is one and no worker is to be had, for want of memory or descriptors, the photo fails:
/// whoever can use up the one or the other must not have his bytes looked at here.
package struct SandboxedDecoder: Sendable {
    /// Whether what decodes photos can do nothing else.
    package var isFenced: Bool { zygote?.isFencing == true }

    /// Tells when photos begin to be decoded by this session itself, because the zygote has died.
    ///
    /// Another one cannot be forked: this process has threads now.
    package func onSandboxLost(_ tell: @escaping @Sendable () -> Void) {
        zygote?.onLoss(tell)
    }

    private let means: DecodingOptions
    private let zygote: Zygote?

    /// Decodes in processes that come from `zygote`, or in this one.
    package init(within means: DecodingOptions, by zygote: Zygote?) {
        // Frames of 4 MB are copied off by this process, too.
        AllocatorTuning.share()
        self.means = means
        self.zygote = zygote
    }

    /// The photo in a local file.
    package func openFile(_ path: String) throws(PictureFailure) -> any ImageSource {
        let local = try local(path)
        return try open(local.file, key: local.key)
    }

    /// The photo in a file that is open already.
    ///
    /// - Parameters:
    ///   - file: a download, or what came by standard input.
    ///   - arriving: what has read ahead in it, if anything has.
    /// - Returns: the photo, of which only the headers are read now.
    /// - Throws: what is wrong with it.
    package func open(
        _ file: OpenFile, _ arriving: StreamingPhoto? = nil
    ) throws(PictureFailure) -> any ImageSource {
        do throws(DecodingFailure) {
            if let photo = try arriving?.whole(of: file) { return photo }
        } catch {
            throw .decoding(error)
        }
        return try open(file, key: nil)
    }

    /// What a local file says about itself: its kind, and what a camera wrote into it.
    package func facts(ofFile path: String) throws(PictureFailure) -> [FileFact] {
        let local = try local(path)
        if let photo = try openRemotely(local.file, key: local.key) {
            do { return try photo.facts() } catch { throw .decoding(error) }
        }
        return ExifFacts.read(try bytes(of: local.file, key: local.key))
    }

    /// Reads ahead in a file that is arriving; `nil` if that is not worth it.
    package func readAhead(in file: ArrivingFile) -> StreamingPhoto? {
        StreamingPhoto(file, by: self)
    }

    /// Opens a photo whose file is arriving, if it can be read in step with its bytes.
    ///
    /// - Returns: the worker that has the file, if there are workers; and the photo, if it was opened.
    func openAhead(
        _ arriving: ArrivingFile
    ) throws -> (worker: PhotoWorker?, photo: (any ImageSource)?) {
        let (file, arrival) = (arriving.file, arriving.arrival)
        let handed = WorkerInput(
            file, isArriving: true, errands: means.errands(for: nil, arrival: arrival))
        if let zygote, let worker = try PhotoWorker.start(for: handed, by: zygote) {
            return (worker, try worker.openAhead())
        }
        let bytes = try PhotoBytes.open(
            file, key: nil, waitForBytes: { arrival.wait(forBytes: $0) })
        return (nil, try ImageDecoder.openArriving(bytes, within: means))
    }

    private func open(_ file: OpenFile, key: String?) throws(PictureFailure) -> any ImageSource {
        if let photo = try openRemotely(file, key: key) { return photo }
        let bytes = try bytes(of: file, key: key)
        do { return try ImageDecoder.open(bytes, within: means) } catch { throw .decoding(error) }
    }

    /// `nil` if there are no workers.
    private func openRemotely(
        _ file: OpenFile, key: String?
    ) throws(PictureFailure) -> WorkerImageSource? {
        guard let zygote else { return nil }
        AllocatorTuning.giveBack()
        let photo = WorkerInput(file, isKept: key != nil, errands: means.errands(for: key))
        do throws(DecodingFailure) {
            return try PhotoWorker.start(for: photo, by: zygote)?.open()
        } catch {
            throw .decoding(error)
        }
    }

    private func local(_ path: String) throws(PictureFailure) -> LocalFile {
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
    /// What a worker asks for, done by this process; the key is that of what is kept of a local file.
    fileprivate func errands(for key: String?, arrival: StreamingData? = nil) -> HostServices {
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
            })
    }
}
