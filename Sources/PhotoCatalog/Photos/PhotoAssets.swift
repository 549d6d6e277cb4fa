internal import Bounds

/// The files of one photo, from small to large, with one file for each size and format.
package struct PhotoAssets: Hashable, Sendable {
    package let photoID: PhotoID
    package let all: [PhotoAsset]
    /// The reason why the first rejected address was rejected; `nil` if no address was rejected.
    package let refusal: URLPolicyViolation?
    /// The reason why the list of files is not available now; `nil` if the known files are all
    /// files.
    package internal(set) var missing: CatalogFailure?
    /// The other files of a video or sound recording.
    package let media: MediaFiles
    /// The files that proved to be in a format that cannot be shown; `lost` are those that do not
    /// exist.
    private var hidden: Set<PhotoAddress> = []
    private var lost: Set<PhotoAddress> = []

    /// The file of a size, in the format that is fastest to show.
    package subscript(size: AssetSize) -> PhotoAsset? {
        all.first { $0.size == size && isViewable($0) } ?? all.first { $0.size == size }
    }

    package var original: PhotoAsset? { self[.original] }

    /// Returns the largest file that can be shown.
    package func largest() throws(CatalogFailure) -> AssetChoice {
        guard let best = viewable.last.flatMap({ self[$0.size] }) else { throw nothingToShow }
        // A video or a sound recording is not a picture that could have been skipped.
        let isPassedOver = original.map { !isViewable($0) && !$0.format.isRecording } ?? false
        return AssetChoice(
            asset: best, passedOver: isPassedOver ? original : nil,
            isOriginalMissing: original.map { lost.contains($0.address) } ?? false)
    }

    /// Returns the smallest file that is at least `width` pixels wide, or else the largest that can
    /// be shown.
    package func smallest(coveringWidth width: Int) throws(CatalogFailure) -> AssetChoice {
        guard let covering = viewable.first(where: { widthEstimate($0) >= width }) else {
            return try largest()
        }
        let isAsLarge = original.map { isViewable($0) && isNoLarger($0, than: covering) } ?? false
        return AssetChoice(asset: isAsLarge ? original ?? covering : covering, passedOver: nil)
    }

    /// Returns true if an original is declared to be no larger than a copy, so that the copy saves
    /// nothing.
    private func isNoLarger(_ original: PhotoAsset, than copy: PhotoAsset) -> Bool {
        guard let side = original.declared?.longerSide, original.format != .tiff else {
            return false
        }
        return side <= copy.declared?.longerSide ?? copy.size.usualLongerSide ?? 0
    }

    /// Returns the smallest copy larger than `asset` that is at least `width` pixels wide; `nil` if
    /// only the original is wide enough.
    ///
    /// `proportions` are those of the opened copy `asset`, which proved to be narrower than
    /// expected.
    package func copy(
        largerThan asset: PhotoAsset, coveringWidth width: Int, of proportions: Proportions
    ) -> PhotoAsset? {
        guard let side = asset.size.usualLongerSide else { return nil }
        return viewable.first { file in
            guard let other = file.size.usualLongerSide, file.format != .tiff else { return false }
            return other > side && proportions.width(ofLongerSide: other) >= width
        }
    }

    /// Returns the largest file that can be shown, if it is larger than `asset`.
    package func largest(above asset: PhotoAsset) -> PhotoAsset? {
        viewable.last.flatMap { self[$0.size] }.flatMap { $0.size > asset.size ? $0 : nil }
    }

    /// Returns a smaller file to show while a large one loads; `nil` if the file loads quickly, or
    /// there is no smaller one.
    package func standIn(for asset: PhotoAsset) -> PhotoAsset? {
        let isSlow = asset.format == .tiff || asset.declared?.isLarge ?? true
        guard asset.size == .original, isSlow else { return nil }
        return viewable.last { $0.size != .original && $0.format != .tiff }
    }

    /// Returns the files without `asset`; `isMissing` is true if its address has no file.
    package func hiding(_ asset: PhotoAsset, isMissing: Bool) -> PhotoAssets {
        var assets = self
        assets.hidden.insert(asset.address)
        if isMissing { assets.lost.insert(asset.address) }
        return assets
    }

    /// The width of the photo divided by its height; `nil` if no file declares its size.
    package var aspect: Double? {
        let shape = reducedShape ?? original?.declared
        return shape.map { Double($0.width) / Double($0.height) }
    }

    /// The declared size of a reduced file.
    ///
    /// The declared size of the original is not used, because some originals are stored rotated.
    private var reducedShape: DeclaredSize? {
        all.first { $0.size != .original && $0.declared != nil }?.declared
    }

    /// The files that can be shown, from small to large.
    var viewable: [PhotoAsset] { all.filter(isViewable) }

    private func isViewable(_ asset: PhotoAsset) -> Bool {
        asset.format.isViewable && !hidden.contains(asset.address)
    }

    /// Returns the declared width of a file, or else the usual width of its size in the proportions
    /// of another file.
    private func widthEstimate(_ asset: PhotoAsset) -> Int {
        if let declared = asset.declared { return declared.width }
        guard let longerSide = asset.size.usualLongerSide else { return .max }
        guard let shape = reducedShape else { return longerSide }
        return Proportions(width: shape.width, height: shape.height)
            .width(ofLongerSide: longerSide)
    }

    private var nothingToShow: CatalogFailure {
        if all.isEmpty, let refusal { return .addressNotAllowed(refusal) }
        return .nothingViewable(photoID, formats: all.map(\.format.fileExtension))
    }
}

