internal import Imaging

/// The resources that decoding may use.
package struct DecodingOptions: Sendable {
    /// The largest photo that is decoded whole and kept in memory; larger ones are decoded tile by
    /// tile.
    package var wholePixels: Int
    /// The size from which a JPEG is decoded only where it is visible, if that is a small area.
    package var areaPixels = 1 << 21
    /// The memory for tiles of one photo.
    package var tileBytes: Int
    /// The side of a tile in pixels: a power of two from 32.
    package var tileSide: Int
    /// The number of a JPEG's bytes for which another core pays off.
    package var partBytes: Int
    /// The folder for the indices of local files; `nil` for none.
    package var indexStore: IndexStore?
    /// The folder for photos larger than memory; `nil` for none.
    package var spillFolder: String?
    /// The maximum number of bytes written there for one photo; a photo may need more than
    /// expected.
    package var spillBytes = DecodingLimits.spillBytes
    /// The maximum size of the coefficients, in bytes, of an incomplete JPEG in several scans that
    /// is decoded whole: TurboJPEG smooths it, but holds all of the photo in memory.
    package var smoothedBytes = DecodingLimits.smoothedBytes
    /// The rule for stretching pixels that are not square.
    package var pixelShape = PixelShapeRule.auto
    /// The files that a planetary label may name.
    package var siblings = SiblingFiles.none
    /// The folder that replaces `spillFolder` in a process that may not open files.
    package var grantedSpill: SpillDirectory?

    // 32 megapixels are 128 MB and take 0.1 s; 128 MB of tiles fill 36 screens of 1280 x 720.
    package init(
        wholePixels: Int = 32_000_000, tileBytes: Int = 128 << 20, tileSide: Int = 512,
        partBytes: Int = DecodingOptions.usualPartBytes,
        spillFolder: String? = nil, indexStore: IndexStore? = nil
    ) {
        self.spillFolder = spillFolder
        self.indexStore = indexStore
        self.wholePixels = wholePixels
        self.tileSide = tileSide
        self.tileBytes = tileBytes
        self.partBytes = partBytes
    }

    /// The default: a core decodes these in about a millisecond.
    package static let usualPartBytes = 128 << 10

    /// The maximum memory that a process needs to decode one photo.
    package var workerBytes: Int { DecodingLimits.workerBytes + tileBytes }
    /// The largest file that such a process writes.
    package static var largestSpill: Int { DecodingLimits.spillBytes }

    /// Returns a copy that spills photos to a folder and keeps indices inside it.
    package func caching(in folder: String?) -> DecodingOptions {
        var options = self
        options.spillFolder = folder
        options.indexStore = folder.map { Self.indexStore(in: $0 + "/index") }
        return options
    }

    /// Returns a copy with a rule for pixels that are not square.
    package func shaping(_ rule: PixelShapeRule) -> DecodingOptions {
        var options = self
        options.pixelShape = rule
        return options
    }

    /// Returns a copy with the files that a label may name.
    package func taking(siblings: SiblingFiles) -> DecodingOptions {
        var options = self
        options.siblings = siblings
        return options
    }

    /// Returns a store that keeps indices as files in a folder.
    package static func indexStore(in folder: String) -> IndexStore {
        IndexFolder(path: folder).indexStore
    }

    var spillDirectory: SpillDirectory? { grantedSpill ?? spillFolder.map { .folder($0) } }
    func areTooSmall(for size: PixelSize) -> Bool { size.area.map { $0 > wholePixels } ?? true }
}

