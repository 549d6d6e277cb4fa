internal import Bounds

/// The files of a video or sound recording, except those of the first still: further stills,
/// captions, and the files to play.
package struct MediaFiles: Hashable, Sendable {
    /// The files of each still after the first; the files of a still are ordered from small to
    /// large.
    package private(set) var stills: [[PhotoAddress]] = []
    package private(set) var captions: PhotoAddress?
    /// The files to play in another program: the original first, then the others from large to
    /// small.
    package private(set) var recordings: [PhotoAddress] = []

    /// The highest still number to include; NASA's videos have five stills after the first.
    private static let stillLimit = 50

    init(_ addresses: [PhotoAddress]) {
        var stills: [Int: [(AssetSize, PhotoAddress)]] = [:]
        var recordings: [(rank: Int, address: PhotoAddress)] = []
        for address in addresses {
            let name = MediaFileName(address.fileName)
            if ["srt", "vtt"].contains(name.ending) {
                captions = captions ?? address
            } else if AssetFormat.recordings.contains(name.ending) {
                recordings.append((name.rank, address))
            } else if let (size, number) = name.still, number <= Self.stillLimit {
                stills[number, default: []].append((size, address))
            }
        }
        // The stills are in the order of their numbers, which may have gaps.
        self.stills = stills.keys.sorted().map { number in
            (stills[number] ?? []).sorted { $0.0 < $1.0 }.map(\.1)
        }
        self.recordings = recordings.sorted { $0.rank < $1.rank }.map(\.address)
    }

    /// The number of stills of a video, including the first.
    package var stillCount: Int { stills.count + 1 }

    /// Returns the largest file of a still after the first, counted from 1; `nil` if there is no
    /// such still.
    ///
    /// The file loads quickly, because a still has at most 800 pixels per side.
    package func still(_ number: Int) -> PhotoAddress? {
        stills.indices.contains(number - 1) ? stills[number - 1].last : nil
    }
}

/// The parts of a file name such as `ID~large_3.jpg`, `ID~orig.mp4` or `ID.srt`.
private struct MediaFileName {
    /// The extension in lower case, without its dot.
    let ending: String
    private let variant: Substring

    init(_ name: String) {
        let (stem, ending) = FileName.parts(name)
        self.ending = ending.lowercased()
        variant = stem.lastIndex(of: "~").map { stem[stem.index(after: $0)...] } ?? ""
    }

    /// The valid still numbers; a video of several hours has a few thousand stills.
    private static let stills = 1...99_999

    /// The size and the number of a still after the first; `nil` if the file is not such a still.
    var still: (AssetSize, Int)? {
        guard AssetFormat(extension: ending[...]).isViewable,
            let mark = variant.lastIndex(of: "_"),
            let size = AssetSize(rawValue: String(variant[..<mark])),
            let number = Self.stills.number(in: variant[variant.index(after: mark)...])
        else { return nil }
        return (size, number)
    }

    /// The rank of a recording, 0 for the best; an unknown variant has the rank of `small`.
    var rank: Int {
        let known = ["orig", "large", "medium", "mobile", "128k", "small", "preview"]
        return known.firstIndex(of: String(variant)) ?? known.count - 2
    }
}
