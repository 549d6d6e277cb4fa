package import Imaging
package import PhotoCatalog

/// Port: finds a photo, fetches or reads it, and opens it.
package protocol PhotoLoader: Sendable {
    /// Opens the smallest version that has at least `width` pixels across; `nil` asks for the best.
    ///
    /// `progress` hears now and then how far the transfer is. Cancelling the task ends a transfer at
    /// once. A `PictureFailure` carries what a person would ask next.
    func load(
        _ subject: ImageSubject, covering width: Int?,
        progress: @escaping @Sendable (PhotoProgress) -> Void
    ) async throws(PictureFailure) -> OpenedPhoto
}

/// How far a photo is on its way.
package enum PhotoProgress: Hashable, Sendable {
    case lookingUp
    /// `total` is what the server announced, if it did; the rate is known after a second.
    case fetching(bytes: Int, total: Int?, bytesPerSecond: Int? = nil)
    /// The server failed or asked for patience; the next try begins after these seconds.
    case waiting(seconds: Int)
    case decoding
}

/// Why a photo cannot be shown.
package enum PictureFailure: Error, Hashable, Sendable {
    case reading(FileFailure)
    case looking(CatalogFailure)
    case fetching(FetchFailure)
    case decoding(DecodingFailure)
}

/// A photo that can be looked at: all of it, or a smaller version while the original is not needed.
package struct OpenedPhoto: Sendable {
    package let caption: PhotoCaption
    /// The size of the original, upright; the source may be smaller while `isComplete` is false.
    package let size: PixelSize
    package let source: any ImageSource
    /// Whether there is no larger version to fetch.
    package let isComplete: Bool
    package let note: PhotoRemark?

    package init(
        caption: PhotoCaption, source: any ImageSource, size: PixelSize? = nil,
        isComplete: Bool = true, note: PhotoRemark? = nil
    ) {
        self.caption = caption
        self.source = source
        self.size = size ?? source.size
        self.isComplete = isComplete
        self.note = note
    }
}

/// What there is to say about a photo beside its pixels; raw, to be made safe where it is shown.
package struct PhotoCaption: Hashable, Sendable {
    /// `nil` if it came without a name: through standard input.
    package let title: String?
    package let credit: String
    /// The day as it is shown, or nothing.
    package let date: String

    package init(title: String?, credit: String = "", date: String = "") {
        self.title = title
        self.credit = credit
        self.date = date
    }
}

/// Something a person should know about the version of a photo that is shown.
package enum PhotoRemark: Hashable, Sendable {
    /// The original is of a kind that is not shown; `shown` is the name of the size shown instead.
    case originalPassedOver(format: String, shown: String)
    /// The server cannot be reached: this is what was kept from an earlier visit.
    case kept
}

/// What a decoder in a hostile photo's hands could do on this machine.
package enum SandboxStatus: Hashable, Sendable {
    /// What it is to be kept from.
    package enum ForbiddenOperation: String, CaseIterable, Sendable {
        case openFiles, useNetwork, signalProcesses
    }

    case holds
    /// Photos are decoded in processes of their own, which can do that.
    case open([ForbiddenOperation])
    /// Photos are to be decoded so, but no such process could be started: they are not decoded at all.
    case broken
    /// The program decodes by itself: there are no such processes.
    case none
}
