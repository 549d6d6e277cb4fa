internal import Imaging

/// The resources that decoding may use.
package struct DecodingOptions: Sendable {
    /// Photos up to this size are decoded whole and stay in memory; larger ones are made tile by tile.
    package var wholePixels: Int
    /// JPEGs from this size are decoded only where they are looked at, if that is a small part.
    package var areaPixels = 1 << 21
    /// The memory for tiles of one photo.
    package var tileBytes: Int
    /// The side of a tile in pixels: a power of two from 32.
    package var tileSide: Int
    /// The number of a JPEG's bytes that make another core pay off.
    package var partBytes: Int
    /// The folder of local files' indices; `nil` for none.
    package var indexStore: IndexStore?
    /// The folder for photos larger than memory; `nil` for none.
    package var spillFolder: String?
    /// The most bytes that are written there for one photo, which may exceed what was expected.
    package var spillBytes = DecodingLimits.spillBytes
    /// JPEGs in several scans with no more coefficients than this are decoded whole if scans are missing:
    /// TurboJPEG smooths them, but has all of the photo in memory.
    package var smoothedBytes = DecodingLimits.smoothedBytes
    /// When pixels that are not square are stretched.
    package var pixelShape = PixelShapeRule.auto
    /// The files that a label may name.
    package var siblings = SiblingFiles.none
    /// Replaces `spillFolder` in a process that may not open files.
    package var grantedSpill: SpillDirectory?

    // 32 megapixels are 128 MB, and take 0.1 s; 128 MB of tiles are 36 screens of 1280 x 720.
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

    /// A core takes about a millisecond for these.
    package static let usualPartBytes = 128 << 10

    /// The most memory that a process needs to decode one photo.
    package var workerBytes: Int { DecodingLimits.workerBytes + tileBytes }
    /// The largest file that such a process writes.
    package static var largestSpill: Int { DecodingLimits.spillBytes }

    /// The same, but photos are spilled to a folder, and indices kept in one inside it.
    package func caching(in folder: String?) -> DecodingOptions {
        var options = self
        options.spillFolder = folder
        options.indexStore = folder.map { Self.indexStore(in: $0 + "/index") }
        return options
    }

    /// The same, with a rule for pixels that are not square.
    package func shaping(_ rule: PixelShapeRule) -> DecodingOptions {
        var options = self
        options.pixelShape = rule
        return options
    }

    /// The same, with the files that a label may name.
    package func taking(siblings: SiblingFiles) -> DecodingOptions {
        var options = self
        options.siblings = siblings
        return options
    }

    /// A store whose indices are files in a folder.
    package static func indexStore(in folder: String) -> IndexStore {
        IndexFolder(path: folder).indexStore
    }

    var spillDirectory: SpillDirectory? { grantedSpill ?? spillFolder.map { .folder($0) } }
    func areTooSmall(for size: PixelSize) -> Bool { size.area.map { $0 > wholePixels } ?? true }
}

