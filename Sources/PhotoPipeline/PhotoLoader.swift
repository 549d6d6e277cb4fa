package import Imaging
package import PhotoCatalog
internal import Waiting

/// A loader that finds, fetches and opens photos.
package protocol PhotoLoader: Sendable {
    /// Opens the smallest version that is at least `width` pixels wide; the best version if `width`
    /// is `nil`.
    ///
    /// Cancelling the task ends a transfer at once.
    func load(
        _ subject: ImageSubject, covering width: Int?,
        progress: @escaping @Sendable (PhotoProgress) -> Void
    ) async throws(PictureFailure) -> OpenedPhoto

    /// Opens a source for a thumbnail: the photo, or a smaller copy with enough pixels.
    func preview(for request: ImageRequest) async throws(PictureFailure) -> any ImageSource

    /// Returns true if the photo's file is unchanged since opening; may wait for the disk.
    func isCurrent(_ opened: OpenedPhoto, of photo: PhotoReference) -> Bool
}

extension PhotoLoader {
    /// Returns true, because the photos of this loader do not change.
    package func isCurrent(_ opened: OpenedPhoto, of photo: PhotoReference) -> Bool { true }

    /// Opens the photo itself, because this loader has no smaller copies.
    package func preview(
        for request: ImageRequest
    ) async throws(PictureFailure) -> any ImageSource {
        try await load(request.subject, covering: request.size.width) { _ in }.source
    }
}

/// The progress of loading a photo.
package enum PhotoProgress: Hashable, Sendable {
    case lookingUp
    /// The received bytes and the rate.
    ///
    /// `total` is `nil` if the server does not announce the length; the rate is `nil` during the
    /// first second.
    case fetching(bytes: Int, total: Int?, bytesPerSecond: Int? = nil)
    /// The server failed or requested a pause; the next attempt starts in `seconds` seconds.
    case waiting(seconds: Int)
    case decoding
}

/// The reason why a photo cannot be shown.
package enum PictureFailure: Error, Hashable, Sendable {
    case reading(FileFailure)
    case looking(CatalogFailure)
    case fetching(FetchFailure)
    case decoding(DecodingFailure)
    /// The file has no page with this number, counted from 1; `of` is the number of pages.
    case noPage(Int, of: Int)
    /// The photo cannot show the position in the sky or on the ground.
    case positionFault(PositionFault)
}

/// A photo ready to be shown: the original, or a smaller version that suffices for now.
package struct OpenedPhoto: Sendable {
    package let caption: PhotoCaption
    /// The upright size of the original; the size of `source` until the original's size is known.
    ///
    /// `source` may be smaller than the original while `isComplete` is false.
    package let size: PixelSize
    /// False if a smaller version is open and the original's size is not yet known.
    package let isSizeKnown: Bool
    package let source: any ImageSource
    /// True if no larger version can be fetched.
    package let isComplete: Bool
    package let note: PhotoRemark?
    /// The position among the stills of a video; `nil` if the photo is not a still.
    package let still: StillPosition?
    /// The scale for measuring distances on a map; `nil` if the photo is not a map.
    package let ground: MapScale?
    /// The version of the local file at the time of opening; `nil` for any other photo.
    package var file: FileVersion?
    /// The number of the photo's content: each new content in this session has a different number.
    package internal(set) var revision = 0

    package init(
        caption: PhotoCaption, source: any ImageSource, size: PixelSize? = nil,
        isComplete: Bool = true, note: PhotoRemark? = nil, still: StillPosition? = nil,
        ground: MapScale? = nil
    ) {
        self.ground = ground
        self.caption = caption
        self.source = source
        self.size = size ?? source.size
        isSizeKnown = isComplete || size != nil
        self.isComplete = isComplete
        self.note = note
        self.still = still
    }

    /// Checks that the file contains page `number`, counted from 0.
    ///
    /// - Throws: `.noPage` if the file has fewer pages.
    package func checkPart(_ number: Int) throws(PictureFailure) {
        let count = source.pages.count
        guard number < max(1, count) else { throw .noPage(number + 1, of: max(1, count)) }
    }

    /// Returns a position in which a point in the sky or on the ground is replaced by a pixel.
    ///
    /// The call may wait for the file.
    ///
    /// - Throws: `.positionFault` if the photo does not show the point.
    package func found(_ position: ViewPosition) async throws(PictureFailure) -> ViewPosition {
        guard let named = position.namedPosition else { return position }
        let page = source.knownPage(position.page)
        do throws(PositionFault) {
            return try await BlockingTaskExecutor.run { [ground] () async throws(PositionFault) in
                position.found(at: try page.point(of: named, on: ground))
            }
        } catch {
            throw .positionFault(error)
        }
    }

    package func size(ofPage number: Int) -> PixelSize {
        number == 0 ? size : source.knownPage(number).size
    }
}

/// The position of a still among the stills of a video.
package struct StillPosition: Hashable, Sendable {
    /// The number of the still, from 0.
    package let number: Int
    /// The number of stills of the video.
    package let count: Int

    package init(number: Int, of count: Int) {
        self.number = number
        self.count = count
    }
}

/// The title, the credit and the date of a photo: untrusted text, which must be sanitised before
/// display.
package struct PhotoCaption: Hashable, Sendable {
    /// The title; `nil` if the photo has no name, as on standard input.
    package let title: String?
    package let credit: String
    /// The date for display; may be empty.
    package let date: String

    package init(title: String?, credit: String = "", date: String = "") {
        self.title = title
        self.credit = credit
        self.date = date
    }
}

/// A remark for the user about the version that is shown.
package enum PhotoRemark: Hashable, Sendable {
    /// The original's format is not supported; `shown` is the name of the version shown instead.
    case originalPassedOver(format: String, shown: String)
    /// The original is missing from the library's server; `shown` is the name of the version shown
    /// instead.
    case originalMissing(shown: String)
    /// The server cannot be reached, and the photo is from the cache.
    case kept
    /// The photo is a still of a video, and other programs can play the video.
    case stillOfVideo
}

/// The forbidden operations that a malicious photo could perform in the process that decodes it.
package enum SandboxStatus: Hashable, Sendable {
    /// An operation that the sandbox must forbid.
    package enum ForbiddenOperation: String, CaseIterable, Sendable {
        case openFiles, useNetwork, signalProcesses
    }

    case holds
    /// Photos are decoded in worker processes, which can perform these operations.
    case open([ForbiddenOperation])
    /// Photos are not decoded, because no worker process could be started.
    case broken
    /// Photos are decoded in this process.
    case none
}
