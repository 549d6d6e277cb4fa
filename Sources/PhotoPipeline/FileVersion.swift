internal import PhotoCatalog

/// The identity of a file's content, which differs between files and changes with each write.
package struct FileVersion: Hashable, Sendable {
    package let device: UInt64
    package let inode: UInt64
    package let byteCount: Int
    /// The time of the last write, in nanoseconds since 1970.
    package let modifiedNanoseconds: Int64

    package init(device: UInt64, inode: UInt64, byteCount: Int, modifiedNanoseconds: Int64) {
        self.device = device
        self.inode = inode
        self.byteCount = byteCount
        self.modifiedNanoseconds = modifiedNanoseconds
    }
}

/// A reader of files that may be incomplete or about to be replaced; failed attempts are repeated.
struct WholeFileReader: Sendable {
    /// The pauses between attempts, which are long enough for a program to rewrite a file.
    private static let pauses = [200, 500, 1000].map { Duration.milliseconds($0) }

    let loader: any PhotoLoader
    /// Waits for a duration; returns early if the calling task is cancelled.
    let pause: @Sendable (Duration) async -> Void

    /// Opens a photo with retries.
    ///
    /// - Returns: the photo, or the failure of the last attempt.
    func open(
        _ photo: PhotoReference, covering width: Int?
    ) async -> Result<OpenedPhoto, PictureFailure> {
        var result = await load(photo, covering: width)
        for time in Self.pauses {
            guard case .failure = result, !Task.isCancelled else { break }
            await pause(time)
            if !Task.isCancelled { result = await load(photo, covering: width) }
        }
        return result
    }

    private func load(
        _ photo: PhotoReference, covering width: Int?
    ) async -> Result<OpenedPhoto, PictureFailure> {
        do throws(PictureFailure) {
            return .success(try await loader.load(.photo(photo), covering: width) { _ in })
        } catch {
            return .failure(error)
        }
    }
}

extension PhotoLoader {
    /// Returns the result of the loader's `isCurrent`, which is called on a separate thread.
    @concurrent
    func checks(_ opened: OpenedPhoto, of photo: PhotoReference) async -> Bool {
        isCurrent(opened, of: photo)
    }
}