/// The limits of a photo's cost, each with its reason.
enum DecodingLimits {
    /// The largest photo that is opened: twice the gigapixel the program is made for.
    static let photoPixels = 2 << 30
    /// The most pixels decoded in one piece (1 GB of memory): the default of the `sharp` library,
    /// rounded up.
    static let wholePixels = 256 << 20
    /// Pictures no larger than this are tried however few their bytes; larger ones must have bytes
    /// that can hold an eighth of what they claim, so that a header alone costs at most 64 MB.
    static let triedPixels = 16 << 20
    /// The most memory for a progressive JPEG's coefficients: 100 MP without subsampling.
    static let coefficientBytes = 640 << 20
    /// The most pixels of an interlaced PNG: with a half-size copy it takes 240 MB of the 256 MB
    /// allowed.
    ///
    /// One of 81 MP took 333 MB. The rows arrive in seven passes, and none is complete before the
    /// last.
    static let interlacedPixels = 48_000_000
    /// The largest photo that is decoded in one piece if it cannot be tiled: an arithmetic-coded JPEG, or
    /// one in several scans that the disk has no room for.
    static let onePiecePixels = 100_000_000
    /// The coefficients of a JPEG in several scans that may be in memory at once: 32 MP in gray.
    static let smoothedBytes = 64 << 20
    /// The longest side of a JPEG that is decoded whole: libjpeg's own limit (JPEG_MAX_DIMENSION).
    static let jpegSide = 65500
    /// The longest side of a PNG: libpng's own default.
    static let pngSide = 1_000_000
    /// The memory that libpng may allocate: two rows of the longest side with 16 bits a channel, and zlib.
    static let pngBytes = 32 << 20
    /// The compressed bytes after the last row of a PNG that are inflated: 64 MB, a tenth of a second.
    ///
    /// A file of 3 MB held 3 GB there, 6 s.
    static let pngSurplusBytes = 1 << 16
    /// The most chunks of a PNG that are searched for its orientation: 1 GB in chunks of 8 kB.
    static let pngChunks = 1 << 17
    /// The largest single allocation of libtiff's: the place of each of 8 million strips.
    static let tiffAllocationBytes = 64 << 20
    /// The largest tile or strip of a TIFF that is unpacked in one piece, in pixels and in bytes; larger
    /// strips are unpacked row by row.
    static let tiffBlockPixels = 16 << 20
    static let tiffBlockBytes = 128 << 20
    /// The most directories of a TIFF that are searched for pages and smaller copies: pyramids have a dozen.
    static let tiffDirectories = 256
    /// The most frames of an animation that are shown: a quarter of an hour of film.
    static let animationFrames = 1 << 14
    /// The largest canvas that is drawn on again and again, 64 MB: 4K has 8 MP.
    ///
    /// Larger ones stand still.
    static let animatedPixels = 16 << 20
    /// The memory for an animation's earlier pictures: 70 of 640 x 360.
    static let animationBytes = 64 << 20
    /// The largest area of a JPEG 2000 that is decoded in one call, however large its tiles are: of three channels 200 MB, for OpenJPEG
    /// holds each number twice, in 32 bits.
    static let jpeg2000Pixels = 8 << 20
    /// The memory that the pieces of a picture take that is gone over once, those of all cores together: a
    /// quarter of a worker's.
    static let scanBytes = 512 << 20
    /// The tiles of a JPEG 2000, times its channels, that are believed however few bytes it has: room for
    /// them takes 14 MB.
    static let jpeg2000Tiles = 2048
    /// The code blocks of a JPEG 2000's tile: 450 MB, for a tile of a gigapixel in three channels.
    static let jpeg2000Blocks = 1 << 20
    /// The code blocks that are believed however few bytes the file has: 28 MB.
    static let jpeg2000TriedBlocks = 1 << 16
    /// The longest header of a FITS file, 52,000 cards, and all of its headers together: the longest that
    /// telescopes write are half a megabyte.
    static let fitsHeaderBytes = 4 << 20
    static let fitsHeadersBytes = 16 << 20
    /// The most units of a FITS file that are looked at: cameras of many chips write a hundred.
    static let fitsUnits = 1000
    /// The characters of the unit of its values that are shown.
    static let fitsUnitCharacters = 24
    /// The longest label of a planetary picture, its entries, and how deep its objects lie in each other:
    /// those with the history of their making have some thousands.
    static let labelBytes = 4 << 20
    static let labelEntries = 20_000
    static let labelDepth = 16
    /// How deep elements of a label in XML lie in each other, and the most arrays of its file that are shown.
    static let xmlDepth = 64
    static let pds4Arrays = 64
    /// The largest packed tile of a FITS picture: as numbers and as pixels it takes 256 MB.
    static let fitsTilePixels = 16 << 20
    /// The longest row of the table of such tiles: it has a number or a place for each of a few columns.
    static let fitsTileRowBytes = 1 << 16
    /// The most parts of an OpenEXR, and the most channels of a part, which are also the most pages:
    /// renderers write dozens.
    static let exrParts = 256
    static let exrChannels = 1024
    /// The largest tile, or lines that are packed together, of an OpenEXR: in pixels, and unpacked.
    static let exrBlockPixels = 8 << 20
    static let exrBlockBytes = 128 << 20
    /// The most bytes of a header that are listed, its attributes, and the characters of one.
    static let exrHeaderBytes = 1 << 20
    static let exrAttributes = 1000
    static let exrText = 500
    /// The largest file that is inflated in memory, and the largest on disk.
    static let inflatedBytesInMemory = 64 << 20
    static let inflatedBytes = 8 << 30
    /// The longest axis of a FITS array: more numbers than any file has.
    static let fitsAxis = 1 << 40
    /// The most planes of a cube or pages of a file that are gone through.
    static let photoParts = 1 << 20
    /// The longest side of one after the first; longer ones are passed over, as a session refuses them.
    static let partSide = 1 << 24
    /// The number of open pages: the visible one, and those on either side.
    static let openParts = 3
    /// The most cards of a FITS file that are listed: more than anyone scrolls through.
    static let fitsFacts = 3000
    /// The most pixels that the system is asked to fetch before they are wanted, for a pan that turns: 64 MB
    /// of a file.
    static let surroundingPixels = 16 << 20
    /// The most pixels whose bytes are asked for at once.
    static let expectedPixels = 32 << 20
    /// The memory for a photo's earlier decodings: 24 MP at all reductions.
    static let keptBytes = 128 << 20
    /// The most memory for a transcoded JPEG if there is no folder for it: 100 MP.
    static let transcodedBytesInMemory = 64 << 20
    /// The largest spill file: the largest photo at four bytes a pixel, and its reductions.
    static let spillBytes = 9 << 30
    /// The most memory for a process that decodes a photo, beside its tiles.
    ///
    /// The largest picture that is decoded in one piece, its coefficients, and 384 MB for the rest. Two such
    /// pictures, as when one is rotated, are too many.
    static let workerBytes = 2 << 30
    /// The space that a spill file leaves free on its disk for other programs.
    static let bytesLeftFree = 256 << 20
}
