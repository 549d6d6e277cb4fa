internal import Imaging

/// The options of decoding, most of them limits on memory and storage.
package struct DecodingOptions: Sendable {
    /// The size, in pixels, above which a photo is decoded tile by tile instead of whole.
    package var wholePixels: Int
    /// The minimum size, in pixels, of a JPEG of which a small area can be decoded separately.
    package var areaPixels = 1 << 21
    /// The maximum number of bytes of cached tiles of one photo.
    package var tileBytes: Int
    /// The side of a tile in pixels: a power of two, at least 32.
    package var tileSide: Int
    /// The number of a JPEG's compressed bytes that justify using another core.
    package var partBytes: Int
    /// The store for the indices of local files; `nil` if indices are not stored.
    package var indexStore: IndexStore?
    /// The folder for spill files of photos too large for memory; `nil` for no spill files.
    package var spillFolder: String?
    /// The maximum size, in bytes, of a photo's spill file; the expected size is only an estimate.
    package var spillBytes = DecodingLimits.spillBytes
    /// The maximum size, in bytes, of the coefficients of an incomplete JPEG that is decoded whole.
    ///
    /// TurboJPEG smooths an incomplete multi-scan JPEG, but needs all coefficients in memory.
    package var smoothedBytes = DecodingLimits.smoothedBytes
    /// The rule for stretching photos whose pixels are not square.
    package var pixelShape = PixelShapeRule.auto
    /// The files that a planetary label may refer to.
    package var siblings = SiblingFiles.none
    /// The source of spill files in a sandboxed process, which cannot open `spillFolder`.
    ///
    /// The value is `nil` in other processes.
    package var grantedSpill: SpillDirectory?

    // 32 megapixels are 128 MB and take 0.1 s; 128 MB of tiles fill 36 screens of 1280 × 720.
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

    /// The default of `partBytes`: the bytes that a core decodes in about a millisecond.
    package static let usualPartBytes = 128 << 10

    /// The maximum memory, in bytes, that a process needs to decode one photo.
    package var workerBytes: Int { DecodingLimits.workerBytes + tileBytes }
    /// The maximum size, in bytes, of a file that a decoding process writes.
    package static var largestSpill: Int { DecodingLimits.spillBytes }

    /// Returns a copy with `folder` for spill files and its subfolder `index` for indices.
    package func caching(in folder: String?) -> DecodingOptions {
        var options = self
        options.spillFolder = folder
        options.indexStore = folder.map { Self.indexStore(in: $0 + "/index") }
        return options
    }

    /// Returns a copy with `rule` for pixels that are not square.
    package func shaping(_ rule: PixelShapeRule) -> DecodingOptions {
        var options = self
        options.pixelShape = rule
        return options
    }

    /// Returns a copy with `siblings` as the files that a label may refer to.
    package func taking(siblings: SiblingFiles) -> DecodingOptions {
        var options = self
        options.siblings = siblings
        return options
    }

    /// Returns a store that saves indices as files in a folder.
    package static func indexStore(in folder: String) -> IndexStore {
        IndexFolder(path: folder).indexStore
    }

    var spillDirectory: SpillDirectory? { grantedSpill ?? spillFolder.map { .folder($0) } }

    /// True if each photo is decoded whole and shown once, as for `--print`, so that copies for later
    /// pictures are not worth their time.
    var isForOnePicture: Bool { wholePixels == .max }

    func areTooSmall(for size: PixelSize) -> Bool { size.area.map { $0 > wholePixels } ?? true }
}

