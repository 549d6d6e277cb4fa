/// An opened photo: its size, and the pixels of any part of it at any reduction.
///
/// Only values cross this port, so that decoding can happen in a worker process.
/// Calls block while they decode: never make them from the event loop.
package protocol ImageSource: Sendable {
    /// The photo's size in pixels, upright (its EXIF orientation applied).
    var size: PixelSize { get }

    /// The greatest reduction at which it gives pixels; it gives them at all lesser ones too.
    var coarsest: Reduction { get }

    /// The pixels of `area`, a rectangle on the grid of the photo reduced by r = `reduction`.
    ///
    /// The grid's size is `size.reduced(by: reduction)`; its pixel (x, y) stands for the photo's pixels
    /// from (x·r, y·r) up to ((x+1)·r, (y+1)·r).
    func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> PhotoPart

    var status: ImageSourceStatus { get }

    /// What the file itself says at a pixel, which lies on the photo.
    func sample(at point: PixelPoint) throws(DecodingFailure) -> PhotoSample

    /// Whether its file has numbers of more bits than its pixels.
    var isDeep: Bool { get }

    /// The photo whose file's numbers go through a curve before they become pixels; `nil` if they have
    /// no more bits than these.
    ///
    /// It is opened again: a photo that is read from its start is read once more.
    func toned(by curve: DeepCurve) throws(DecodingFailure) -> (any ImageSource)?

    /// The pictures of its file, of which this is one.
    var parts: PhotoParts { get }

    /// One of them, which may have another size.
    ///
    /// - Precondition: `number` is less than their count.
    func part(_ number: Int) -> any ImageSource
}

extension ImageSource {
    package var coarsest: Reduction { .coarsestOfFiles }

    package var isDeep: Bool { false }

    package func toned(by curve: DeepCurve) throws(DecodingFailure) -> (any ImageSource)? { nil }

    package var parts: PhotoParts { .one }

    package func part(_ number: Int) -> any ImageSource {
        precondition(number == 0, "it has one picture")
        return self
    }

    /// One of its file's pictures; this one if there is none of that number, as in a file that is another
    /// one by now.
    package func knownPart(_ number: Int) -> any ImageSource {
        number > 0 && number < parts.count ? part(number) : self
    }
}

/// The pictures of a file that has several, such as the frames of an animation.
package struct PhotoParts: Hashable, Sendable {
    /// An ordinary photo.
    package static let one = PhotoParts(count: 1)

    package let count: Int
    /// `nil` if they do not follow each other by themselves.
    package let animation: PhotoAnimation?
    /// The size of each, upright; empty if all have that of the first.
    package let sizes: [PixelSize]

    /// Pictures of one size.
    package init(count: Int) {
        self.count = count
        animation = nil
        sizes = []
    }

    /// Pictures that may differ in size.
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

    /// The size of one of them, if all have `common` or have sizes of their own.
    package func size(of number: Int, or common: PixelSize) -> PixelSize {
        sizes.isEmpty ? common : sizes[number]
    }
}

/// When the frames of an animation are shown.
package struct PhotoAnimation: Hashable, Sendable {
    /// For how long each is, in milliseconds.
    package let delays: [Int]
    /// How often all of them are; `nil` for ever.
    package let plays: Int?

    package init(delays: [Int], plays: Int?) {
        self.delays = delays
        self.plays = plays
    }
}

/// A photo whose file is still being read or was read a moment ago, so that some areas may have to wait.
package protocol StreamingImageSource: ImageSource {
    /// Whether `pixels` would return within a frame's time, without waiting for the file.
    func isReady(_ area: PixelRect, reducedBy reduction: Reduction) -> Bool

    /// What can be shown of an area until it is ready, coarse or with gaps; `nil` if nothing can.
    ///
    /// Never waits, and takes no longer than a frame.
    func preview(of area: PixelRect, reducedBy reduction: Reduction) -> PhotoPart?

    /// Returns when the area is ready, when noticeably more of it is, or when the task is cancelled.
    func waitForMore(of area: PixelRect, reducedBy reduction: Reduction) async
}

/// A photo around another one; its areas are the other's, and wait for the file as those do.
package protocol WrappingImageSource: StreamingImageSource {
    /// The photo inside; `nil` if it cannot be opened.
    var wrapped: (any ImageSource)? { get }
}

extension WrappingImageSource {
    private var streaming: (any StreamingImageSource)? { wrapped as? any StreamingImageSource }

    package func isReady(_ area: PixelRect, reducedBy reduction: Reduction) -> Bool {
        streaming?.isReady(area, reducedBy: reduction) ?? true
    }

    package func preview(of area: PixelRect, reducedBy reduction: Reduction) -> PhotoPart? {
        streaming?.preview(of: area, reducedBy: reduction)
    }

