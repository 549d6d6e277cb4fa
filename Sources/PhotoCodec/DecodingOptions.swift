internal import Imaging

/// What opened photos may use.
package struct DecodingOptions: Sendable {
    /// Photos up to this size are decoded whole and stay in memory; larger ones are made tile by tile.
    package var wholePixels: Int
    /// The memory for tiles of one photo.
    package var tileBytes: Int
    /// The side of a tile in pixels: a power of two from 32.
    package var tileSide: Int
    /// How many bytes of a JPEG are worth a core of their own.
    package var partBytes: Int
    /// Where what was learned about local files is kept; nil for nowhere.
    package var indexStore: IndexStore?
    /// Where photos are spilled to that are larger than memory; nil for nowhere.
    package var spillFolder: String?
    /// The most bytes that are written there for one photo: what was expected may be too little.
    package var spillBytes = DecodingLimits.spillBytes
    /// JPEGs in several scans with no more coefficients than this are decoded whole where scans are
    /// missing: TurboJPEG smooths what they do not tell, but has all of it in memory.
    package var smoothedBytes = DecodingLimits.smoothedBytes
    /// Stands for the folder where this process may open no file.
    package var grantedSpill: SpillDirectory?

    // 32 megapixels are 128 MB, and take 0.1 s; 128 MB of tiles are 36 screens of 1280 x 720.
    package init(
        wholePixels: Int = 32_000_000, tileBytes: Int = 128 << 20, tileSide: Int = 512,
        partBytes: Int = DecodingOptions.usualPartBytes,
        spillFolder: String? = DecodingOptions.standardSpillFolder,
        indexStore: IndexStore? = DecodingOptions.standardIndexStore
    ) {
        self.spillFolder = spillFolder
        self.indexStore = indexStore
        self.wholePixels = wholePixels
        self.tileSide = tileSide
        self.tileBytes = tileBytes
        self.partBytes = partBytes
    }

    /// A core takes about a millisecond for so many.
    package static let usualPartBytes = 128 << 10

    /// The most memory that a process needs which decodes one photo by these means.
    package var workerBytes: Int { DecodingLimits.workerBytes + tileBytes }

    /// The largest file that such a process writes.
    package static var largestSpill: Int { DecodingLimits.spillBytes }

    /// The program's folder in the cache directory.
    package static var standardSpillFolder: String? { SpillFolder.standard }

    /// A folder beside it.
    package static var standardIndexStore: IndexStore? {
        SpillFolder.standard.map { indexStore(in: $0 + "/index") }
    }

    /// A shelf whose indices are files in a folder.
    package static func indexStore(in folder: String) -> IndexStore {
        IndexFolder(path: folder).shelf
    }

    var spillPlace: SpillDirectory? { grantedSpill ?? spillFolder.map { .folder($0) } }

    func areTooSmall(for size: PixelSize) -> Bool {
        size.area.map { $0 > wholePixels } ?? true
    }
}