extension PhotoAssets {
    /// Creates the files of a manifest, with the sizes that the photo's own links declare.
    init(of photo: Photo, manifest: [String], site: LibrarySite) {
        var reader = AddressReader(site: site)
        let files = manifest.compactMap { reader.read($0) }.map { address in
            photo.links.first { $0.address == address }
                ?? PhotoLink(role: .other(""), address: address, declared: nil)
        }
        self.init(photo, files, refusal: reader.refusal)
    }

    /// Creates the files that the photo's own links name: all of them in API version 1.1, only the
    /// thumb in version 1.0.
    package init(linkedBy photo: Photo) {
        self.init(photo, photo.links, refusal: photo.refusal)
    }

    private init(_ photo: Photo, _ files: [PhotoLink], refusal: URLPolicyViolation?) {
        self.init(
            photoID: photo.id, all: Self.sorted(files), refusal: refusal,
            media: MediaFiles(files.map(\.address)))
    }

    /// Returns the files by size, the smallest first, and within a size by format, the fastest
    /// first.
    ///
    /// Manifests often name the original twice; the second address becomes the fallback of the
    /// first.
    private static func sorted(_ files: [PhotoLink]) -> [PhotoAsset] {
        var assets: [PhotoAsset] = []
        for asset in files.compactMap({ PhotoAsset($0) }) {
            let known = assets.firstIndex { $0.size == asset.size && $0.format == asset.format }
            if let known {
                assets[known].add(asset)
            } else {
                assets.append(asset)
            }
        }
        return assets.sorted { one, other in
            one.size == other.size
                ? one.format.rank < other.format.rank : one.size < other.size
        }
    }
}

/// The proportions of a photo, which are the same for all its files.
package struct Proportions: Hashable, Sendable {
    private let width: Int
    private let longerSide: Int

    package init(width: Int, height: Int) {
        self.width = width
        longerSide = max(width, height, 1)
    }

    /// Returns the width of a copy with this longer side.
    fileprivate func width(ofLongerSide side: Int) -> Int {
        Int(Double(side) * Double(width) / Double(longerSide))
    }
}

/// The file to show, and whether a better one was skipped.
package struct AssetChoice: Hashable, Sendable {
    package let asset: PhotoAsset
    /// The original, if it would have been chosen but cannot be shown; otherwise `nil`.
    package let passedOver: PhotoAsset?
    /// True if the address of the original has no file.
    package var isOriginalMissing = false
}

/// One file of a photo.
package struct PhotoAsset: Hashable, Sendable {
    package let size: AssetSize
    package let format: AssetFormat
    package let address: PhotoAddress
    /// The declared size; `nil` if the item's links do not declare it.
    package let declared: DeclaredSize?

    /// The location of the file, for display: its name in a collection, otherwise its address.
    package var location: String { LibrarySite.collectionFile(at: address) ?? address.text }

    /// Another address of the same file, used if the first address has no file.
    package private(set) var fallback: PhotoAddress?

    /// Creates the asset of a link that states the kind of its file, or whose address has the form
    /// `ID~SIZE.EXTENSION`; `nil` for any other link.
    init?(_ link: PhotoLink) {
        guard let kind = link.kind ?? AssetKind(fileName: link.address.fileName) else { return nil }
        size = kind.size
        format = kind.format
        address = link.address
        declared = link.declared
    }

    fileprivate mutating func add(_ other: PhotoAsset) {
        if fallback == nil, other.address != address { fallback = other.address }
    }
}

extension Photo {
    /// Returns the name under which a file of the photo is saved.
    ///
    /// For NASA's library, this is the file's own name. For another service, it contains the
    /// service's name for the photo, because the file's own name is often just a size.
    package func fileName(of asset: PhotoAsset) -> String {
        guard id.service != .nasa else { return asset.address.fileName }
        let name = id.name.hasPrefix("File:") ? String(id.name.dropFirst(5)) : id.name
        let stem = FileName.safe("\(id.service.rawValue)-\(name)")
        let size = asset.size == .original ? "" : "~\(asset.size.rawValue)"
        let ending = "." + asset.format.fileExtension
        return (stem.hasSuffix(ending) ? String(stem.dropLast(ending.count)) : stem) + size + ending
    }
}

