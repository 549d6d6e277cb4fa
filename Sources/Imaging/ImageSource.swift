/// An opened photo: its size, and the pixels of any area at any reduction.
///
/// Only values pass through this protocol, so that a worker process can decode the photo. Calls
/// block during decoding: never make a call from the event loop.
package protocol ImageSource: Sendable {
    /// The photo's size in pixels, after its EXIF orientation has been applied.
    var size: PixelSize { get }

    /// The largest supported reduction; all smaller reductions are supported too.
    var coarsest: Reduction { get }

    /// Returns the pixels of an area of the photo, reduced by r = `reduction`.
    ///
    /// `area` is a rectangle in the grid of the reduced photo, whose size is
    /// `size.reduced(by: reduction)`. A pixel (x, y) represents the photo's pixels from (x·r, y·r)
    /// up to but excluding ((x+1)·r, (y+1)·r).
    func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> RegionPixels

    /// Returns the pixels of a window of the photo at a smaller size, opaque, with transparent ones
    /// blended over a background; `nil` if the caller must scale `pixels(of:reducedBy:)` itself.
    ///
    /// A photo that is scaled where it is decoded has fewer pixels to convert and to pass on.
    func pixels(
        of window: ScaledWindow, over background: RGBColour
    ) throws(DecodingFailure) -> Raster?

    var status: ImageSourceStatus { get }

    /// Returns the sample values that the file stores for a pixel.
    ///
    /// - Precondition: the point is within the photo.
    func sample(at point: PixelPoint) throws(DecodingFailure) -> PhotoSample

    /// True if the file's samples have more bits than the decoded pixels.
    var isHighBitDepth: Bool { get }

    /// True if some of the file's samples exceed white, so that decoding compresses the highlights.
    ///
    /// A photo with a curve (see `applying`) shows the full range.
    var hasHighRange: Bool { get }

    /// True if samples have positions in the sky or on the ground.
    var hasPositions: Bool { get }

    /// Returns the photo with a curve that is applied to the file's samples before conversion to
    /// pixels.
    ///
    /// The result is `nil` if samples have no more bits than pixels. The call reopens the photo,
    /// which reads some files from the start again.
    func applying(_ curve: ToneCurve16) throws(DecodingFailure) -> (any ImageSource)?

    /// The pages of the photo's file, one of which is this photo.
    var pages: PageSet { get }

    /// Returns a page of the photo's file, whose size may differ from this photo's.
    ///
    /// - Precondition: `number` is less than the number of pages.
    func page(_ number: Int) -> any ImageSource
}

extension ImageSource {
    package var coarsest: Reduction { .coarsestOfFiles }

    package func pixels(
        of window: ScaledWindow, over background: RGBColour
    ) throws(DecodingFailure) -> Raster? {
        nil
    }

    package var isHighBitDepth: Bool { false }

    package var hasHighRange: Bool { false }

    package var hasPositions: Bool { false }

    package func applying(_ curve: ToneCurve16) throws(DecodingFailure) -> (any ImageSource)? {
        nil
    }

    package var pages: PageSet { .one }

    package func page(_ number: Int) -> any ImageSource {
        precondition(number == 0, "it has one picture")
        return self
    }

    /// Returns a page of the file, or this page if `number` is 0 or out of range, for instance
    /// after a change of the file.
    package func knownPage(_ number: Int) -> any ImageSource {
        number > 0 && number < pages.count ? page(number) : self
    }
}

/// The pages of a file, such as the frames of an animation.
package struct PageSet: Hashable, Sendable {
    /// The page set of an ordinary photo: a single page.
    package static let one = PageSet(count: 1)

    package let count: Int
    /// The timing of an animation; `nil` if the pages are not frames.
    package let animation: PhotoAnimation?
    /// The upright size of each page; empty if all pages have the same size.
    package let sizes: [PixelSize]
    /// The page number of the first band: 1 if page 0 shows several bands as colours, otherwise 0.
    package var firstBand = 0

    /// Creates a set of `count` pages of equal size.
    package init(count: Int) {
        self.count = count
        animation = nil
        sizes = []
    }

    /// Creates a set of pages whose sizes may differ.
    package init(sizes: [PixelSize]) {
        count = sizes.count
        animation = nil
        self.sizes = sizes.allSatisfy { $0 == sizes[0] } ? [] : sizes
    }

    package init(_ animation: PhotoAnimation) {
        count = animation.delays.count
        self.animation = animation
        sizes = []
    }

    /// Returns the size of a page, or `common` if all pages have the same size.
    package func size(of number: Int, or common: PixelSize) -> PixelSize {
        sizes.isEmpty ? common : sizes[number]
    }
}