    package func waitForMore(of area: PixelRect, reducedBy reduction: Reduction) async {
        await streaming?.waitForMore(of: area, reducedBy: reduction)
    }
}

/// What decoding a photo has found and cost so far.
package struct ImageSourceStatus: Hashable, Sendable {
    /// Why it is shown only as far as it could be decoded: known once pixels have been.
    package var damage: Damage?
    /// `nil` for photos that are decoded in one piece.
    package var figures: DecodeStatistics?
    /// Whether each area is fetched when it is looked at: that one is ready says nothing of others.
    package var isFetchedByArea: Bool

    package init(
        damage: Damage? = nil, figures: DecodeStatistics? = nil, isFetchedByArea: Bool = false
    ) {
        self.damage = damage
        self.figures = figures
        self.isFetchedByArea = isFetchedByArea
    }

    /// Whether the whole file has been read, so that every area is ready.
    package var isRead: Bool { !isFetchedByArea && (figures?.fractionRead ?? 1) >= 1 }
}

/// A part of a photo: its position and its pixels.
package struct PhotoPart: Sendable {
    /// The whole photo's size, upright, at its original resolution.
    package let photo: PixelSize
    package let reduction: Reduction
    /// On the grid of the *reduced* photo.
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

/// The factor by which a photo is made smaller while it is decoded.
///
/// JPEG offers the steps up to an eighth at little cost; the others are for photos of which even an
/// eighth is many times as large as a screen. Those beyond a thirty-second are for pictures that are cut
/// into tiles on a server: no file is read as a whole to make them.
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

    /// Those of every photo in a file.
    package static let ofFiles = [none, half, quarter, eighth, sixteenth, thirtySecond]
    package static let coarsestOfFiles = Reduction.thirtySecond

    /// All of them, the least first.
    package static let all =
        ofFiles + [by64, by128, by256, by512, by1024, by2048, by4096, by8192, by16384]
}

/// Counters of a photo that is decoded tile by tile.
package struct DecodeStatistics: Hashable, Sendable {
    package let tilesMade: Int
    /// Tiles requested, and those of them found in the cache.
    package let tilesAsked: Int
    package let tilesFound: Int
    package let tileBytes: Int
    package let indexBytes: Int
    /// In an unlinked temporary file.
    package let spillBytes: Int
    /// 0…1.
    package let fractionRead: Double

    package init(
        tilesMade: Int, tilesAsked: Int, tilesFound: Int, tileBytes: Int, indexBytes: Int,
        spillBytes: Int, fractionRead: Double
    ) {
        self.tilesMade = tilesMade
        self.tilesAsked = tilesAsked
        self.tilesFound = tilesFound
        self.tileBytes = tileBytes
        self.indexBytes = indexBytes
        self.spillBytes = spillBytes
        self.fractionRead = fractionRead
    }
}

/// An entry of a file's metadata, as readable text.
package struct FileFact: Hashable, Sendable {
    /// What the entry belongs to: the file, or what its camera wrote.
    package let group: String
    package let name: String
    package let value: String

    package init(_ group: String, _ name: String, _ value: String) {
        self.group = group
        self.name = name
        self.value = value
    }
}

/// Why a file cannot be shown as a picture.
package enum DecodingFailure: Error, Hashable, Sendable {
    /// Not a picture, or a format that is not supported.
    case unsupported(kind: FileKind)
    case damaged(Damage)
    case tooLarge(PixelSize)
    case outOfMemory
    /// The disk lacks the `byteCount` bytes that a photo of this size spills to it.
    case noRoom(byteCount: Int)
    /// The process that decoded the photo ended unexpectedly.
    case decoderCrashed
    /// The process that decoded the photo made no progress.
    case decoderStalled
    /// The system has no memory, descriptors, processes or threads left for a decoder process.
    case noDecoder
    /// A picture that a server has cut into tiles, and not as it says.
    case tiles(TileFault)
}

/// Why the description of a picture's tiles is of no use.
package enum TileFault: Hashable, Sendable {
    /// It is of no form that is known, or lacks a number.
    case unreadable
    /// The side of a tile, in pixels.
    case side(Int)
    /// So many levels, or none that is small enough to begin with.
    case levels(Int)
    /// Another number of tiles than the picture's size makes.
    case count(Int)
    /// The ending of the tiles' names.
    case format
    /// A tile that is needed did not come.
    case missing
}

/// Why a file cannot be read.
package enum FileFailure: Error, Hashable, Sendable {
    case notFound
    case isDirectory
    /// A pipe, a device or a socket.
    case notRegular
    case notPermitted
    case empty
    /// Standard input is a terminal.
    case keyboard
    /// Longer than the limit of `bytes`; the file's size was not known in advance.
    case overLimit(bytes: Int)
    /// `reason` is the system's own text.
    case unreadable(reason: String)
}
