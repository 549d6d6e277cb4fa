internal import Foundation
internal import PhotoCodec

/// The pictures in folders, by name `ID~SIZE.EXT`, and the captions of videos, `ID.srt`.
package struct PictureStore: Sendable {
    private var paths: [String: String] = [:]
    private var sizes: [String: [String]] = [:]
    /// Shown in place of missing pictures.
    private var standIns: [String] = []

    /// Loads the folders; of two files with one name, uses that of the first folder.
    package init(folders: [String]) {
        for path in folders.flatMap({ FolderListing.files(below: $0) }) {
            add(path, name: String(path.split(separator: "/").last ?? ""))
        }
    }

    /// Returns the file for a name, or for a TIFF another size of the same ID; `nil` if there is
    /// none.
    package func path(_ name: String) -> String? {
        guard !Self.isTIFF(name) else { return paths[name] }
        let stem = Self.stem(name)
        return paths[name] ?? sizes[stem]?.first
    }

    /// Returns a picture in place of a missing one: always the same for an ID, and for a still of a
    /// video.
    package func standIn(for name: String) -> String? {
        guard !standIns.isEmpty, !Self.isTIFF(name) else { return nil }
        let size = name.lastIndex(of: "~").map { name[$0...] } ?? ""
        let number = size.split(separator: "_").dropFirst().first?.first?.wholeNumberValue ?? 0
        let sum = Self.stem(name).utf8.reduce(UInt32(7 + number)) { $0 &* 31 &+ UInt32($1) }
        return standIns[Int(sum % UInt32(standIns.count))]
    }

    /// Returns the names of the files of an ID.
    package func names(of id: String) -> [String] {
        paths.keys.filter { $0.contains("~") && Self.stem($0) == id }.sorted()
    }

    private mutating func add(_ path: String, name: String) {
        let isFile = (Self.extensions + Self.captions).contains { name.lowercased().hasSuffix($0) }
        guard isFile, paths[name] == nil else { return }
        paths[name] = path
        guard !Self.captions.contains(where: { name.hasSuffix($0) }) else { return }
        sizes[Self.stem(name), default: []].append(path)
        if path.contains("/Demo/") { standIns.append(path) }
    }

    private static let captions = [".srt", ".vtt"]
    private static let extensions = [".jpg", ".jpeg", ".png", ".tif", ".tiff"]

    private static func isTIFF(_ name: String) -> Bool {
        name.lowercased().hasSuffix(".tif") || name.lowercased().hasSuffix(".tiff")
    }

    /// Returns the name before the last "~", or else before the last ".".
    private static func stem(_ name: String) -> String {
        let end = name.lastIndex(of: "~") ?? name.lastIndex(of: ".") ?? name.endIndex
        return String(name[..<end])
    }
}

extension DecodingOptions {
    /// Options that spill large pictures to the program's folder, and keep no indices.
    static var served: DecodingOptions {
        let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
        return DecodingOptions(spillFolder: caches?.appending(path: "nasa-view").path)
    }
}