/// The limits on the cost of a photo, each with its reason.
enum DecodingLimits {
    /// The largest photo that is opened: twice the gigapixel the program is made for.
    static let photoPixels = 2 << 30
    /// The maximum number of pixels decoded in one piece (1 GB of memory): the default of the
    /// `sharp` library, rounded up.
    static let wholePixels = 256 << 20
    /// Pictures up to this size are decoded however short their file is; for larger ones, the file
    /// must have at least an eighth of the bytes that the size implies, so a header alone costs at
    /// most 64 MB.
    static let triedPixels = 16 << 20
    /// The maximum memory for a progressive JPEG's coefficients: 100 MP without subsampling.
    static let coefficientBytes = 640 << 20
    /// The maximum number of pixels of an interlaced PNG: with a half-size copy it takes 240 MB of
    /// the 256 MB allowed.
    ///
    /// One of 81 MP took 333 MB. The rows arrive in seven passes; no row is complete before the
    /// last pass.
    static let interlacedPixels = 48_000_000
    /// The largest photo that is decoded in one piece if it cannot be tiled: an arithmetic-coded
    /// JPEG, or a JPEG in several scans for which the disk has no room.
    static let onePiecePixels = 100_000_000
    /// The coefficients of a JPEG in several scans that may be in memory at once: 32 MP in gray.
    static let smoothedBytes = 64 << 20
    /// The longest side of a JPEG that is decoded whole: libjpeg's own limit (JPEG_MAX_DIMENSION).
    static let jpegSide = 65500
    /// The longest side of a PNG: libpng's own default.
    static let pngSide = 1_000_000
    /// The memory that libpng may allocate: two rows of the longest side with 16 bits a channel, and zlib.
    static let pngBytes = 32 << 20
    /// The compressed bytes after the last row of a PNG that are inflated: at most 64 MB, a tenth
    /// of a second.
    ///
    /// A file of 3 MB expanded to 3 GB there, in 6 s.
    static let pngSurplusBytes = 1 << 16
    /// The maximum number of chunks of a PNG that are searched for the orientation: 1 GB in chunks
    /// of 8 kB.
    static let pngChunks = 1 << 17
    /// The largest single allocation by libtiff: the offsets of 8 million strips.
    static let tiffAllocationBytes = 64 << 20
    /// The largest tile or strip of a TIFF that is decompressed in one piece, in pixels and in
    /// bytes; larger strips are decompressed row by row.
    static let tiffBlockPixels = 16 << 20
    static let tiffBlockBytes = 128 << 20
    /// The maximum number of directories of a TIFF that are searched for pages and smaller copies;
    /// pyramids have a dozen.
    static let tiffDirectories = 256
    /// The maximum number of frames of an animation that are shown: a quarter of an hour of film.
    static let animationFrames = 1 << 14
    /// The largest animated canvas, 64 MB: 4K has 8 MP.
    ///
    /// Larger ones show one frame.
    static let animatedPixels = 16 << 20
    /// The memory for an animation's cached pictures: 70 of 640 x 360.
    static let animationBytes = 64 << 20
    /// The largest area of a JPEG 2000 that is decoded in one call, whatever the size of its tiles:
    /// 200 MB for three channels, because OpenJPEG holds each sample twice, in 32 bits.
    static let jpeg2000Pixels = 8 << 20
    /// The memory of all cores for the pieces of a picture that is scanned once: a quarter of a
    /// worker's.
    static let scanBytes = 512 << 20
    /// The tiles of a JPEG 2000, times its channels, that are accepted however short the file is:
    /// they take 14 MB.
    static let jpeg2000Tiles = 2048
    /// The code blocks of a JPEG 2000's tile: 450 MB, for a tile of a gigapixel in three channels.
    static let jpeg2000Blocks = 1 << 20
    /// The code blocks that are accepted however short the file is: 28 MB.
    static let jpeg2000TriedBlocks = 1 << 16
    /// The longest header of a FITS file (52,000 cards), and the limit for all its headers
    /// together: the longest that telescopes write have half a megabyte.
    static let fitsHeaderBytes = 4 << 20
    static let fitsHeadersBytes = 16 << 20
    /// The maximum number of units of a FITS file that are read; cameras with many chips write a
    /// hundred.
    static let fitsUnits = 1000
    /// The number of characters shown of the values' unit.
    static let fitsUnitCharacters = 24
    /// The longest label of a planetary picture, the most entries in it, and the deepest nesting of
    /// its objects: labels with a processing history have some thousands of entries.
    static let labelBytes = 4 << 20
    static let labelEntries = 20_000
    static let labelDepth = 16
    /// The deepest nesting of elements in an XML label, and the most arrays of its file that are
    /// shown.
    static let xmlDepth = 64
    static let pds4Arrays = 64
    /// The largest compressed tile of a FITS picture: its samples and pixels take 256 MB.
    static let fitsTilePixels = 16 << 20
    /// The longest row of the table of such tiles: it holds a number or an offset for each of a few
    /// columns.
    static let fitsTileRowBytes = 1 << 16
    /// The maximum number of parts of an OpenEXR, of channels of a part, and of pages: renderers
    /// write dozens.
    static let exrParts = 256
    static let exrChannels = 1024
    /// The largest tile, or group of lines compressed together, of an OpenEXR: in pixels, and in
    /// decompressed bytes.
    static let exrBlockPixels = 8 << 20
    static let exrBlockBytes = 128 << 20
    /// The maximum number of bytes of a header that are listed, of attributes, and of characters of
    /// one attribute.
    static let exrHeaderBytes = 1 << 20
    static let exrAttributes = 1000
    static let exrText = 500
    /// The largest file that is inflated in memory, and the largest on disk.
    static let inflatedBytesInMemory = 64 << 20
    static let inflatedBytes = 8 << 30
    /// The longest axis of a FITS array: longer than in any real file.
    static let fitsAxis = 1 << 40
    /// The maximum number of planes of a cube, or pages of a file, that are counted.
    static let photoParts = 1 << 20
    /// The longest side of a page after the first; longer pages are skipped, because a session
    /// refuses them.
    static let partSide = 1 << 24
    /// The number of open pages: the visible one and its two neighbours.
    static let openParts = 3
    /// The maximum number of cards of a FITS file that are listed: more than a user scrolls
    /// through.
    static let fitsFacts = 3000
    /// The maximum number of pixels that are prefetched around the view in case a pan changes
    /// direction: 64 MB of a file.
    static let surroundingPixels = 16 << 20
    /// The maximum number of pixels that are prefetched at once.
    static let expectedPixels = 32 << 20
    /// The memory for a photo's earlier decodings: 24 MP at all reductions.
    static let keptBytes = 128 << 20
    /// The maximum memory for a transcoded JPEG if it has no folder: 100 MP.
    static let transcodedBytesInMemory = 64 << 20
    /// The largest spill file: the largest photo at four bytes a pixel, and its reductions.
    static let spillBytes = 9 << 30
    /// The maximum memory for a process that decodes a photo, besides its tiles.
    ///
    /// The largest picture that is decoded in one piece, its coefficients, and 384 MB for the rest.
    /// Two such pictures, as when one is rotated, do not fit.
    static let workerBytes = 2 << 30
    /// The space that a spill file leaves free on its disk for other programs.
    static let bytesLeftFree = 256 << 20
}
