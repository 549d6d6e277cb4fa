internal import FoundationEssentials

/// The files below a folder.
enum FolderListing {
    /// Full paths in the order of their names, so that every run is the same.
    static func files(below folder: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.sorted().flatMap { name in
            let path = folder + "/" + name
            var isFolder = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
                return [String]()
            }
            return isFolder ? files(below: path) : [path]
        }
    }
}