/// The limits on the memory and time that a photo may take, with their reasons.
enum DecodingLimits {
    /// The maximum number of pixels of a photo: twice the gigapixel for which the program is made.
    static let photoPixels = 2 << 30
    /// The maximum number of pixels decoded in one piece (1 GB of memory).
    ///
    /// The limit is the default of the `sharp` library, rounded up.
    static let wholePixels = 256 << 20
    /// The number of pixels up to which a picture is decoded even if its file is very short.
    ///
    /// The file of a larger picture must have an eighth of the bytes that the size implies, so a
    /// header alone costs at most 64 MB.
    static let triedPixels = 16 << 20
    /// The maximum size, in bytes, of a progressive JPEG's coefficients.
    ///
    /// The size is enough for 100 MP in full chroma.
    static let coefficientBytes = 640 << 20
    /// The maximum number of pixels of an interlaced PNG.
    ///
    /// The limit keeps the memory, including a half-size copy, within 256 MB: 48 MP take 240 MB,
    /// and 81 MP took 333 MB. The rows arrive in seven passes, and no row is complete before the
    /// last pass.
    static let interlacedPixels = 48_000_000
    /// The maximum number of pixels of a photo that can only be decoded in one piece.
    ///
    /// Examples are an arithmetic-coded JPEG, and a multi-scan JPEG without enough disk space.
    static let onePiecePixels = 100_000_000
    /// The maximum memory, in bytes, for a multi-scan JPEG's coefficients: 32 MP in gray.
    static let smoothedBytes = 64 << 20
    /// The longest side, in pixels, of a JPEG that is decoded whole: libjpeg's limit.
    static let jpegSide = 65500
    /// The longest side, in pixels, of a PNG: libpng's default limit.
    static let pngSide = 1_000_000
    /// The maximum memory of libpng in bytes.
    ///
    /// The memory is enough for two rows of the longest side at 16 bits, and for zlib.
    static let pngBytes = 32 << 20
    /// The maximum number of compressed bytes that are inflated after the last row of a PNG.
    ///
    /// These bytes expand to 64 MB at most, in a tenth of a second. Without the limit, a file of 3
    /// MB expanded to 3 GB in 6 s.
    static let pngSurplusBytes = 1 << 16
    /// The maximum number of a PNG's chunks searched for the orientation: 1 GB in chunks of 8 kB.
    static let pngChunks = 1 << 17
    /// The maximum size, in bytes, of an allocation by libtiff: the offsets of 8 million strips.
    static let tiffAllocationBytes = 64 << 20
    /// The maximum number of pixels of a TIFF's tile or strip that is decompressed at once.
    ///
    /// Larger strips are decompressed row by row.
    static let tiffBlockPixels = 16 << 20
    /// The maximum size, in bytes, of a TIFF's tile or strip that is decompressed at once.
    static let tiffBlockBytes = 128 << 20
    /// The maximum number of directories of a TIFF searched for pages and smaller copies.
    ///
    /// A pyramid usually has a dozen.
    static let tiffDirectories = 256
    /// The maximum number of frames of an animation: eleven minutes at 24 frames per second.
    static let animationFrames = 1 << 14
    /// The maximum number of pixels of an animation's canvas: 64 MB, twice the pixels of 4K.
    ///
    /// A larger animation shows only its first frame.
    static let animatedPixels = 16 << 20
    /// The maximum memory, in bytes, for an animation's cached pictures: 70 pictures of 640 × 360.
    static let animationBytes = 64 << 20
    /// The maximum number of pixels of a JPEG 2000 decoded in one call; a larger tile is split.
    static let jpeg2000Pixels = 8 << 20
    /// The maximum total memory, in bytes, for the pieces of a picture that all cores scan at once.
    ///
    /// The limit is a quarter of a worker's memory.
    static let scanBytes = 512 << 20
    /// The maximum number of tiles times channels of a JPEG 2000 whose file is very short.
    ///
    /// The memory for these tiles is 14 MB.
    static let jpeg2000Tiles = 2048
    /// The maximum number of code blocks in a JPEG 2000 tile: 450 MB, for a gigapixel of RGB.
    static let jpeg2000Blocks = 1 << 20
    /// The maximum number of code blocks if the file is very short: 28 MB.
    static let jpeg2000TriedBlocks = 1 << 16
    /// The maximum size of a FITS header in bytes: 52,000 cards.
    ///
    /// The longest headers that telescopes write have half a megabyte.
    static let fitsHeaderBytes = 4 << 20
    /// The approximate maximum size, in bytes, of all headers of a FITS file.
    static let fitsHeadersBytes = 16 << 20
    /// The maximum number of units read from a FITS file; cameras with many chips write a hundred.
    static let fitsUnits = 1000
    /// The maximum length, in displayed characters, of the unit of a FITS picture's values.
    static let fitsUnitCharacters = 24
    /// The maximum size of a planetary label in bytes.
    static let labelBytes = 4 << 20
    /// The maximum number of entries of a planetary label.
    ///
    /// A label with a processing history has a few thousand entries.
    static let labelEntries = 20_000
    /// The maximum nesting of objects in a planetary label.
    static let labelDepth = 16
    /// The maximum nesting of elements in an XML label.
    static let xmlDepth = 64
    /// The maximum number of arrays of a PDS4 label that are shown.
    static let pds4Arrays = 64
    /// The maximum number of pixels of a compressed FITS tile: 256 MB for samples and pixels.
    static let fitsTilePixels = 16 << 20
    /// The maximum size, in bytes, of a row of the table of compressed tiles.
    ///
    /// The row contains a number or an offset for each of a few columns.
    static let fitsTileRowBytes = 1 << 16
    /// The maximum number of parts of an OpenEXR; renderers write dozens.
    static let exrParts = 256
    /// The maximum number of channels of a part, and of pages, of an OpenEXR; renderers write
    /// dozens of channels.
    static let exrChannels = 1024
    /// The maximum number of pixels of an OpenEXR's tile, or of lines compressed together.
    static let exrBlockPixels = 8 << 20
    /// The maximum size, in bytes, of an OpenEXR's tile, or of lines compressed together.
    static let exrBlockBytes = 128 << 20
    /// The maximum number of bytes of an OpenEXR that are searched for attributes.
    static let exrHeaderBytes = 1 << 20
    /// The maximum number of listed attributes of an OpenEXR.
    static let exrAttributes = 1000
    /// The maximum number of listed characters of an OpenEXR's attribute.
    static let exrText = 500
    /// The approximate size, in bytes, up to which a gzip file is inflated into memory.
    static let inflatedBytesInMemory = 64 << 20
    /// The maximum size, in bytes, to which a gzip file is inflated on the disk.
    static let inflatedBytes = 8 << 30
    /// The maximum length of an axis of a FITS array; no real file has a longer axis.
    static let fitsAxis = 1 << 40
    /// The maximum number of planes of a cube, or pages of a file.
    static let photoParts = 1 << 20
    /// The longest side, in pixels, of a page after the first; a session rejects longer pages.
    static let partSide = 1 << 24
    /// The number of pages kept open: the visible page and its two neighbours.
    static let openParts = 3
    /// The maximum number of listed cards of a FITS file, or entries of a planetary label.
    ///
    /// No user scrolls through more.
    static let fitsFacts = 3000
    /// The maximum number of pixels prefetched around the view, in case a pan changes direction.
    ///
    /// For uncompressed pixels, the limit is 64 MB of a file.
    static let surroundingPixels = 16 << 20
    /// The maximum number of stored pixels that one request prefetches.
    static let expectedPixels = 32 << 20
    /// The maximum memory, in bytes, for cached decodings of a photo: 24 MP at all reductions.
    static let keptBytes = 128 << 20
    /// The maximum memory, in bytes, for a transcoded JPEG without a spill folder: 100 MP.
    static let transcodedBytesInMemory = 64 << 20
    /// The maximum size, in bytes, of a spill file: the largest photo and its reductions.
    static let spillBytes = 9 << 30
    /// The maximum memory, in bytes, for a process that decodes a photo, without its tiles.
    ///
    /// The limit is the memory of the largest picture decoded in one piece, its coefficients, and
    /// 384 MB for everything else. A rotation of such a picture would need a second picture, which
    /// does not fit.
    static let workerBytes = 2 << 30
    /// The number of bytes that spill files leave free on the disk, for other programs.
    static let bytesLeftFree = 256 << 20
}