/// The kind of a photo's file, as in its name: `orig.jpg`, `thumb.png`.
package struct AssetKind: Hashable, Sendable {
    package let size: AssetSize
    package let format: AssetFormat

    package init(_ size: AssetSize, _ format: AssetFormat) {
        self.size = size
        self.format = format
    }

    /// Reads the kind from a file name, after its last tilde and last dot: an ID may contain both
    /// characters.
    init?(fileName name: String) {
        guard let tilde = name.lastIndex(of: "~") else { return nil }
        self.init(name[name.index(after: tilde)...])
    }

    /// Reads a kind such as `orig.jpg`.
    init?(_ text: Substring) {
        guard let dot = text.lastIndex(of: "."),
            let size = AssetSize(rawValue: text[..<dot].lowercased())
        else { return nil }
        self.init(size, AssetFormat(extension: text[text.index(after: dot)...]))
    }

    var text: String { "\(size.rawValue).\(format.fileExtension)" }
}

/// The format that a file's extension indicates; only the file's bytes show the real format.
package enum AssetFormat: Hashable, Sendable {
    case jpeg, png, tiff, gif, webp
    /// The extension in lower case.
    case other(String)

    init(extension text: Substring) {
        self =
            switch text.lowercased() {
            case "jpg", "jpeg": .jpeg
            case "png": .png
            case "tif", "tiff": .tiff
            case "gif": .gif
            case "webp": .webp
            case let other: .other(other)
            }
    }

    package var isViewable: Bool { rank < Self.unknownRank }

    /// True for videos and sound recordings.
    package var isRecording: Bool {
        if case .other(let ending) = self { Self.recordings.contains(ending) } else { false }
    }

    static let recordings: Set<String> = [
        "mp4", "mov", "m4v", "mpg", "mpeg", "avi", "wmv", "webm", "mp3", "m4a", "wav", "aif",
        "aiff", "ogg", "flac",
    ]

    private static let unknownRank = 2

    /// The rank of a format, lower for faster ones; a TIFF is many times as long as a JPEG of the
    /// same pixels.
    fileprivate var rank: Int {
        switch self {
        case .jpeg, .png: 0
        case .tiff, .gif, .webp: 1
        case .other: Self.unknownRank
        }
    }

    /// The usual extension, for sentences and file names.
    package var fileExtension: String {
        switch self {
        case .jpeg: "jpg"
        case .png: "png"
        case .tiff: "tif"
        case .gif: "gif"
        case .webp: "webp"
        case .other(let text): text
        }
    }
}

/// The sizes in which NASA stores a photo, from small to large.
///
/// A size exists only if the original is at least as large: photos are never enlarged.
package enum AssetSize: String, CaseIterable, Hashable, Sendable, Comparable {
    case thumb, small, medium, large
    case original = "orig"

    /// The usual longer side in pixels, measured on 650 items; `nil` for the original.
    package var usualLongerSide: Int? {
        switch self {
        case .thumb, .small: 640
        case .medium: 1280
        case .large: 1920
        case .original: nil
        }
    }

    package static func < (one: AssetSize, other: AssetSize) -> Bool { one.rank < other.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// The size of a file that the API declares; correct except for originals that are stored rotated.
package struct DeclaredSize: Hashable, Sendable {
    package let width: Int
    package let height: Int
    /// The approximate number of bytes, rounded by different rules for originals and other files;
    /// never the exact length.
    package let approximateBytes: Int?

    /// Creates a size; `nil` if the link declares no size, or a size that no supported photo can
    /// have.
    init?(_ link: LinkEntity) {
        self.init(
            width: link.width?.value, height: link.height?.value, bytes: link.bytes?.value)
    }

    /// Creates a size; `nil` if a side is unknown, or no supported photo can have this size.
    init?(width: Int?, height: Int?, bytes: Int? = nil) {
        guard let width, let height,
            Self.sides.contains(width), Self.sides.contains(height),
            width * height <= Self.areaLimit
        else { return nil }
        self.width = width
        self.height = height
        approximateBytes = bytes
    }

    private static let sides = ReplyLimits.Side.range
    /// The maximum number of pixels of a photo that is opened, as in `DecodingLimits`.
    private static let areaLimit = 2 << 30

    /// True if the file, of about 4 MB or more, loads much more slowly than the reduced files.
    var isLarge: Bool { width * height > 8_000_000 }

    /// Returns the size of a copy whose longer side is `longest`; `nil` unless the copy is smaller.
    func reduced(to longest: Int) -> DeclaredSize? {
        guard longest < longerSide else { return nil }
        return DeclaredSize(
            width: max(1, width * longest / longerSide),
            height: max(1, height * longest / longerSide))
    }
    package var longerSide: Int { max(width, height) }
}
