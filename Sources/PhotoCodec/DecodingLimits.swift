internal import Imaging

/// What a photo may cost, each figure with its reason.
enum DecodingLimits {
    /// The largest photo that is opened: twice the gigapixel the program is made for.
    static let photoPixels = 2 << 30

    /// The most pixels decoded in one piece, 1 GB of memory: sharp's default, rounded up.
    static let wholePixels = 256 << 20

    /// Pictures no larger than this are tried however few their bytes; larger ones must have bytes
    /// that can hold an eighth of what they claim, so that a header alone costs at most 64 MB.
    static let triedPixels = 16 << 20

    /// The most memory for a progressive JPEG's coefficients: 100 MP without subsampling.
    static let coefficientBytes = 640 << 20

    /// The largest interlaced PNG: with a picture half as wide made of it 240 MB, within 256 MB in all.
    ///
    /// One of 81 MP took 333 MB. Its rows come in seven passes, and none is whole before the last.
    static let interlacedPixels = 48_000_000

    /// The largest photo that is decoded in one piece because nothing else is known: an
    /// arithmetic-coded JPEG, one in several scans that there is no room for on the disk.
    static let onePiecePixels = 100_000_000

    /// The coefficients of a JPEG in several scans that may be in memory at once: 32 MP in gray.
    static let smoothedBytes = 64 << 20

    /// The longest side of a PNG: libpng's own default.
    static let pngSide = 1_000_000

    /// What libpng may allocate: two rows of the longest side with 16 bits a channel, and zlib.
    static let pngBytes = 32 << 20

    /// The packed bytes behind the last row of a PNG that are unpacked: 64 MB, a tenth of a second.
    ///
    /// A file of 3 MB held 3 GB there, 6 s.
    static let pngSurplusBytes = 1 << 16

    /// The most chunks of a PNG that are looked through for its orientation: 1 GB in chunks of 8 kB.
    static let pngChunks = 1 << 17

    /// What a photo keeps of earlier decodings beside the newest one: 24 MP at all reductions.
    static let keptBytes = 128 << 20

    /// The most memory for a JPEG that is made over, where there is no folder for it: 100 MP.
    static let transcodedBytesInMemory = 64 << 20

    /// The largest spill file: the largest photo at four bytes a pixel, and its reductions.
    static let spillBytes = 9 << 30

    /// The most memory for a process that decodes a photo, beside its tiles.
    ///
    /// The largest picture that is decoded in one piece, its coefficients, and 384 MB for all else. Two
    /// such pictures, as where one is turned, are too many.
    static let workerBytes = 2 << 30

    /// What a spill file leaves free on its disk: other programs need some.
    static let bytesLeftFree = 256 << 20
}
