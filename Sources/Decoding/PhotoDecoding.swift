package import Imaging
package import PhotoCodec
package import PhotoPipeline
package import Sandbox

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Opens the bytes of photos: each in a fenced-in process of its own, where there is a zygote.
///
/// Without one (macOS; a picture that is printed; one that has died) they are decoded in this process.
/// Where there is one and no worker is to be had, for want of memory or descriptors, the photo fails:
/// whoever can use up the one or the other must not have his bytes looked at here.
package struct PhotoDecoding: Sendable {
    /// Whether what decodes photos can do nothing else.
    package var isFenced: Bool { zygote?.isFencing == true }

    /// Tells when photos begin to be decoded by this session itself, because the zygote has died.
    ///
    /// Another one cannot be forked: this process has threads now.
    package func onLosingTheFence(_ tell: @escaping @Sendable () -> Void) {
        zygote?.onLoss(tell)
    }

    private let means: DecodingMeans
    private let zygote: Zygote?

    /// Decodes in processes that come from `zygote`, or in this one.
    package init(within means: DecodingMeans, by zygote: Zygote?) {
        // Frames of 4 MB are copied off by this process, too.
        LargeBlocks.share()
        self.means = means
        self.zygote = zygote
    }

    /// The photo in a local file.
    package func openFile(_ path: String) throws(PictureFailure) -> any ImageSource {
        if let zygote, let source = try open(handedFile(path), by: zygote) { return source }
        let bytes: PhotoBytes
        do { bytes = try PhotoBytes.open(path: path) } catch { throw .reading(error) }
        return try open(bytes)
    }

    /// What a local file says about itself: its kind, and what a camera wrote into it.
    package func facts(ofFile path: String) throws(PictureFailure) -> [FileFact] {
        if let zygote, let photo = try open(handedFile(path), by: zygote) {
            do { return try photo.facts() } catch { throw .decoding(error) }
        }
        do {
            return ExifFacts.read(try PhotoBytes.open(path: path))
        } catch {
            throw .reading(error)
        }
    }

    /// Takes a download's bytes as they come.
    package func arriving() -> ArrivingPhoto {
        guard let zygote else { return ArrivingPhoto(within: means) }
        return ArrivingPhoto { [means] total in
            guard let bytes = ArrivingBytes(byteCount: total) else { return nil }
            return ArrivingPhoto.Ground(
                write: { bytes.write($0, at: $1) },
                open: { arrival in
                    let photo = HandedPhoto(
                        bytes, errands: means.errands(for: nil, arrival: arrival))
                    // What cannot be read in step is opened when all of it is there.
                    return (try? RemotePhoto.open(photo, by: zygote)) ?? nil
                })
        }
    }

    /// The photo in bytes that have come from elsewhere, unless it was read as they came.
    package func open(
        _ bytes: [UInt8], _ arriving: ArrivingPhoto? = nil
    ) throws(PictureFailure) -> any ImageSource {
        if let photo = arriving?.whole(byteCount: bytes.count) { return photo }
        if let zygote, let source = try open(handed(bytes), by: zygote) { return source }
        return try open(PhotoBytes(bytes))
    }

    private func handed(_ bytes: [UInt8]) throws(PictureFailure) -> HandedPhoto {
        guard let photo = HandedPhoto(bytes, errands: means.errands(for: nil)) else {
            throw .decoding(.outOfMemory)
        }
        return photo
    }

    private func handedFile(_ path: String) throws(PictureFailure) -> HandedPhoto {
        do throws(FileFailure) {
            let file = try FileDescriptor(path: path)
            guard file.byteCount > 0 else { throw .empty }
            guard let descriptor = Descriptor(file.duplicate()) else {
                throw .unreadable(reason: String(cString: strerror(errno)))
            }
            return HandedPhoto(
                descriptor, byteCount: file.byteCount, isKept: true,
                errands: means.errands(for: file.key(at: path)))
        } catch {
            throw .reading(error)
        }
    }

    private func open(
        _ photo: HandedPhoto, by zygote: Zygote
    ) throws(PictureFailure) -> RemotePhoto? {
        LargeBlocks.giveBack()
        do { return try RemotePhoto.open(photo, by: zygote) } catch { throw .decoding(error) }
    }

    private func open(_ bytes: PhotoBytes) throws(PictureFailure) -> any ImageSource {
        do { return try PhotoOpener.open(bytes, within: means) } catch { throw .decoding(error) }
    }
}

extension DecodingMeans {
    /// What a worker asks for, done by this process; the key is that of what is kept of a local file.
    fileprivate func errands(for key: String?, arrival: ByteArrival? = nil) -> PhotoErrands {
        PhotoErrands(
            spill: { [spillFolder] (reserving, expecting) in
                guard let spillFolder else { return .failure(.noRoom(byteCount: expecting)) }
                return Result { () throws(DecodingFailure) in
                    try SpillPlace.folder(spillFolder)
                        .open(reserving: reserving, expecting: expecting)
                }
            },
            loadIndex: { [indexShelf] in key.flatMap { indexShelf?.load($0) } },
            storeIndex: { [indexShelf] index in
                if let key { indexShelf?.store(index, key) }
            },
            waitForBytes: { arrival?.wait(forBytes: $0) })
    }
}
