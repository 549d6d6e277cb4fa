internal import PhotoCatalog

/// A file at some time; another file, or the same after a change, differs.
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

/// Opens a file that may be half written, or about to be replaced, with retries.
struct WholeFileReader: Sendable {
    /// The pauses between tries: long enough for a program to finish rewriting a file.
    private static let pauses = [200, 500, 1000].map { Duration.milliseconds($0) }

    let loader: any PhotoLoader
    /// Waits for a time, and returns early if its task is cancelled.
    let pause: @Sendable (Duration) async -> Void

    /// - Returns: the photo, or the failure of the last try.
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
    /// Returns `isCurrent`, computed on a separate thread.
    @concurrent
    func checks(_ opened: OpenedPhoto, of photo: PhotoReference) async -> Bool {
        isCurrent(opened, of: photo)
    }
}
