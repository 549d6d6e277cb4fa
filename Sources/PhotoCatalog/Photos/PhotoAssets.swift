internal import Bounds

/// The files of one photo, from small to large; there is at most one file of each size and format.
package struct PhotoAssets: Hashable, Sendable {
    package let photoID: PhotoID
    package let all: [PhotoAsset]
    /// The reason for the first rejection of an address; `nil` if no address was rejected.
    package let refusal: URLPolicyViolation?
    /// The temporary failure because of which the list of files is incomplete; otherwise `nil`.
    package internal(set) var missing: CatalogFailure?
    /// The other files of a video or sound recording.
    package let media: MediaFiles
    /// The files that proved to be unusable.
    private var hidden: Set<PhotoAddress> = []
    /// The unusable files that do not exist on the server.
    private var lost: Set<PhotoAddress> = []

    /// The file of a size, in the format that is fastest to show; `nil` if there is none.
    package subscript(size: AssetSize) -> PhotoAsset? {
        all.first { $0.size == size && isViewable($0) } ?? all.first { $0.size == size }
    }

    package var original: PhotoAsset? { self[.original] }

    /// Returns the largest file that can be shown.
    package func largest() throws(CatalogFailure) -> AssetChoice {
        guard let best = viewable.last.flatMap({ self[$0.size] }) else { throw nothingToShow }
        // A video or a sound recording cannot be shown as a picture, so it does not count as
        // skipped.
        let isPassedOver = original.map { !isViewable($0) && !$0.format.isRecording } ?? false
        return AssetChoice(
            asset: best, passedOver: isPassedOver ? original : nil,
            isOriginalMissing: original.map { lost.contains($0.address) } ?? false)
    }

    /// Returns the smallest file at least `width` pixels wide or, if all are narrower, the largest
    /// file.
    ///
    /// Only files that can be shown are considered. If the original is no larger than the file, the
    /// result is the original.
    package func smallest(coveringWidth width: Int) throws(CatalogFailure) -> AssetChoice {
        guard let covering = viewable.first(where: { widthEstimate($0) >= width }) else {
            return try largest()
        }
        let isAsLarge = original.map { isViewable($0) && isNoLarger($0, than: covering) } ?? false
        return AssetChoice(asset: isAsLarge ? original ?? covering : covering, passedOver: nil)
    }

    /// Returns true if the declared size of an original is at most that of a copy, which then saves
    /// nothing; false for a TIFF.
    private func isNoLarger(_ original: PhotoAsset, than copy: PhotoAsset) -> Bool {
        guard let side = original.declared?.longerSide, original.format != .tiff else {
            return false
        }
        return side <= copy.declared?.longerSide ?? copy.size.usualLongerSide ?? 0
    }

    /// Returns the smallest copy that is larger than `asset` and at least `width` pixels wide.
    ///
    /// The result is `nil` if no copy is suitable. `proportions` are those of the opened copy
    /// `asset`, which is narrower than expected.
    package func copy(
        largerThan asset: PhotoAsset, coveringWidth width: Int, of proportions: Proportions
    ) -> PhotoAsset? {
        guard let side = asset.size.usualLongerSide else { return nil }
        return viewable.first { file in
            guard let other = file.size.usualLongerSide, file.format != .tiff else { return false }
            return other > side && proportions.width(ofLongerSide: other) >= width
        }
    }

    /// Returns the largest file that can be shown, if larger than `asset`; otherwise `nil`.
    package func largest(above asset: PhotoAsset) -> PhotoAsset? {
        viewable.last.flatMap { self[$0.size] }.flatMap { $0.size > asset.size ? $0 : nil }
    }

    /// Returns a smaller file to show while a large file loads; `nil` if the file loads quickly or
    /// no smaller file exists.
    package func standIn(for asset: PhotoAsset) -> PhotoAsset? {
        let isSlow = asset.format == .tiff || asset.declared?.isLarge ?? true
        guard asset.size == .original, isSlow else { return nil }
        return viewable.last { $0.size != .original && $0.format != .tiff }
    }

    /// Returns the files without `asset`; `isMissing` is true if the server has no file at the
    /// address of `asset`.
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

    /// Returns the declared width of a file, or the usual width for the file's size.
    ///
    /// The usual width is adapted to the proportions of another file. The result is `Int.max` for
    /// an original without a declared size.
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
    /// Creates the files of a manifest, with the sizes from the photo's links.
    init(of photo: Photo, manifest: [String], site: LibrarySite) {
        var reader = AddressReader(site: site)
        let files = manifest.compactMap { reader.read($0) }.map { address in
            photo.links.first { $0.address == address }
                ?? PhotoLink(role: .other(""), address: address, declared: nil)
        }
        self.init(photo, files, refusal: reader.refusal)
    }

    /// Creates the files from the photo's links: all files in version 1.1 of the API, only the
    /// thumb in version 1.0.
    package init(linkedBy photo: Photo) {
        self.init(photo, photo.links, refusal: photo.refusal)
    }

    private init(_ photo: Photo, _ files: [PhotoLink], refusal: URLPolicyViolation?) {
        self.init(
            photoID: photo.id, all: Self.sorted(files), refusal: refusal,
            media: MediaFiles(files.map(\.address)))
    }

    /// Returns the files in the order of sizes, the smallest first; files of a size are in the
    /// order of formats, the fastest first.
    ///
    /// Manifests often contain the original twice; the second address becomes the fallback of the
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

/// The file to show, and information about a better file that was skipped.
package struct AssetChoice: Hashable, Sendable {
    package let asset: PhotoAsset
    /// The original if the program skipped it because it cannot be shown; otherwise `nil`.
    package let passedOver: PhotoAsset?
    /// True if the server has no file at the original's address.
    package var isOriginalMissing = false
}

/// One file of a photo.
package struct PhotoAsset: Hashable, Sendable {
    package let size: AssetSize
    package let format: AssetFormat
    package let address: PhotoAddress
    /// The declared size; `nil` if the item's links declare no size.
    package let declared: DeclaredSize?

    /// The location of the file for display: the file's name in a collection, otherwise the
    /// address.
    package var location: String { LibrarySite.collectionFile(at: address) ?? address.text }

    /// Another address of the same file, for use if the first address has no file.
    package private(set) var fallback: PhotoAddress?

    /// Creates the asset of a link; `nil` if the kind of its file is unknown.
    ///
    /// The kind is stated by the link, or follows from an address of the form `ID~SIZE.EXTENSION`.
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
    /// For NASA's library, the name is the file's own name. For another service, the name contains
    /// the service's ID of the photo, because the file's own name is often just a size.
    package func fileName(of asset: PhotoAsset) -> String {
        guard id.service != .nasa else { return asset.address.fileName }
        let name = id.name.hasPrefix("File:") ? String(id.name.dropFirst(5)) : id.name
        let stem = FileName.safe("\(id.service.rawValue)-\(name)")
        let size = asset.size == .original ? "" : "~\(asset.size.rawValue)"
        let ending = "." + asset.format.fileExtension
        return (stem.hasSuffix(ending) ? String(stem.dropLast(ending.count)) : stem) + size + ending
    }
}

/// The kind of a photo's file, as in the file's name: `orig.jpg`, `thumb.png`.
package struct AssetKind: Hashable, Sendable {
    package let size: AssetSize
    package let format: AssetFormat

    package init(_ size: AssetSize, _ format: AssetFormat) {
        self.size = size
        self.format = format
    }

    /// Parses the kind from a file name, after the last tilde and the last dot; an ID may contain
    /// both characters.
    init?(fileName name: String) {
        guard let tilde = name.lastIndex(of: "~") else { return nil }
        self.init(name[name.index(after: tilde)...])
    }

    /// Parses a kind such as `orig.jpg`.
    init?(_ text: Substring) {
        guard let dot = text.lastIndex(of: "."),
            let size = AssetSize(rawValue: text[..<dot].lowercased())
        else { return nil }
        self.init(size, AssetFormat(extension: text[text.index(after: dot)...]))
    }

    var text: String { "\(size.rawValue).\(format.fileExtension)" }
}

/// The format that a file's extension indicates; only the file's content shows the real format.
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

    /// The rank of a format; faster formats have lower ranks.
    ///
    /// A TIFF is many times as large as a JPEG of the same picture.
    fileprivate var rank: Int {
        switch self {
        case .jpeg, .png: 0
        case .tiff, .gif, .webp: 1
        case .other: Self.unknownRank
        }
    }

    /// The usual extension, which appears in sentences and file names.
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
/// A size is available only if the original is at least as large, because NASA does not enlarge
/// photos.
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

/// The size of a file as declared by the API, which is wrong only for some originals stored
/// rotated.
package struct DeclaredSize: Hashable, Sendable {
    package let width: Int
    package let height: Int
    /// The approximate number of bytes, which is never exact; originals and other files are rounded
    /// differently.
    package let approximateBytes: Int?

    /// Creates a size; `nil` if the link declares no size or an impossible one.
    init?(_ link: LinkEntity) {
        self.init(
            width: link.width?.value, height: link.height?.value, bytes: link.bytes?.value)
    }

    /// Creates a size; `nil` if a side is unknown or no supported photo has this size.
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
    /// The maximum number of pixels of a photo, which is also the limit in `DecodingLimits`.
    private static let areaLimit = 2 << 30

    /// True if the file has more than 8 million pixels (about 4 MB) and thus loads much more slowly
    /// than the reduced files.
    var isLarge: Bool { width * height > 8_000_000 }

    /// Returns the size of a copy whose longer side is `longest`; `nil` unless the copy would be
    /// smaller.
    func reduced(to longest: Int) -> DeclaredSize? {
        guard longest < longerSide else { return nil }
        return DeclaredSize(
            width: max(1, width * longest / longerSide),
            height: max(1, height * longest / longerSide))
    }
    package var longerSide: Int { max(width, height) }
}
