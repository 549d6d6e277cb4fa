package import Imaging
package import PhotoCatalog

/// The port that finds, fetches and opens photos.
package protocol PhotoLoader: Sendable {
    /// Opens the smallest version at least `width` pixels wide; `nil` for the best.
    ///
    /// Cancelling the task ends a transfer at once.
    func load(
        _ subject: ImageSubject, covering width: Int?,
        progress: @escaping @Sendable (PhotoProgress) -> Void
    ) async throws(PictureFailure) -> OpenedPhoto

    /// Opens what a thumbnail can be made of: the photo, or a smaller copy that has pixels enough.
    func preview(for request: ImageRequest) async throws(PictureFailure) -> any ImageSource
}

extension PhotoLoader {
    /// A loader that keeps no copies opens the photo.
    package func preview(
        for request: ImageRequest
    ) async throws(PictureFailure) -> any ImageSource {
        try await load(request.subject, covering: request.size.width) { _ in }.source
    }
}

/// The progress of loading a photo.
package enum PhotoProgress: Hashable, Sendable {
    case lookingUp
    /// `total` is the announced length, if any; the rate is known after a second.
    case fetching(bytes: Int, total: Int?, bytesPerSecond: Int? = nil)
    /// The server failed or asked us to wait; the next try begins after these seconds.
    case waiting(seconds: Int)
    case decoding
}

/// Why a photo cannot be shown.
package enum PictureFailure: Error, Hashable, Sendable {
    case reading(FileFailure)
    case looking(CatalogFailure)
    case fetching(FetchFailure)
    case decoding(DecodingFailure)
    /// The file has no page of this number, counted from 1, but only `count`.
    case noPage(Int, of: Int)
}

/// A photo ready to be shown: the original, or a smaller version while that suffices.
package struct OpenedPhoto: Sendable {
    package let caption: PhotoCaption
    /// The size of the original, upright; the source may be smaller while `isComplete` is false.
    ///
    /// That of the source while nothing says how large the original is.
    package let size: PixelSize
    /// False while a smaller version is open and nothing says how large the original is.
    package let isSizeKnown: Bool
    package let source: any ImageSource
    /// Whether there is no larger version to fetch.
    package let isComplete: Bool
    package let note: PhotoRemark?
    /// Which still of a video it is; `nil` for a photo.
    package let still: StillPlace?
    /// How distances are measured on a map; `nil` for a photo.
    package let ground: GroundScale?

    package init(
        caption: PhotoCaption, source: any ImageSource, size: PixelSize? = nil,
        isComplete: Bool = true, note: PhotoRemark? = nil, still: StillPlace? = nil,
        ground: GroundScale? = nil
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

    /// The size of one of its file's pictures: the first is that of the original.
    /// - Throws: `.noPage` if the file has no picture of this number, counted from 0.
    package func checkPart(_ number: Int) throws(PictureFailure) {
        let count = source.parts.count
        guard number < max(1, count) else { throw .noPage(number + 1, of: max(1, count)) }
    }

    package func size(ofPart number: Int) -> PixelSize {
        number == 0 ? size : source.knownPart(number).size
    }
}

/// A still of a video: its place, from 0, among so many.
package struct StillPlace: Hashable, Sendable {
    package let number: Int
    package let count: Int

    package init(number: Int, of count: Int) {
        self.number = number
        self.count = count
    }
}

/// Title, credit and date of a photo: raw text, to be sanitized before it is shown.
package struct PhotoCaption: Hashable, Sendable {
    /// `nil` if it has no name, as on standard input.
    package let title: String?
    package let credit: String
    /// The day as it is shown; may be empty.
    package let date: String

    package init(title: String?, credit: String = "", date: String = "") {
        self.title = title
        self.credit = credit
        self.date = date
    }
}

/// What the user should know about the version that is shown.
package enum PhotoRemark: Hashable, Sendable {
    /// The original's format cannot be shown; `shown` is the name of the size shown instead.
    case originalPassedOver(format: String, shown: String)
    /// The original is not where the library says.
    case originalMissing(shown: String)
    /// The server cannot be reached: this is cached from an earlier visit.
    case kept
    /// It stands for a video, which other programs play.
    case stillOfVideo
}

/// What a decoder taken over by a hostile photo could do on this machine.
package enum SandboxStatus: Hashable, Sendable {
    /// Operations that the sandbox must forbid.
    package enum ForbiddenOperation: String, CaseIterable, Sendable {
        case openFiles, useNetwork, signalProcesses
    }

    case holds
    /// Photos are decoded in worker processes, which can do these.
    case open([ForbiddenOperation])
    /// No worker process could be started: photos are not decoded at all.
    case broken
    /// Photos are decoded in this process.
    case none
}