/// The frame durations of an animation, and the number of times that it plays.
package struct PhotoAnimation: Hashable, Sendable {
    /// The duration of each frame, in milliseconds.
    package let delays: [Int]
    /// The number of times the animation plays; `nil` if it repeats endlessly.
    package let plays: Int?

    package init(delays: [Int], plays: Int?) {
        self.delays = delays
        self.plays = plays
    }
}

/// A photo whose file may still be loading, so that some areas become available later.
package protocol StreamingImageSource: ImageSource {
    /// Returns true if `pixels` would return within the time of a frame, without waiting for the
    /// file.
    func isReady(_ area: PixelRect, reducedBy reduction: Reduction) -> Bool

    /// Returns a coarse or incomplete picture of an area that is not ready; `nil` if no pixels are
    /// available.
    ///
    /// The call does not wait for the file and takes at most the time of a frame.
    func preview(of area: PixelRect, reducedBy reduction: Reduction) -> RegionPixels?

    /// Waits until the area, or a larger part of the area, is ready or the task is cancelled.
    func waitForMore(of area: PixelRect, reducedBy reduction: Reduction) async
}

/// A photo that wraps another photo and forwards requests for areas to it.
package protocol WrappingImageSource: StreamingImageSource {
    /// The wrapped photo; `nil` if it cannot be opened.
    var wrapped: (any ImageSource)? { get }
}

extension WrappingImageSource {
    package var hasPositions: Bool { wrapped?.hasPositions ?? false }

    private var streaming: (any StreamingImageSource)? { wrapped as? any StreamingImageSource }

    package func isReady(_ area: PixelRect, reducedBy reduction: Reduction) -> Bool {
        streaming?.isReady(area, reducedBy: reduction) ?? true
    }

    package func preview(of area: PixelRect, reducedBy reduction: Reduction) -> RegionPixels? {
        streaming?.preview(of: area, reducedBy: reduction)
    }

    package func waitForMore(of area: PixelRect, reducedBy reduction: Reduction) async {
        await streaming?.waitForMore(of: area, reducedBy: reduction)
    }
}

/// The state of decoding a photo so far: the damage found and the statistics.
package struct ImageSourceStatus: Hashable, Sendable {
    /// The damage found while decoding pixels; the photo is shown as far as it was decoded.
    package var damage: Damage?
    /// The decoder's statistics; `nil` for photos that are decoded in one piece.
    package var statistics: DecodeStatistics?
    /// True if each area is fetched on demand; a ready area then says nothing about other areas.
    package var isFetchedByArea: Bool

    package init(
        damage: Damage? = nil, statistics: DecodeStatistics? = nil, isFetchedByArea: Bool = false
    ) {
        self.damage = damage
        self.statistics = statistics
        self.isFetchedByArea = isFetchedByArea
    }

    /// True if the whole file has been read, so that every area is ready.
    package var isRead: Bool { !isFetchedByArea && (statistics?.fractionRead ?? 1) >= 1 }
}

/// The decoded pixels of a region of a photo, and the region's position.
package struct RegionPixels: Sendable {
    /// The upright size of the whole photo, without reduction.
    package let photo: PixelSize
    package let reduction: Reduction
    /// The region's rectangle in the grid of the *reduced* photo.
    package let area: PixelRect
    package let raster: Raster

    package init(photo: PixelSize, reduction: Reduction, area: PixelRect, raster: Raster) {
        precondition(area.size == raster.size, "the raster has the pixels of the area")
        self.photo = photo
        self.reduction = reduction
        self.area = area
        self.raster = raster
    }
}

/// The factor by which a photo is reduced while it is decoded.
///
/// JPEG supports reductions up to an eighth at little cost; larger reductions are for photos that
/// are much larger than a screen even at an eighth. Reductions beyond a thirty-second are for tiled
/// pictures on a server, which are never read as a whole.
package enum Reduction: Int, Hashable, Sendable {
    case none = 1
    case half = 2
    case quarter = 4
    case eighth = 8
    case sixteenth = 16
    case thirtySecond = 32
    case by64 = 64
    case by128 = 128
    case by256 = 256
    case by512 = 512
    case by1024 = 1024
    case by2048 = 2048
    case by4096 = 4096
    case by8192 = 8192
    case by16384 = 16384

    /// The reductions that every photo in a file supports, in the order of their factors.
    package static let ofFiles = [none, half, quarter, eighth, sixteenth, thirtySecond]
    package static let coarsestOfFiles = Reduction.thirtySecond

    /// All reductions, in the order of their factors.
    package static let all =
        ofFiles + [by64, by128, by256, by512, by1024, by2048, by4096, by8192, by16384]
}

/// Statistics of a photo that is decoded in tiles.
package struct DecodeStatistics: Hashable, Sendable {
    package let tilesMade: Int
    /// The number of requested tiles.
    package let tilesRequested: Int
    /// The number of requested tiles that were in the cache.
    package let tilesFound: Int
    package let tileBytes: Int
    package let indexBytes: Int
    /// The size of the photo's temporary file, in bytes.
    package let spillBytes: Int
    /// The fraction of the file that has been read, from 0 to 1.
    package let fractionRead: Double

    package init(
        tilesMade: Int, tilesRequested: Int, tilesFound: Int, tileBytes: Int, indexBytes: Int,
        spillBytes: Int, fractionRead: Double
    ) {
        self.tilesMade = tilesMade
        self.tilesRequested = tilesRequested
        self.tilesFound = tilesFound
        self.tileBytes = tileBytes
        self.indexBytes = indexBytes
        self.spillBytes = spillBytes
        self.fractionRead = fractionRead
    }
}

/// A metadata entry of a file as readable text.
package struct FileFact: Hashable, Sendable {
    /// The group of the entry, such as the file's or the camera's data.
    package let group: String
    package let name: String
    package let value: String

    package init(_ group: String, _ name: String, _ value: String) {
        self.group = group
        self.name = name
        self.value = value
    }
}

/// A reason why a file cannot be shown as a picture.
package enum DecodingFailure: Error, Hashable, Sendable {
    /// The file is not a picture, or its format is not supported.
    case unsupported(kind: FileKind)
    case damaged(Damage)
    case tooLarge(PixelSize)
    case outOfMemory
    /// The disk has less space than the `byteCount` bytes of the photo's temporary file.
    case noRoom(byteCount: Int)
    /// The decoder process ended unexpectedly.
    case decoderCrashed
    /// The decoder process made no progress.
    case decoderStalled
    /// The system has no memory, descriptors, processes or threads left for a decoder process.
    case noDecoder
    /// The tiles on a server cannot be used.
    case tiles(TileFault)
}

/// A reason why the tiles of a picture on a server cannot be used.
package enum TileFault: Hashable, Sendable {
    /// The description is too long or has an unknown format, or a number is missing or too small.
    case unreadable
    /// The side or the overlap of a tile, in pixels, is out of range.
    case side(Int)
    /// There are no levels or too many, a scale factor is out of range, or no level is small enough
    /// to start with.
    case levels(Int)
    /// The number of tiles contradicts the picture's size.
    case count(Int)
    /// The file extension of the tiles is unknown.
    case format
    /// The server did not send a required tile.
    case missing
    /// The server sent a different range of a file than was requested.
    case otherBytes
}

/// A reason why a file cannot be read.
package enum FileFailure: Error, Hashable, Sendable {
    case notFound
    case isDirectory
    /// The path is a pipe, a device or a socket.
    case notRegular
    case notPermitted
    case empty
    /// The file is standard input, and standard input is a terminal.
    case keyboard
    /// The file exceeds the limit of `bytes`; this is known only after that many bytes are read.
    case overLimit(bytes: Int)
    /// Reading failed with a system error; `reason` is the system's message.
    case unreadable(reason: String)
    /// The file cannot be extracted from a zip archive, or is itself an unusable zip archive.
    case zip(ZipFault)
}

/// A reason why a zip archive, or a file in a zip archive, cannot be read.
package enum ZipFault: Hashable, Sendable {
    /// The archive's list of files is missing, wrong, or points outside the archive.
    case damaged
    /// The file requires a password.
    case encrypted
    /// The compression method is not deflate; the value is the method's number in the zip format.
    case method(Int)
    /// The file is an archive inside an archive.
    case nested
    /// The file's name leads out of the archive's folder.
    case outside
    /// The file's compressed or decompressed size exceeds the limit of `bytes`.
    case tooLarge(bytes: Int)
    /// The decompressed size is implausibly large in relation to the compressed size.
    case ratio
}
